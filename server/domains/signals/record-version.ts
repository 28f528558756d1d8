import { appendEntries } from '#server/domains/ledger/ledger.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Override } from './checks/check-warnings.ts';
import { toEntry } from './ledger/to-entry.ts';
import { presentAdminSignal } from './present-signal.ts';
import { insertVersion } from './signal-versions.queries.ts';
import type { SignalRow } from './signals.queries.ts';
import { recordEvents } from './stream/record-events.ts';

/** The author of a change: an administrator, or the product itself (sample content). */
export interface Author {
  name: string;
  administratorId: string | null;
  /** The administrator who approved the publication, if approval is required. */
  approvedBy?: { name: string; administratorId: string };
}

/**
 * Appends the state of a signal after a change to its history and to the ledger, and records the events of the change for the
 * streams. `before` is `null` for a new signal, `override` without warnings. Call it at the end of the transaction, which must
 * announce `ledger`.
 */
export async function recordVersion(
  tx: Transaction,
  { before, after, override }: { before: SignalRow | null; after: SignalRow; override: Override | null },
  author: Author,
  now: Date,
): Promise<void> {
  const version = {
    signalId: after.id,
    version: after.version,
    action: getAction(before, after),
    changedAt: now,
    changedBy: author.name,
    administratorId: author.administratorId,
    approvedBy: author.approvedBy?.name ?? null,
    approverId: author.approvedBy?.administratorId ?? null,
    signal: presentAdminSignal(after),
    overrideReason: override?.reason ?? null,
    overriddenWarnings: override?.warnings ?? null,
  };
  await insertVersion(tx, version);
  await recordEvents(tx, before, after, now);
  // Last, because it blocks all other writers until the commit.
  await appendEntries(tx, [toEntry(version, { recordedAt: now })]);
}

function getAction(before: SignalRow | null, after: SignalRow): 'added' | 'updated' | 'deleted' {
  if (before === null) return 'added';
  return after.deletedAt === null ? 'updated' : 'deleted';
}
