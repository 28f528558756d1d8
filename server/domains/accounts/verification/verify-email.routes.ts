import { sendVerification, verifyEmail } from '#contract/accounts/verify-email.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { accountNotFound } from '#server/domains/accounts/accounts.errors.ts';
import { findUser } from '#server/domains/accounts/accounts.queries.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { findOneTimeToken } from './one-time-tokens.ts';
import { markEmailAsVerified, queueVerificationEmail } from './verify-email.ts';

export function verifyEmailRoutes(
  handle: Handle,
  { database, clock, rateLimits }: Pick<Dependencies, 'database' | 'clock' | 'rateLimits'>,
): void {
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
