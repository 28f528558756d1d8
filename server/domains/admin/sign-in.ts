import type { Tokens } from '#contract/sessions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { startSession, verifyPassword, wrongCredentials } from '#server/domains/accounts/accounts.ts';
import type { FailureLimit } from '#server/http/limits.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import { type Administrator, findAdministrator } from './admin.queries.ts';
import { secondFactorRequired, secondFactorWrong } from './second-factor.errors.ts';
import { lockAdministrator } from './second-factor.queries.ts';
import { spendCode } from './spend-code.ts';

interface Credentials {
  username: string;
  password: string;
  code?: string | undefined;
}

/**
 * Signs an administrator in; throws `wrongCredentials`, `secondFactorRequired` when the password is right and a code is
 * missing, or `secondFactorWrong`. Wrong passwords and wrong codes count alike.
 */
export async function signInAdministrator(
  dependencies: Dependencies,
  credentials: Credentials,
  { guesses, userAgent }: { guesses: FailureLimit; userAgent: string | null },
): Promise<{ administrator: Administrator; tokens: Tokens }> {
  const { database } = dependencies;
  const known = await checkPassword(database, credentials, guesses);
  const outcome = await database.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, known.id);
    // Gone or changed since the password was compared.
    if (administrator?.passwordHash !== known.passwordHash) return wrongCredentials();
    const refusal = await checkSecondFactor(tx, administrator, credentials.code, {
      ...dependencies,
      guesses,
    });
    return (
      refusal ?? { administrator, tokens: await openSession(tx, administrator, userAgent, dependencies) }
    );
  });
  if ('tokens' in outcome) {
    await guesses.forgetFailures();
    return outcome;
  }
  throw outcome;
}

async function checkPassword(
  database: Database,
  { username, password }: Credentials,
  guesses: FailureLimit,
): Promise<Administrator> {
  await guesses.refuseWhileDelayed();
  const known = await findAdministrator(database.read, username);
  const isRight = await verifyPassword(password, known?.passwordHash ?? null, guesses.refuseWhileDelayed);
  if (known && isRight) return known;
  await guesses.countFailure();
  throw wrongCredentials();
}

async function checkSecondFactor(
  tx: Transaction,
  administrator: Administrator,
  code: string | undefined,
  { guesses, ...dependencies }: Dependencies & { guesses: FailureLimit },
) {
  if (administrator.totpConfirmedAt === null) return null;
  if (code === undefined) return secondFactorRequired();
  await guesses.refuseWhileDelayed(tx);
  if (await spendCode(tx, administrator, code, dependencies)) return null;
  await guesses.countFailure(tx);
  return secondFactorWrong();
}

function openSession(
  tx: Transaction,
  { id, totpConfirmedAt }: Administrator,
  userAgent: string | null,
  { clock, tokenSecret: secret }: Dependencies,
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
    { secret, now },
  );
}
