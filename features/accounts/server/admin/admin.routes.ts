import type { Tokens } from '#core/contract/accounts/tokens.ts';
import { listMissing } from '#core/server/platform/checks/checks.ts';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import type { Lane } from '#core/server/platform/fair-queue.ts';
import type { FailureLimit } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { RequestEvents } from '#core/server/platform/security-events/security-log.ts';
import type { Dependencies, RouteDependencies } from '#dependencies.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import {
  getSignInLane,
  getTrustedDevice,
  invalidCredentials,
  reportFailedSignIn,
  startSession,
  trustDevice,
  verifyPassword,
} from '#features/accounts/server/accounts.ts';
import { type Administrator, findAdministratorByUsername, lockAdministrator } from './admin.queries.ts';
import { createAdministratorsCheck } from './administrators-check.ts';
import { limitSignInGuesses, type SignInGuessLimits } from './second-factor/guess-limits.ts';
import { secondFactorRoutes } from './second-factor/second-factor.admin.routes.ts';
import { secondFactorRequired, wrongSignInCode } from './second-factor/second-factor.errors.ts';
import { redeemCode } from './second-factor/second-factor.ts';
import { securityEventRoutes } from './security-log/security-events.admin.routes.ts';

export function registerAdmin(dependencies: RouteDependencies): void {
  const { handle, config, database, checks, tokenSecrets: secrets, rateLimits } = dependencies;
  checks.register(createAdministratorsCheck(database.db, config));

  handle(adminSignIn, async ({ body, clientIp, userAgent, cookies, events }) => {
    const { username } = body;
    const existing = await findAdministratorByUsername(database.db, username);
    const device = getTrustedDevice(cookies, existing && toTrustingAccount(existing), secrets);
    const guesses = limitSignInGuesses(rateLimits, { username, device, clientIp });
    const subject = {
      account: existing && ({ kind: 'administrator', id: existing.id } as const),
      identifier: username.toLowerCase(),
      method: 'password',
    } as const;
    const lane = getSignInLane(device && (existing?.id ?? null), clientIp);
    const { administrator, tokens } = await reportFailedSignIn(events, subject, () =>
      signInAdministrator(dependencies, body, { guesses, lane, userAgent, events }),
    );
    trustDevice(cookies, toTrustingAccount(administrator), secrets);
    return {
      user: {
        id: administrator.id,
        username: administrator.username,
        email: '',
        first_name: administrator.username,
        last_name: '',
        google_id: null,
        isAdmin: true as const,
      },
      tokens,
      // A demo begins complete.
      missing_setup: config.mode === 'demo' ? 0 : listMissing(await checks.readSetup()).length,
    };
  });

  secondFactorRoutes(dependencies);
  securityEventRoutes(dependencies);
}

const toTrustingAccount = ({ id, passwordHash, totpConfirmedAt }: Administrator) =>
  ({ kind: 'administrator', id, passwordHash, secondFactorEnabledAt: totpConfirmedAt }) as const;

interface Credentials {
  username: string;
  password: string;
  code?: string | undefined;
}

interface SignInContext {
  guesses: SignInGuessLimits;
  lane: Lane;
  userAgent: string | null;
  events: RequestEvents;
}

/**
 * Signs an administrator in. Throws `invalidCredentials`, `secondFactorRequired` if the password is correct
 * and the code is missing, or `wrongSignInCode`. Only a complete sign-in clears the failures.
 */
async function signInAdministrator(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'authenticatorClock' | 'logger' | 'tokenSecrets'>,
  credentials: Credentials,
  { guesses, lane, userAgent, events }: SignInContext,
): Promise<{ administrator: Administrator; tokens: Tokens }> {
  const { database } = dependencies;
  const verified = await checkPassword(database, credentials, { lane, failures: guesses.passwords });
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
  attempt: { lane: Lane; failures: FailureLimit },
): Promise<Administrator> {
  await attempt.failures.rejectWhileDelayed();
  const administrator = await findAdministratorByUsername(database.db, username);
  const isCorrect = await verifyPassword(password, administrator?.passwordHash ?? null, attempt);
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
  }: Pick<Dependencies, 'clock' | 'tokenSecrets'> & Omit<SignInContext, 'guesses' | 'lane'>,
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
