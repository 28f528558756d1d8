import type { Tokens } from '#contract/accounts/tokens.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { invalidCredentials, startSession, verifyPassword } from '#server/domains/accounts/accounts.ts';
import {
  type Administrator,
  findAdministratorByUsername,
  lockAdministrator,
} from '#server/domains/admin/admin.queries.ts';
import type { SignInGuessLimits } from '#server/domains/admin/second-factor/guess-limits.ts';
import {
  secondFactorRequired,
  wrongSignInCode,
} from '#server/domains/admin/second-factor/second-factor.errors.ts';
import { redeemCode } from '#server/domains/admin/second-factor/second-factor.ts';
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
 * Signs an administrator in. Throws `invalidCredentials`, `secondFactorRequired` if the password is correct
 * and the code is missing, or `wrongSignInCode`. Only a complete sign-in clears the failures.
 */
export async function signInAdministrator(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'authenticatorClock' | 'logger' | 'tokenSecrets'>,
  credentials: Credentials,
  { guesses, userAgent, events }: SignInContext,
): Promise<{ administrator: Administrator; tokens: Tokens }> {
  const { database } = dependencies;
  const verified = await checkPassword(database, credentials, guesses.passwords);
  const outcome = await database.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, verified.id);
    // Deleted or changed since the password was verified.
    if (administrator?.passwordHash !== verified.passwordHash) return invalidCredentials();
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
  const administrator = await findAdministratorByUsername(database.db, username);
  const isCorrect = await verifyPassword(password, administrator?.passwordHash ?? null, guesses);
  if (administrator && isCorrect) return administrator;
  throw invalidCredentials();
}

async function checkSecondFactor(
  tx: Transaction,
  administrator: Administrator,
  code: string | undefined,
  {
    guesses,
    ...context
  }: Pick<Dependencies, 'clock' | 'authenticatorClock' | 'logger' | 'tokenSecrets'> & {
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
    tokenSecrets: secrets,
    userAgent,
    events,
  }: Pick<Dependencies, 'clock' | 'tokenSecrets'> & Omit<SignInContext, 'guesses'>,
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
    { secrets, now, events, method: 'password' },
  );
}
