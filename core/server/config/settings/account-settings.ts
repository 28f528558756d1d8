import { createECDH } from 'node:crypto';
import * as z from 'zod/mini';
import { ADMIN_PASSWORD_MIN_LENGTH, AdminUsername, PASSWORD_MAX_LENGTH } from '#core/contract/fields.ts';
import { DEMO_ADMIN } from '#core/server/config/demo.ts';
import {
  booleanChoice,
  hasEncodedPassword,
  isEmailAddress,
  isUrl,
  type Settings,
  type SettingsReader,
  text,
  url,
} from './read-settings.ts';

export const ADMIN_SETTINGS = {
  ADMIN_USERNAME: {
    description:
      'The first administrator, created at the first start if there is none. Create others with `npm run tezi -- admin create`.',
    schema: z
      .string()
      .check(
        z.refine(
          (value) => z.safeParse(AdminUsername, value).success,
          'is too long: it may have 150 characters at most.',
        ),
      ),
    example: 'admin',
  },
  ADMIN_PASSWORD: {
    description:
      'The password of that administrator, at least 12 characters. Production and a demo on the network reject the public passwords of the demo, common passwords, also with digits and punctuation around them, and those made of the username or the name of the product.',
    schema: z
      .string()
      .check(
        z.minLength(
          ADMIN_PASSWORD_MIN_LENGTH,
          `is too short: it needs at least ${ADMIN_PASSWORD_MIN_LENGTH} characters.`,
        ),
        z.maxLength(
          PASSWORD_MAX_LENGTH,
          `is too long: it may have ${PASSWORD_MAX_LENGTH} characters at most.`,
        ),
      ),
    example: '',
    isUntrimmed: true,
  },
  ADMIN_SECOND_FACTOR: {
    description:
      '`required`: administrators must set up a second factor (an authenticator app) before they can do anything else. `optional`: they may set one up.',
    schema: booleanChoice(['optional', 'required'], 'required'),
    default: 'optional',
  },
} as const satisfies Settings;

export function readAdminSettings({ read, report }: SettingsReader) {
  const { values, isValid } = read(ADMIN_SETTINGS);
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ADMIN_SECOND_FACTOR } = values;
  if (isValid && username !== null && password === null) {
    report('ADMIN_USERNAME is set without ADMIN_PASSWORD: set both or neither.');
  }
  return {
    isSecondFactorRequired: ADMIN_SECOND_FACTOR,
    admin: password === null ? null : { username: username ?? DEMO_ADMIN.username, password },
  };
}

export const GOOGLE_SETTINGS = {
  GOOGLE_CLIENT_ID: {
    description:
      'Sign-in with Google. Create a “Web application” client in the Google Cloud console and register the redirect URI `PUBLIC_URL/api/customers/auth/google/callback/`. Without a client production does not offer it, and the demo uses a simulator.',
    schema: text,
    example: '',
  },
  GOOGLE_CLIENT_SECRET: { description: 'The secret of that client.', schema: text, example: '' },
  GOOGLE_ISSUER: {
    description:
      'Another OpenID provider instead of Google, https only. It never links an existing account by email: only Google is trusted for Gmail and Workspace addresses.',
    schema: url(['https:'], 'must be an https URL.'),
    default: 'https://accounts.google.com',
  },
} as const satisfies Settings;

export function readGoogleSettings({ read, isSet, report }: SettingsReader) {
  if (!isSet('GOOGLE_CLIENT_ID') && !isSet('GOOGLE_CLIENT_SECRET')) return null;
  const { values } = read(GOOGLE_SETTINGS);
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = values;
  if (clientId === null || clientSecret === null) {
    report('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or neither.');
  }
  return { issuer, clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
}

/** A name with a special meaning in a list of addresses must be in quotation marks. */
const NAMED_ADDRESS = /^(?:"[^"]*"|(?:(?!\S@\S)[^<>":])*)\s*<([^<>]+)>$/;

export const EMAIL_SETTINGS = {
  SMTP_URL: {
    description:
      'The mail server for password reset and email verification links: `smtps://…` (usually port 465), or `smtp://…`, which encrypts if the server offers it (`?requireTLS=true` insists on it). `none` sends no emails, so users cannot reset a password. The demo shows its emails on the page `/demo/mailbox`.',
    schema: z.pipe(
      z.string().check(
        z.refine(
          (value) => value === 'none' || isUrl(value, ['smtp:', 'smtps:']),
          'must look like smtps://user:password@mail.example:465 or smtp://….',
        ),
        hasEncodedPassword,
      ),
      z.transform((value) => (value === 'none' ? null : value)),
    ),
    example: 'smtps://user:password@mail.example:465',
    requiredInProduction: 'it sends password reset links. Name a mail server, or set `none` to go without',
  },
  MAIL_FROM: {
    description: 'The sender of emails. Required with `SMTP_URL`.',
    schema: z
      .string()
      .check(
        z.refine(
          (value) => isEmailAddress(NAMED_ADDRESS.exec(value)?.[1] ?? value),
          'must be one email address, such as Tezi <no-reply@tezi.example>.',
        ),
      ),
    example: 'Tezi <no-reply@tezi.example>',
  },
} as const satisfies Settings;

