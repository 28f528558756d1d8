import type { Account } from '#simulators/paddle/account.ts';
import type { StoredNotification } from '#simulators/paddle/state/state.ts';
import { attemptDelivery } from './attempt.ts';

export interface Outbox {
  /** Delivers, one after the other, until nothing is due. */
  flush(): Promise<void>;
  /** Settles when no delivery is under way. */
  flushed(): Promise<void>;
}

/** Flushes wait for each other, so that nothing goes out twice but by `duplicate`. */
export function createOutbox(account: Account, closing: AbortSignal): Outbox {
  let line: Promise<void> = Promise.resolve();
  return {
    flush() {
      line = line.then(() => deliverDue(account, closing));
      return line;
    },
    flushed: () => line,
  };
}

/** When the next delivery is due, in milliseconds of the simulated clock; `null` when none is waiting. */
export function nextDeliveryMs({ state }: Account): number | null {
  const waiting = state.notifications.filter(isWaiting).map(({ dueAtMs }) => dueAtMs);
  return waiting.length > 0 ? Math.min(...waiting) : null;
}

async function deliverDue(account: Account, closing: AbortSignal): Promise<void> {
  for (let due = dueNow(account); due.length > 0; due = dueNow(account)) {
    for (const notification of due) {
      if (closing.aborted) return;
      await attemptDelivery(account, notification, closing);
    }
    account.changed();
  }
}

function dueNow({ state, clock, chaos }: Account): StoredNotification[] {
  const nowMs = clock.nowMs();
  const due = state.notifications.filter((each) => isWaiting(each) && each.dueAtMs <= nowMs);
  return chaos.reorder ? swapNeighbours(due) : due;
}

const isWaiting = ({ status }: StoredNotification) => status === 'not_attempted' || status === 'needs_retry';

function swapNeighbours<T>(all: readonly T[]): T[] {
  return all.map((each, index) => all[index % 2 === 0 ? index + 1 : index - 1] ?? each);
}
