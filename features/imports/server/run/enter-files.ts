import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '#core/server/platform/clock.ts';
import { requireAgreement } from '#core/server/platform/database/clock-offset.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import { appendEntries, getEntryTime, type SigningKey } from '#features/ledger/server/ledger.ts';
import type { ImportFile } from './plan.ts';

/** What evaluations depend on: prices, and the closures that adjustments are made of. */
const ENTERED_KINDS: readonly ImportKind[] = ['prices', 'index-values', 'intraday-prices', 'book-closures'];

/** A file of which an import writes rows. */
export interface ImportedFile {
  sha256: string;
  /** The number of rows of the file. How many are written would hint at symbols with sealed signals, whose rows can need review. */
  rows: number;
  /** The number of rows, names of companies and headers that an administrator has corrected in the preview. */
  repairs: number;
}

/** What is rejected is not lost: some files of several may be imported already, and are when all are imported again. */
const IMPORT_ADVICE =
  'No more prices or closures are imported until your operator has synchronized the clocks (see System): import the files again then.';

/** Returns the SHA-256 of a file as it was read, or of its text in UTF-8 if a browser sent it. */
export const hashFile = ({ sha256, content }: Pick<ImportFile, 'sha256' | 'content'>): string =>
  sha256 ?? createHash('sha256').update(content).digest('hex');

/**
 * Enters files in the ledger before their rows are written, if evaluations depend on them. Returns whether it did. Call it at the end of
 * the transaction, as `appendEntries`. Throws an error for the administrator if the clock of this server is wrong.
 */
export async function enterFiles(
  tx: Transaction,
  files: readonly ImportedFile[],
  {
    importId,
    kind,
    clock,
    signingKey,
  }: { importId: number; kind: ImportKind; clock: Clock; signingKey: SigningKey | null },
): Promise<boolean> {
  if (files.length === 0 || !ENTERED_KINDS.includes(kind)) return false;
  await requireAgreement(tx, clock, IMPORT_ADVICE);
  const enteredAt = await getEntryTime(tx, clock.now());
  const entries = files.map((file) => {
    const reference = `price-import:${randomUUID()}`;
    const payload = { entered_at: enteredAt.toISOString(), import_id: importId, kind, ...file };
    return {
      kind: 'prices.imported',
      reference,
      subject: reference,
      payload,
      isOpen: true,
      recordedAt: enteredAt,
    };
  });
  await appendEntries(tx, entries, signingKey);
  return true;
}
