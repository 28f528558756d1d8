import type { Account } from './account.ts';
import { type DueAction, getNextDue } from './lifecycle/due.ts';
import { getNextDeliveryMs, type Outbox } from './webhooks.ts';

/** Limits timers, so that a clock jump is noticed. */
const MAX_WAIT_MS = 60_000;
/** Limits polling of a stopped clock. */
const MIN_WAIT_MS = 50;
const MAX_ADVANCE_MS = 10 * 366 * 86_400_000;

export interface Scheduler {
  /** Starts running due actions and deliveries automatically. */
  start(): void;
  stop(): void;
  /** Advances the clock from action to action, optionally delivering webhooks in between. Returns the actions that ran. */
  advance(toMs: number, options: { deliver: boolean }): Promise<DueAction[]>;
}

export function createScheduler(account: Account, outbox: Outbox): Scheduler {
  let timer: NodeJS.Timeout | null = null;
  let isStarted = false;
  account.onChange(() => wake());

  return {
    start() {
      isStarted = true;
      wake();
    },
    stop() {
      isStarted = false;
      if (timer) clearTimeout(timer);
      timer = null;
    },
    async advance(toMs, { deliver }) {
      if (toMs - account.clock.nowMs() > MAX_ADVANCE_MS)
        throw new RangeError('The clock can be advanced by at most ten years.');
      if (toMs < account.clock.nowMs()) throw new RangeError('The clock cannot be set back.');
      const actions: DueAction[] = [];
      for (let atMs = getNextStepMs(deliver); atMs !== null && atMs <= toMs; atMs = getNextStepMs(deliver)) {
        account.clock.moveTo(atMs);
        actions.push(...account.runDueActions(atMs));
        if (deliver) await outbox.flush();
      }
      account.clock.moveTo(toMs);
      account.notifyListeners();
      return actions;
    },
  };

  function getNextStepMs(deliver: boolean): number | null {
    const steps = [getNextDue(account.state)?.atMs ?? null, deliver ? getNextDeliveryMs(account) : null];
    const due = steps.filter((step) => step !== null);
    return due.length > 0 ? Math.min(...due) : null;
  }

  function wake(): void {
    if (!isStarted) return;
    if (timer) clearTimeout(timer);
    const nextMs = getNextStepMs(true) ?? Number.POSITIVE_INFINITY;
    const aheadMs = nextMs - account.clock.nowMs();
    const waitMs = aheadMs <= 0 ? 0 : Math.min(Math.max(aheadMs, MIN_WAIT_MS), MAX_WAIT_MS);
    timer = setTimeout(() => {
      account.runDueActions();
      void outbox.flush().then(wake, wake);
    }, waitMs);
    timer.unref();
  }
}
