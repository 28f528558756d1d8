import type { Account } from '#simulators/paddle/account.ts';
import type { StoredNotification } from '#simulators/paddle/state/state.ts';
import { attemptDelivery } from './attempt.ts';

export interface Outbox {
  /** Delivers sequentially until nothing is due. */
  flush(): Promise<void>;
  /** Resolves when no delivery is in progress. */
  flushed(): Promise<void>;
}

/** Flushes run one after another, so that only `duplicate` repeats a delivery. */
export function createOutbox(account: Account, closing: AbortSignal): Outbox {
  let queue: Promise<void> = Promise.resolve();
  return {
    flush() {
      queue = queue.then(() => deliverDue(account, closing));
      return queue;
    },
    flushed: () => queue,
  };
}

/** Returns the time of the next delivery, in milliseconds of the simulated clock; `null` when none is waiting. */
export function getNextDeliveryMs({ state }: Account): number | null {
  const waiting = state.notifications.filter(isWaiting).map(({ dueAtMs }) => dueAtMs);
  return waiting.length > 0 ? Math.min(...waiting) : null;
}

async function deliverDue(account: Account, closing: AbortSignal): Promise<void> {
  for (let due = listDue(account); due.length > 0; due = listDue(account)) {
    for (const notification of due) {
      if (closing.aborted) return;
      await attemptDelivery(account, notification, closing);
    }
    account.notifyListeners();
  }
}

function listDue({ state, clock, chaos }: Account): StoredNotification[] {
  const nowMs = clock.nowMs();
  const due = state.notifications.filter((each) => isWaiting(each) && each.dueAtMs <= nowMs);
  return chaos.reorder ? swapNeighbors(due) : due;
}

const isWaiting = ({ status }: StoredNotification) => status === 'not_attempted' || status === 'needs_retry';

function swapNeighbors<T>(all: readonly T[]): T[] {
  return all.map((each, index) => all[index % 2 === 0 ? index + 1 : index - 1] ?? each);
}
