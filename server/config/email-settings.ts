import * as z from 'zod/mini';
import type { Settings, SettingsReader } from './read-settings.ts';
import { isUrl, text } from './schemas.ts';

export const EMAIL_SETTINGS = {
  SMTP_URL: {
    description:
      'The mail server for password reset and email verification links: `smtps://…` (usually port 465), or `smtp://…`, which encrypts if the server offers it (`?requireTLS=true` insists on it). `none` sends no emails, so users cannot reset a password. The demo shows its emails on the page `/demo/mailbox`.',
    schema: z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => value === 'none' || isUrl(value, ['smtp:', 'smtps:']),
            'must look like smtps://user:password@mail.example:465 or smtp://….',
          ),
        ),
      z.transform((value) => (value === 'none' ? null : value)),
    ),
    example: 'smtps://user:password@mail.example:465',
    requiredInProduction: 'it sends password reset links. Name a mail server, or set `none` to go without',
  },
  MAIL_FROM: {
    description: 'The sender of emails. Required with `SMTP_URL`.',
    schema: text,
    example: 'Tezi <no-reply@tezi.example>',
  },
} as const satisfies Settings;

export function readEmailSettings({ read, report }: SettingsReader) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = read(EMAIL_SETTINGS).values;
  if (smtpUrl === null) return null;
  if (from === null) report('MAIL_FROM is required with SMTP_URL: it is the sender of emails.');
  return { url: smtpUrl, from: from ?? '' };
}
