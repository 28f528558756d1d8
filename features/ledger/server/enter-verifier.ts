import { createHash } from 'node:crypto';
import type { Clock } from '#core/server/platform/clock.ts';
import { agreesWithDatabase } from '#core/server/platform/database/clock-offset.ts';
import type { Database } from '#core/server/platform/database.ts';
import { appendEntries, type SigningKey } from './append-entries.ts';
import { listVerifiers, lockChain, VERIFIER_PREFIX } from './ledger.queries.ts';
import { readVerificationScript } from './list-lines.ts';

/** Returns the SHA-256 of the script that visitors load. */
export const digestVerificationScript = (): string =>
  createHash('sha256').update(readVerificationScript()).digest('hex');

/**
 * Enters the SHA-256 of the script in the ledger, unless the last entry of one has it, so that receipts and copies of later entries tell
 * which script verified the record. The first start of a server enters it too. One with a wrong clock leaves it to a later start.
 */
export async function enterVerifier({
  database,
  clock,
  signingKey,
}: {
  database: Database;
  clock: Clock;
  signingKey: SigningKey | null;
}): Promise<void> {
  const sha256 = digestVerificationScript();
  const isEntered = (entered: readonly string[]) => entered.at(-1) === sha256;
  if (isEntered(await listVerifiers(database.db)) || !(await agreesWithDatabase(database.db, clock))) return;
  await database.transaction(async (tx, announce) => {
    await lockChain(tx);
    const entered = await listVerifiers(tx);
    // Another server may have started at the same time.
    if (isEntered(entered)) return;
    const now = clock.now();
    const reference = `${VERIFIER_PREFIX}${entered.length + 1}`;
    const payload = { entered_at: now.toISOString(), sha256 };
    await appendEntries(
      tx,
      [{ kind: 'verifier.changed', reference, subject: reference, payload, isOpen: true, recordedAt: now }],
      signingKey,
    );
    announce('ledger');
  });
}
