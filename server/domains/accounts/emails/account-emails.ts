import { findUserByEmail, type User } from '#server/domains/accounts/accounts.queries.ts';
import { makeOneTimeToken } from '#server/domains/accounts/verification/one-time-tokens.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { MailTemplate, MailTemplates } from '#server/platform/email/outbox.ts';
import type { Message } from '#server/platform/email/transport.ts';
import {
  accountDeleted,
  googleLinked,
  googleTookOver,
  type MailSettings,
  passwordChanged,
  passwordReset,
  verifyEmail,
} from './account-email-texts.ts';

/** The mails of the accounts, each written when it is about to be sent. */
export function accountMails(settings: MailSettings): MailTemplates {
  return {
    'password-reset': toUser(async (tx, user, now) => {
      const token = await makeOneTimeToken(tx, { userId: user.id, purpose: 'password-reset' }, now);
      return passwordReset(settings, user, token);
    }),
    'verify-email': toUser(async (tx, user, now) => {
      if (user.emailVerifiedAt) return null;
      const token = await makeOneTimeToken(tx, { userId: user.id, purpose: 'verify-email' }, now);
      return verifyEmail(settings, user, token);
    }),
    'password-changed': toUser(async (_tx, user) => passwordChanged(settings, user)),
    'google-linked': toUser(async (_tx, user) => googleLinked(settings, user)),
    'google-took-over': toUser(async (_tx, user) => googleTookOver(settings, user)),
    'account-deleted': async (_tx, { recipient }) => ({ to: recipient, ...accountDeleted(settings) }),
  };
}

type WriteToUser = (tx: Transaction, user: User, now: Date) => Promise<Omit<Message, 'to'> | null>;

/** For a recipient without an account there is nothing to write: so it is settled here, and whoever queues need not know. */
function toUser(write: WriteToUser): MailTemplate {
  return async (tx, { recipient }, now) => {
    const user = await findUserByEmail(tx, recipient);
    const text = user && (await write(tx, user, now));
    return text && { to: recipient, ...text };
  };
}
