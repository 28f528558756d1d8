import { refreshTokens, signOut } from '#core/contract/accounts/tokens.ts';
import { getEmailDelivery } from '#core/server/config/service-modes.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import { readDemoMailbox } from '#core/server/platform/email/transport.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { readMailbox } from '#features/accounts/contract/mailbox.ts';
import {
  acceptRiskStatement as acceptEndpoint,
  RISK_STATEMENT_VERSION,
  readRiskAcceptance,
} from '#features/accounts/contract/risk-statement.ts';
import { register, sendVerification, signIn, verifyEmail } from '#features/accounts/contract/sign-in.ts';
import {
  accountNotFound,
  invalidCredentials,
  invalidEmailLink,
  invalidRefreshToken,
  riskStatementChanged,
  usedEmailLink,
} from './accounts.errors.ts';
import {
  findUser,
  findUserByEmail,
  lockCustomer,
  lockIfPasswordUnchanged,
  markEmailVerified,
} from './accounts.queries.ts';
import type { AccountHooks } from './deletion/delete-account.ts';
import { describeDelay, requireEmails } from './emails/email-delivery.ts';
import { googleRoutes } from './google/google.routes.ts';
import type { GoogleSettings } from './google/google-client.ts';
import { keysRoutes } from './keys/keys.routes.ts';
import { getSignInLane, hashPassword, rejectGuessablePassword } from './passwords/password.ts';
import { passwordResetRoutes } from './passwords/password-reset.routes.ts';
import { accountDataRoutes } from './profile/account-data.routes.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { acceptRiskStatement, listRiskAcceptances } from './risk-statement/risk-statement.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { endSession, findSessionId, refreshSession, startSession } from './sessions/sessions.ts';
import { limitCustomerSignIn } from './sign-in/failure-limits.ts';
import {
  checkCredentials,
  presentSignIn,
  queueSignInAlert,
  registerCustomer,
  reportFailedSignIn,
} from './sign-in/sign-in.ts';
import { getTrustedDevice, toTrustingAccount, trustDevice } from './sign-in/trusted-device.ts';
import { findOneTimeToken, isUsedOneTimeToken, redeemOneTimeToken } from './verification/one-time-tokens.ts';

/** `google` is `null` if users cannot sign in with Google. */
export function registerAccounts(
  dependencies: RouteDependencies,
  { google, hooks }: { google: GoogleSettings | null; hooks: AccountHooks },
): void {
  signInRoutes(dependencies, hooks);
  googleRoutes(dependencies, google, hooks);
  profileRoutes(dependencies, hooks);
  sessionsRoutes(dependencies);
  accountDataRoutes(dependencies, hooks);
  passwordResetRoutes(dependencies, hooks);
  verifyEmailRoutes(dependencies);
  riskStatementRoutes(dependencies);
  keysRoutes(dependencies);
  mailboxRoutes(dependencies);
}

