import { KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import { ALERT_SETTINGS_PATH, paths } from '#core/contract/paths.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { formatEmail, formatGreeting } from '#core/server/platform/email/email-text.ts';
import type { EmailTemplate, EmailTemplates } from '#core/server/platform/email/outbox.ts';
import type { Access } from '#features/accounts/contract/passwords.ts';
import { holdUserByEmail, type User } from '#features/accounts/server/accounts.queries.ts';
import type { AccountHooks } from '#features/accounts/server/deletion/delete-account.ts';
import { readAccess } from '#features/accounts/server/keys/access.ts';
import { createOneTimeToken } from '#features/accounts/server/verification/one-time-tokens.ts';

/** The settings that the emails contain. */
interface EmailSettings {
  /** The base URL of links, without a trailing slash. */
  publicUrl: string;
  contact: { email: string };
}

/** Creates the email templates of the accounts domain. Each email is rendered when it is sent. */
export function createAccountEmails(
  settings: EmailSettings,
  hooks: Pick<AccountHooks, 'listChannels'>,
): EmailTemplates {
  const { publicUrl, contact } = settings;
  const writeToUs = `If it wasn't you, write to us: ${contact.email}`;
  const ifUnexpected =
    "If it wasn't you, set a new password immediately with this link, which signs out every device and revokes all other access, " +
    `and write to us (${contact.email}):\n${publicUrl}${paths.forgotPassword}`;

  const endWebhook =
    "If it wasn't you, remove it there, then set a new password with this link, which signs out every device and removes the webhook:";

  const describeAccess = (access: readonly Access[]) =>
    access.length === 0
      ? []
      : [
          `These still work, because they need no password:\n${access.map(({ label }) => `- ${label}`).join('\n')}`,
          `Revoke those that you do not use:\n${publicUrl}${KEYS_PATH}\n${publicUrl}${ALERT_SETTINGS_PATH}`,
        ];

  /** Renders nothing for a recipient without an account, so that callers can queue the email without checking. */
  const forUser =
    (subject: string, write: ParagraphWriter): EmailTemplate =>
    async (tx, { recipient }, now) => {
      const user = await holdUserByEmail(tx, recipient);
      const paragraphs = user && (await write(tx, user, now));
      return (
        paragraphs && {
          to: recipient,
          subject,
          text: formatEmail(settings, formatGreeting(user), paragraphs),
        }
      );
    };

  return {
    'password-reset': forUser('Set a new password for Tezi', async (tx, { id: userId }, now) => {
      const token = await createOneTimeToken(tx, { userId, purpose: 'password-reset' }, now);
      return [
        'We received a request to reset the password of your Tezi account. To set a new password, open this link:',
        `${publicUrl}${paths.resetPassword}#token=${token}`,
        'The link works once and expires after 30 minutes.',
        "If it wasn't you, ignore this email. Your password cannot be changed without this link.",
      ];
    }),

    'verify-email': forUser('Verify your email address for Tezi', async (tx, user, now) => {
      if (user.emailVerifiedAt) return null;
      const token = await createOneTimeToken(tx, { userId: user.id, purpose: 'verify-email' }, now);
      return [
        'A Tezi account was created with this email address. To verify that it is yours, open this link:',
        `${publicUrl}${paths.verifyEmail}#token=${token}`,
        'The link works once and expires after 24 hours.',
        "If it wasn't you, ignore this email: someone probably mistyped their address.",
      ];
    }),

    'password-changed': forUser('Your Tezi password was changed', async (tx, { id }, now) => [
      'The password of your Tezi account was changed and every device was signed out. Sign in with the new password:',
      `${publicUrl}${paths.signIn}`,
      ...describeAccess(await readAccess(tx, id, now, hooks)),
      ifUnexpected,
    ]),

    'feed-link-created': forUser('A secret feed URL was created for your Tezi account', () => [
      'A secret URL of a feed was created for your Tezi account. Apps read the feed with it, without your password, until you revoke it:',
      `${publicUrl}${KEYS_PATH}`,
      "If it wasn't you, revoke it there, then set a new password with this link, which signs out every device and revokes all secret URLs:",
      `${publicUrl}${paths.forgotPassword}`,
    ]),

    'api-key-created': forUser('A new API key was created for your Tezi account', () => [
      'An API key was created for your Tezi account. With it, programs read what your account may read, until you revoke it:',
      `${publicUrl}${KEYS_PATH}`,
      "If it wasn't you, revoke it there, then set a new password with this link, which signs out every device and revokes all keys:",
      `${publicUrl}${paths.forgotPassword}`,
    ]),

    'webhook-added': forUser('A webhook was added to your Tezi account', () => [
      'A webhook was added to your Tezi account. The alerts that are on for it are sent to its URL until you remove it:',
      `${publicUrl}${ALERT_SETTINGS_PATH}`,
      endWebhook,
      `${publicUrl}${paths.forgotPassword}`,
    ]),

    'webhook-secret-replaced': forUser('The secret of your Tezi webhook was replaced', () => [
      'The webhook of your Tezi account has a new secret. The one before signs for a day at most:',
      `${publicUrl}${ALERT_SETTINGS_PATH}`,
      endWebhook,
      `${publicUrl}${paths.forgotPassword}`,
    ]),

    'webhook-turned-off': forUser('Your Tezi webhook was turned off', () => [
      'The URL of your webhook accepted no message for days, or said that it does not exist any more. No alerts are sent to it until a test is accepted, which you can send here:',
      `${publicUrl}${ALERT_SETTINGS_PATH}`,
      'Your inbox has every alert of that time.',
      "If it wasn't you who added the webhook, remove it there.",
    ]),

    'google-linked': forUser('You can now sign in to Tezi with Google', () => [
      'Your Tezi account was linked to the Google account with this email address. From now on you can sign in with Google as well as with your password.',
      ifUnexpected,
    ]),

    'google-took-over': forUser('You now sign in to Tezi with Google', () => [
      'Your Tezi account was signed in to with the Google account of this email address.',
      'The email address had not been verified before, so the old password no longer works and every other device was signed out.',
      'From now on, sign in with Google. To use a password as well, set a new one:',
      `${publicUrl}${paths.forgotPassword}`,
      writeToUs,
    ]),

    // The account no longer exists.
    'account-deleted': async (_tx, { recipient }) => ({
      to: recipient,
      subject: 'Your Tezi account was deleted',
      text: formatEmail(settings, 'Hello,', [
        'Your Tezi account was deleted, as you requested. It cannot be restored. You are welcome to create a new one.',
        writeToUs,
      ]),
    }),
  };
}

/** Returns the paragraphs of an email; `null` if it is not sent. */
type ParagraphWriter = (
  tx: Transaction,
  user: User,
  now: Date,
) => readonly string[] | Promise<readonly string[] | null>;
