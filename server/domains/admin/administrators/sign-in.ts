import type { Tokens } from '#contract/accounts/tokens.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { startSession, verifyPassword, invalidCredentials } from '#server/domains/accounts/accounts.ts';
import { type Administrator, findAdministratorByUsername } from '#server/domains/admin/admin.queries.ts';
import type { SignInGuessLimits } from '#server/domains/admin/second-factor/guess-limits.ts';
import { redeemCode } from '#server/domains/admin/second-factor/redeem-code.ts';
import {
  secondFactorRequired,
  wrongSignInCode,
} from '#server/domains/admin/second-factor/second-factor.errors.ts';
import { lockAdministrator } from '#server/domains/admin/second-factor/second-factor.queries.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import type { FailureLimit } from '#server/platform/rate-limits/rate-limits.ts';
import type { RequestEvents } from '#server/platform/security-events/security-log.ts';

interface Credentials {
  username: string;
  password: string;
  code?: string | undefined;
}

interface SignInContext {
  guesses: SignInGuessLimits;
  userAgent: string | null;
  events: RequestEvents;
}

/**
 * Signs an administrator in; throws `wrongCredentials`, `secondFactorRequired` when the password is right and a code is
 * missing, or `secondFactorWrong`. Only a whole sign-in clears the failures.
 */
export async function signInAdministrator(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'logger' | 'tokenSecret'>,
  credentials: Credentials,
  { guesses, userAgent, events }: SignInContext,
): Promise<{ administrator: Administrator; tokens: Tokens }> {
  const { database } = dependencies;
  const known = await checkPassword(database, credentials, guesses.passwords);
  const outcome = await database.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, known.id);
    // Gone or changed since the password was compared.
    if (administrator?.passwordHash !== known.passwordHash) return invalidCredentials();
    const rejection = await checkSecondFactor(tx, administrator, credentials.code, {
      ...dependencies,
      guesses: guesses.codes,
      events,
    });
    if (rejection) return rejection;
    const tokens = await openSession(tx, administrator, { ...dependencies, userAgent, events });
    return { administrator, tokens };
  });
  if ('tokens' in outcome) {
    await guesses.passwords.resetFailures();
    await guesses.codes.resetFailures();
    return outcome;
  }
  throw outcome;
}

async function checkPassword(
  database: Database,
  { username, password }: Credentials,
  guesses: FailureLimit,
): Promise<Administrator> {
  await guesses.rejectWhileDelayed();
  const known = await findAdministratorByUsername(database.db, username);
  const isRight = await verifyPassword(password, known?.passwordHash ?? null, guesses.rejectWhileDelayed);
  if (known && isRight) return known;
  await guesses.countFailure();
  throw invalidCredentials();
}

async function checkSecondFactor(
  tx: Transaction,
  administrator: Administrator,
  code: string | undefined,
  {
    guesses,
    ...context
  }: Pick<Dependencies, 'clock' | 'logger' | 'tokenSecret'> & {
    guesses: FailureLimit;
    events: RequestEvents;
  },
) {
  if (administrator.totpConfirmedAt === null) return null;
  if (code === undefined) return secondFactorRequired();
  await guesses.rejectWhileDelayed(tx);
  if (await redeemCode(tx, administrator, code, context)) return null;
  await guesses.countFailure(tx);
  return wrongSignInCode();
}

function openSession(
  tx: Transaction,
  { id, totpConfirmedAt }: Administrator,
  {
    clock,
    tokenSecret: secret,
    userAgent,
    events,
  }: Pick<Dependencies, 'clock' | 'tokenSecret'> & Omit<SignInContext, 'guesses'>,
): Promise<Tokens> {
  const now = clock.now();
  return startSession(
    tx,
    {
      accountKind: 'administrator',
      accountId: id,
      userAgent,
      secondFactorAt: totpConfirmedAt === null ? null : now,
    },
    { secret, now, events, method: 'password' },
  );
}
