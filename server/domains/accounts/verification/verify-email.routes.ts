import { sendVerification, verifyEmail } from '#contract/accounts/verify-email.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import {
  accountNotFound,
  invalidEmailLink,
  usedEmailLink,
} from '#server/domains/accounts/accounts.errors.ts';
import { findUser, markEmailVerified } from '#server/domains/accounts/accounts.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';
import { findOneTimeToken, isUsedOneTimeToken, redeemOneTimeToken } from './one-time-tokens.ts';

export function verifyEmailRoutes({ handle, database, clock, rateLimits }: RouteDependencies): void {
  handle(verifyEmail, async ({ body, clientIp, events }) => {
    // As for a password reset, only invalid tokens count.
    const isValid = (await findOneTimeToken(database.db, body.token, 'verify-email', clock.now())) !== null;
    if (!isValid) await rateLimits.countIp('mailedTokenAddress', clientIp);
    await database.transaction(async (tx) => {
      const id = await markEmailAsVerified(tx, body.token, clock.now());
      await events.record(tx, { kind: 'email_verified', account: { kind: 'customer', id } });
    });
    return { message: 'Your email address is verified.' };
  });

  handle(sendVerification, async ({ caller }) => {
    const user = await findUser(database.db, caller.userId);
    if (!user) throw accountNotFound();
    if (user.emailVerifiedAt) return { message: 'Your email address is already verified.' };
    await rateLimits.count('verifyMailAccount', user.email);
    await database.transaction((tx) => queueVerificationEmail(tx, user.email));
    return { message: `A new link is on its way to ${user.email}.` };
  });
}

export function queueVerificationEmail(tx: Transaction, email: string): Promise<void> {
  return queueEmail(tx, { template: 'verify-email', recipient: email });
}

/**
 * Marks the email of a token's account as verified. Returns the account's id; throws `usedEmailLink` or `invalidEmailLink`.
 */
async function markEmailAsVerified(tx: Transaction, token: string, now: Date): Promise<string> {
  const userId = await redeemOneTimeToken(tx, token, 'verify-email', now);
  if (userId === null) {
    throw (await isUsedOneTimeToken(tx, token, 'verify-email')) ? usedEmailLink() : invalidEmailLink();
  }
  await markEmailVerified(tx, userId, now);
  return userId;
}
