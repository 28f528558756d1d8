import { findUserByEmail, type User } from '#server/domains/accounts/accounts.queries.ts';
import { createOneTimeToken } from '#server/domains/accounts/verification/one-time-tokens.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { EmailTemplate, EmailTemplates } from '#server/platform/email/outbox.ts';
import type { Message } from '#server/platform/email/transport.ts';
import {
  type EmailSettings,
  renderAccountDeleted,
  renderEmailVerification,
  renderGoogleLinked,
  renderGoogleTakeover,
  renderPasswordChanged,
  renderPasswordReset,
} from './account-email-texts.ts';

/** Creates the email templates of the accounts domain. Each email is rendered when it is sent. */
export function createAccountEmails(settings: EmailSettings): EmailTemplates {
  return {
    'password-reset': forUser(async (tx, user, now) => {
      const token = await createOneTimeToken(tx, { userId: user.id, purpose: 'password-reset' }, now);
      return renderPasswordReset(settings, user, token);
    }),
    'verify-email': forUser(async (tx, user, now) => {
      if (user.emailVerifiedAt) return null;
      const token = await createOneTimeToken(tx, { userId: user.id, purpose: 'verify-email' }, now);
      return renderEmailVerification(settings, user, token);
    }),
    'password-changed': forUser(async (_tx, user) => renderPasswordChanged(settings, user)),
    'google-linked': forUser(async (_tx, user) => renderGoogleLinked(settings, user)),
    'google-took-over': forUser(async (_tx, user) => renderGoogleTakeover(settings, user)),
    'account-deleted': async (_tx, { recipient }) => ({ to: recipient, ...renderAccountDeleted(settings) }),
  };
}

type UserEmailRenderer = (tx: Transaction, user: User, now: Date) => Promise<Omit<Message, 'to'> | null>;

/** Renders nothing for a recipient without an account, so that callers can queue the email without checking. */
function forUser(render: UserEmailRenderer): EmailTemplate {
  return async (tx, { recipient }, now) => {
    const user = await findUserByEmail(tx, recipient);
    const text = user && (await render(tx, user, now));
    return text && { to: recipient, ...text };
  };
}
