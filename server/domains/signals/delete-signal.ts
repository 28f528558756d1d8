import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/refusal.ts';
import { type Author, recordVersion } from './record-version.ts';
import { lockSignal, updateSignal } from './signals.queries.ts';

/** Hides a signal everywhere and appends that to its history; throws `notFound`. */
export async function deleteSignal(tx: Transaction, id: string, author: Author, now: Date): Promise<void> {
  const current = await lockSignal(tx, id);
  if (!current) throw notFound();
  const row = await updateSignal(tx, { ...current, version: current.version + 1, deletedAt: now });
  await recordVersion(tx, 'deleted', row, author, now);
}
