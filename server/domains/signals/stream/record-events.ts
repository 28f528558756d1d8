import type { SignalType } from '#contract/signals/signal-types.ts';
import type { SignalEventKind } from '#contract/signals/stream.ts';
import type { SignalRow } from '#server/domains/signals/signals.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { insertEvent } from './signal-events.queries.ts';

interface ListChange {
  signalType: SignalType;
  kind: SignalEventKind;
}

/**
 * Records the events of a change in its transaction. `before` is `null` for a new signal. Call it at the end of the
 * transaction: it blocks other changes of the same type until the commit.
 */
export async function recordEvents(
  tx: Transaction,
  before: SignalRow | null,
  after: SignalRow,
  now: Date,
): Promise<void> {
  for (const { signalType, kind } of getListChanges(before, after)) {
    await insertEvent(tx, {
      signalType,
      kind,
      signalId: after.id,
      version: after.version,
      recordedAt: now,
    });
  }
}

/** Returns how a change affects the lists. Ordered by type, so that concurrent transactions lock in the same order. */
export function getListChanges(
  before: Pick<SignalRow, 'signalType' | 'callStatus'> | null,
  after: Pick<SignalRow, 'signalType' | 'callStatus' | 'deletedAt'>,
): ListChange[] {
  const { signalType } = after;
  if (after.deletedAt !== null) return [{ signalType, kind: 'removed' }];
  if (before === null) return [{ signalType, kind: 'created' }];
  if (before.signalType !== signalType) {
    const changes: ListChange[] = [
      { signalType: before.signalType, kind: 'removed' },
      { signalType, kind: 'created' },
    ];
    return changes.sort((a, b) => a.signalType.localeCompare(b.signalType));
  }
  const isClosing = before.callStatus === 'in_progress' && after.callStatus === 'closed';
  return [{ signalType, kind: isClosing ? 'closed' : 'updated' }];
}