export function readEmailSettings({ read, isSet, report }: SettingsReader) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = read(EMAIL_SETTINGS).values;
  if (smtpUrl === null) return null;
  if (!isSet('MAIL_FROM')) report('MAIL_FROM is required with SMTP_URL: it is the sender of emails.');
  return { url: smtpUrl, from: from ?? '' };
}

export const CONTACT_SETTINGS = {
  CONTACT_EMAIL: {
    description: 'The email address in the footer and on the legal pages.',
    schema: z.string().check(z.refine(isEmailAddress, 'must be an email address.')),
    default: 'support@tezi.example',
    requiredInProduction: 'the footer and the legal pages name it',
  },
  CONTACT_PHONE: {
    description: 'The phone number in the footer.',
    schema: text,
    default: '+92 42 0000 0000',
    requiredInProduction: 'the footer names it',
  },
  ANALYST_NAME: {
    description:
      'The first analyst of the list, added at the start while the list is empty. Signals of releases before 1.3 that name no analyst show this one.',
    schema: text,
    example: '',
  },
  ANALYST_REGISTRATION: {
    description: 'The registration number of that analyst.',
    schema: text,
    example: '',
  },
} as const satisfies Settings;

export const PUSH_SETTINGS = {
  PUSH_VAPID_PRIVATE_KEY: {
    description:
      'The key with which this site identifies itself to the push services of browsers: 43 characters, made with `npm run tezi -- push-key`. Without it production sends no push messages; the demo makes one. Back it up: with another key every device must turn its alerts on again.',
    schema: z.string().check(z.refine(isVapidKey, 'must be a key that `npm run tezi -- push-key` printed.')),
    example: '',
  },
  PUSH_CONTACT: {
    description:
      'Where the operators of push services can reach you, as a `mailto:` or `https:` URL; by default `CONTACT_EMAIL`. Apple rejects names that are only valid on a local network.',
    schema: url(
      ['mailto:', 'https:'],
      'must look like mailto:push@example.com or https://example.com/contact.',
    ),
    example: 'mailto:push@example.com',
  },
} as const satisfies Settings;

/** `key` is `null` in the demo, which makes one, and in production without push messages. */
export function readPushSettings(
  { mode, read, report }: SettingsReader,
  { contactEmail }: { contactEmail: string },
) {
  const { PUSH_VAPID_PRIVATE_KEY: key, PUSH_CONTACT } = read(PUSH_SETTINGS).values;
  const contact = PUSH_CONTACT ?? `mailto:${contactEmail}`;
  if (mode === 'production' && key !== null && !isPublicContact(contact))
    report(
      `PUSH_CONTACT is ${contact}: Apple rejects all messages of a site whose contact has no public domain name.`,
    );
  return { key, contact };
}

export const TELEGRAM_SETTINGS = {
  TELEGRAM_BOT_TOKEN: {
    description:
      'The token of the bot that sends alerts on Telegram and verifies messages, from @BotFather. Without it production has no bot, and the demo uses a simulator. No public URL is needed: the server asks Telegram for messages. One site per bot.',
    schema: z
      .string()
      .check(z.regex(/^\d{3,20}:[\w-]{30,100}$/, 'must be a token of @BotFather, such as 123456:ABC….')),
    example: '',
  },
  TELEGRAM_API_URL: {
    description: 'The Bot API, if you run your own server of it. https only.',
    schema: url(['https:'], 'must be an https URL.'),
    default: 'https://api.telegram.org',
  },
} as const satisfies Settings;

/** `null`: the demo's simulator; production then has no bot. */
export function readTelegramSettings({ mode, read, report }: SettingsReader) {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiUrl } = read(TELEGRAM_SETTINGS).values;
  if (mode === 'production' && new URL(apiUrl).pathname.startsWith('/simulators/'))
    report('TELEGRAM_API_URL is that of a simulator, which production does not use.');
  return token === null ? null : { token, apiUrl: apiUrl.replace(/\/+$/, '') };
}

export const WEBHOOK_SETTINGS = {
  WEBHOOK_PREMIUM_LEVELS: {
    description:
      '`yes`: messages to webhooks about premium signals have the entry price, the stop loss and the targets, for customers who may read the signal when it is sent. Programs can pass them on easily. `no`: customers open the link to see them.',
    schema: booleanChoice(['no', 'yes'], 'yes'),
    default: 'no',
  },
} as const satisfies Settings;

function isPublicContact(contact: string): boolean {
  const { protocol, hostname, pathname } = new URL(contact);
  const domain = protocol === 'mailto:' ? (/^[^\s@]+@([^\s@]+)$/.exec(pathname)?.[1] ?? '') : hostname;
  return /^[^.]+(\.[^.]+)+$/.test(domain) && !/\.(local|localhost|invalid|test|internal)$/.test(domain);
}

function isVapidKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(text, 'base64url'));
    return true;
  } catch {
    // The number is zero or larger than the order of the curve.
    return false;
  }
}
