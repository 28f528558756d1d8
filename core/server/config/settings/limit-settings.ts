import * as z from 'zod/mini';
import { HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Limit } from '#core/server/platform/rate-limits/counters.ts';
import type { Setting, SettingsReader } from './read-settings.ts';

export type LimitName = keyof typeof LIMITS;
export type LimitSettings = Readonly<Record<LimitName, Limit>>;

const UNITS: Record<string, number> = { s: SECOND, m: MINUTE, h: HOUR };
const LIMIT = /^([1-9]\d{0,6})\/([1-9]\d{0,4})([smh])$/;

const limitSchema = z.pipe(
  z.string().check(
    z.refine((value) => LIMIT.test(value), {
      error: ({ input }) => `is "${input}"; it must look like 5/15m (units s, m, h).`,
    }),
  ),
  z.transform((value): Limit => {
    const [, max, length, unit = ''] = LIMIT.exec(value) ?? [];
    return { max: Number(max), windowMs: Number(length) * (UNITS[unit] ?? MINUTE) };
  }),
);

/** Strict everywhere. */
const perAccount = (limit: string, description: string) =>
  ({ description, schema: limitSchema, default: limit }) as const satisfies Setting;

/** Generous, because many customers share an IP address; wide in the demo, where all users have the same one. */
const perIp = (limit: string, description: string) =>
  ({
    description,
    schema: limitSchema,
    default: { demo: limit.replace(/^\d+/, '5000'), production: limit },
  }) as const satisfies Setting;

const LIMITS = {
  uncachedAddress: perIp(
    '150/10s',
    'Requests from one IP address for API responses and files that depend on a query or an ID and are not stored yet, such as searches, and for large files. Each server counts its own in memory.',
  ),
  signInAccount: perAccount(
    '5/15m',
    'Wrong passwords for one email, registered or not, from one IP address or trusted device.',
  ),
  signInAccountTotal: perAccount(
    '100/1h',
    'The same from all untrusted devices together. Beyond it only trusted devices can sign in to the account until the window ends.',
  ),
  signInAddress: perIp('100/5m', 'Sign-ins from one IP address, or from trusted devices to one account.'),
  signUpAddress: perIp('30/1h', 'Registrations from one IP address.'),
  signUpAccount: perAccount(
    '5/1h',
    'Registrations with one email after deletions of the account. Each sends an email.',
  ),
  googleAddress: perIp('100/10m', 'Sign-ins with Google from one IP address.'),
  orderAccount: perAccount('20/1h', 'Orders of one customer for bank transfers.'),
  orderReceiptAccount: perAccount('20/1h', 'Receipts of bank transfers that one customer uploads.'),
  testPush: perAccount('10/1h', 'Test messages of one customer to their devices, chats and webhooks.'),
  telegramLink: perAccount('20/1h', 'Links to the Telegram bot of one customer.'),
  pushRenewal: perIp('60/1h', 'Renewed push subscriptions that browsers report from one IP address.'),
  refreshSession: perAccount('30/1m', 'Token refreshes of one session.'),
  passwordCheckAccount: perAccount(
    '5/15m',
    'Wrong passwords and codes with which a signed-in user confirms a change, per session.',
  ),
  passwordChangeAccount: perAccount('5/1h', 'Password changes of one account. Each sends an email.'),
  // The window is as long as a link works: an attacker who uses up the limit has sent the owner a working link.
  resetMailAccount: perAccount('3/30m', 'Password reset emails to one account.'),
  resetMailAddress: perIp('30/1h', 'Password reset requests from one IP address.'),
  mailedTokenAddress: perIp('60/10m', 'Invalid tokens of emailed links from one IP address.'),
  verifyMailAccount: perAccount('5/1h', 'Verification emails to one account.'),
  exportAccount: perAccount('10/1h', 'Data exports of one account.'),
  keyChangeAccount: perAccount(
    '20/1h',
    'API keys, secret feed URLs and secrets of webhooks that one customer creates.',
  ),
  apiKey: perAccount('120/1m', 'Requests with one API key.'),
  invalidKeyAddress: perIp('60/10m', 'Requests with an invalid API key from one IP address.'),
  feedReads: perAccount('120/1h', 'Reads of one secret feed URL, by all apps together.'),
  invalidFeedAddress: perIp('60/10m', 'Requests for secret feed URLs that do not exist from one IP address.'),
  subscriptionActionAccount: perAccount(
    '10/1m',
    'Pauses, cancellations, resumptions and plan changes of one customer. Each calls Paddle’s API.',
  ),
  planPreviewAccount: perAccount(
    '30/1m',
    'Previews of plan changes of one customer. Each calls Paddle’s API.',
  ),
  subscriptionLinksAccount: perAccount(
    '20/1m',
    'Requests for Paddle’s management links of one customer. Beyond it subscriptions are shown without them.',
  ),
  verifyAddress: perIp(
    '30/1m',
    'Messages that one IP address verifies, and messages of one chat with the Telegram bot.',
  ),
  verifyClient: perIp(
    '5/24h',
    'Different messages about one premium signal from one IP address, by callers who may not read it. A /56 network of IPv6 may send twice as many, a /48 four times. Beyond it others are not compared.',
  ),
  verifyCode: perAccount(
    '20/24h',
    'The same from all IP addresses together, each message counted once. Beyond it one message of each IP address is compared.',
  ),
  badWebhookAddress: perIp('60/10m', 'Webhooks with an invalid signature from one IP address.'),
  adminSignInAccount: perAccount(
    '5/15m',
    'Wrong passwords for one administrator username, existing or not, from one IP address or trusted device.',
  ),
  adminSignInAccountTotal: perAccount('100/1h', 'The same from all untrusted devices together.'),
  adminCodeAccount: perAccount(
    '5/15m',
    'Wrong codes of one administrator from all untrusted devices together, or from one trusted device.',
  ),
  adminCodeTrustedTotal: perAccount(
    '100/1h',
    'Wrong codes of one administrator from all trusted devices together.',
  ),
  adminSignInAddress: perIp(
    '30/1h',
    'Wrong administrator passwords and codes from one IP address, on untrusted devices.',
  ),
} as const;

/** `signInAccount` is set by `LIMIT_SIGN_IN_ACCOUNT`. */
const getVariable = (name: string) => `LIMIT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

export const LIMIT_SETTINGS: Record<string, (typeof LIMITS)[LimitName]> = Object.fromEntries(
  Object.entries(LIMITS).map(([name, setting]) => [getVariable(name), setting]),
);

export function readLimitSettings({ read }: SettingsReader): LimitSettings {
  const { values } = read(LIMIT_SETTINGS);
  return Object.freeze(
    Object.fromEntries(Object.keys(LIMITS).map((name) => [name, values[getVariable(name)]])),
  ) as LimitSettings;
}
