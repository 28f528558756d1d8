import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { type Author, recordVersion } from './record-version.ts';
import { lockSignal, type SignalRow, updateSignal } from './signals.queries.ts';

/** Hides a signal everywhere, records the deletion in its history and returns the signal. Throws `notFound`. */
export async function deleteSignal(
  tx: Transaction,
  id: string,
  author: Author,
  now: Date,
): Promise<SignalRow> {
  const current = await lockSignal(tx, id);
  if (!current) throw notFound();
  const row = await updateSignal(tx, { ...current, version: current.version + 1, deletedAt: now });
  await recordVersion(tx, { before: current, after: row, override: null }, author, now);
  return row;
}
