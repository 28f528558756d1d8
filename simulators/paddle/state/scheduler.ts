import type { Account } from '#simulators/paddle/account.ts';
import { type Due, nextDue } from '#simulators/paddle/lifecycle/renewals/due.ts';
import { nextDeliveryMs, type Outbox } from '#simulators/paddle/webhooks/outbox.ts';

/** Long timers are cut, so that a clock that jumps is noticed. */
const MAX_WAIT_MS = 60_000;
/** A clock that stands still is looked at again, but not all the time. */
const MIN_WAIT_MS = 50;
const FARTHEST_MS = 10 * 366 * 86_400_000;

export interface Scheduler {
  /** From now on things happen and deliveries go out by themselves. */
  start(): void;
  stop(): void;
  /** Moves the time from event to event, delivering what each tells of on the way if asked. Gives what happened. */
  advance(toMs: number, options: { deliver: boolean }): Promise<Due[]>;
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
      if (toMs - account.clock.nowMs() > FARTHEST_MS) throw new RangeError('At most ten years at once.');
      if (toMs < account.clock.nowMs()) throw new RangeError('The clock does not go back.');
      const happened: Due[] = [];
      for (let atMs = nextStepMs(deliver); atMs !== null && atMs <= toMs; atMs = nextStepMs(deliver)) {
        account.clock.moveTo(atMs);
        happened.push(...account.settle(atMs));
        if (deliver) await outbox.flush();
      }
      account.clock.moveTo(toMs);
      account.changed();
      return happened;
    },
  };

  function nextStepMs(deliver: boolean): number | null {
    const steps = [nextDue(account.state)?.atMs ?? null, deliver ? nextDeliveryMs(account) : null];
    const known = steps.filter((step) => step !== null);
    return known.length > 0 ? Math.min(...known) : null;
  }

  function wake(): void {
    if (!isStarted) return;
    if (timer) clearTimeout(timer);
    const nextMs = nextStepMs(true) ?? Number.POSITIVE_INFINITY;
    const aheadMs = nextMs - account.clock.nowMs();
    const waitMs = aheadMs <= 0 ? 0 : Math.min(Math.max(aheadMs, MIN_WAIT_MS), MAX_WAIT_MS);
    timer = setTimeout(() => {
      account.settle();
      void outbox.flush().then(wake, wake);
    }, waitMs);
    timer.unref();
  }
}