/** Serves registration, sign-in, sign-out and token refresh. */
function signInRoutes(
  { handle, database, clock, tokenSecrets: secrets, rateLimits }: RouteDependencies,
  hooks: Pick<AccountHooks, 'onRegistered'>,
): void {
  handle(signIn, async ({ body, userAgent, clientIp, cookies, events }) => {
    const existing = await findUserByEmail(database.db, body.email);
    const device = getTrustedDevice(cookies, existing && toTrustingAccount(existing), secrets);
    const subject = {
      account: existing && ({ kind: 'customer', id: existing.id } as const),
      identifier: body.email,
      method: 'password',
    } as const;
    const { user, tokens } = await reportFailedSignIn(events, subject, async () => {
      // Other clients that share the IP address of a trusted device cannot use up its limit.
      if (device === null) await rateLimits.countIp('signInAddress', clientIp);
      else await rateLimits.count('signInAddress', `trusted devices of ${body.email}`);
      const failures = limitCustomerSignIn(rateLimits, { account: body.email, device, clientIp });
      const user = await checkCredentials(database, body, {
        lane: getSignInLane(device && (existing?.id ?? null), clientIp),
        failures,
      });

      const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
      const tokens = await database.transaction(async (tx) => {
        // The password may have changed while this one was being verified.
        if (!(await lockIfPasswordUnchanged(tx, user))) throw invalidCredentials();
        const now = clock.now();
        if (device === null) await queueSignInAlert(tx, { userId: user.id, userAgent, now });
        return startSession(tx, account, { secrets, now, events, method: 'password' });
      });
      return { user, tokens };
    });
    trustDevice(cookies, toTrustingAccount(user), secrets);
    return presentSignIn(user, tokens);
  });

  handle(register, async ({ body, userAgent, clientIp, cookies, events }) => {
    await rateLimits.countIp('signUpAddress', clientIp);
    const profile = { email: body.email, firstName: body.first_name, lastName: body.last_name };
    rejectGuessablePassword(body.password, profile, 'password');
    const lane = getSignInLane(null, clientIp);
    const newCustomer = { ...profile, passwordHash: await hashPassword(body.password, lane) };
    const { user, tokens } = await database.transaction(async (tx) => {
      const now = clock.now();
      const user = await registerCustomer(tx, newCustomer, now);
      await rateLimits.count('signUpAccount', user.email, tx);
      await hooks.onRegistered(tx, user.id, now);
      await queueVerificationEmail(tx, user.email);
      const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
      await events.record(tx, {
        kind: 'account_created',
        account: { kind: 'customer', id: user.id },
        details: { method: 'registration' },
      });
      // The sign-up page states it above its button.
      await acceptRiskStatement(tx, { userId: user.id, place: 'sign_up', now, events });
      const method = 'registration';
      return { user, tokens: await startSession(tx, account, { secrets, now, events, method }) };
    });
    trustDevice(cookies, toTrustingAccount(user), secrets);
    return presentSignIn(user, tokens);
  });

  handle(signOut, async ({ body, events }) => {
    await database.transaction(async (tx) => {
      const ended = await endSession(tx, body.refresh_token, clock.now());
      if (ended) await events.record(tx, { kind: 'signed_out', ...ended });
    });
    return {};
  });

  handle(refreshTokens, async ({ body, events }) => {
    const sessionId = await findSessionId(database.db, body.refresh);
    if (sessionId) await rateLimits.count('refreshSession', sessionId);
    const outcome = await database.transaction((tx) =>
      refreshSession(tx, body.refresh, { secrets, now: clock.now(), events }),
    );
    if ('rejected' in outcome) throw invalidRefreshToken(outcome.rejected);
    return outcome.tokens;
  });
}

/** Lists the demo's emails. They give access to its accounts, so other configurations do not have this endpoint. */
function mailboxRoutes({ handle, config, database }: RouteDependencies): void {
  if (getEmailDelivery(config) !== 'mailbox') return;
  handle(readMailbox, async () => {
    const emails = await readDemoMailbox(database.db);
    const results = emails.map(({ id, recipient, subject, text, sentAt }) => ({
      id,
      recipient,
      subject,
      text,
      sent_at: sentAt.toISOString(),
    }));
    return { count: results.length, results };
  });
}

/** Serves the acceptance of the risk statement. */
function riskStatementRoutes({ handle, database, clock }: RouteDependencies): void {
  handle(readRiskAcceptance, ({ caller }) => presentState(database.db, caller.userId));

  handle(acceptEndpoint, ({ caller: { userId }, body: { version, place }, events }) => {
    if (version !== RISK_STATEMENT_VERSION) throw riskStatementChanged();
    return database.transaction(async (tx) => {
      if (!(await lockCustomer(tx, userId))) throw accountNotFound();
      await acceptRiskStatement(tx, { userId, place, now: clock.now(), events });
      return presentState(tx, userId);
    });
  });
}

async function presentState(db: Queryable, userId: string) {
  const acceptances = await listRiskAcceptances(db, userId);
  const acceptance = acceptances.find(({ version }) => version === RISK_STATEMENT_VERSION) ?? null;
  return { version: RISK_STATEMENT_VERSION, acceptance };
}

function verifyEmailRoutes({ handle, config, database, clock, rateLimits, checks }: RouteDependencies): void {
  handle(verifyEmail, async ({ body, clientIp, events }) => {
    // Only invalid tokens count, as for a password reset.
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
    requireEmails(config);
    await rateLimits.count('verifyMailAccount', user.email);
    await database.transaction((tx) => queueVerificationEmail(tx, user.email));
    return { message: `A new link is on its way to ${user.email}.${describeDelay(checks)}` };
  });
}

function queueVerificationEmail(tx: Transaction, email: string): Promise<void> {
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
