import type { Transaction } from '#server/platform/database.ts';
import { presentAdminSignal } from './present-signal.ts';
import { insertVersion } from './signal-versions.queries.ts';
import type { SignalRow } from './signals.queries.ts';

/** The author of a change: an administrator, or the product itself (sample content). */
export interface Author {
  name: string;
  administratorId: string | null;
}

/** Appends the current state of a signal to its history. */
export function recordVersion(
  tx: Transaction,
  action: 'added' | 'updated' | 'deleted',
  row: SignalRow,
  author: Author,
  now: Date,
): Promise<void> {
  return insertVersion(tx, {
    signalId: row.id,
    version: row.version,
    action,
    changedAt: now,
    changedBy: author.name,
    administratorId: author.administratorId,
    signal: presentAdminSignal(row),
  });
}
