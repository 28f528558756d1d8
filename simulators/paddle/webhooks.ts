import { createHmac } from 'node:crypto';
import { type Account, type DueAction, getNextDue } from './account.ts';
import type { StoredEvent, StoredNotification } from './state.ts';

/** Paddle waits this long for a response and accepts only status 200. */
const TIMEOUT_MS = 5_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * The delays between delivery attempts. Paddle's sandbox makes three more attempts within 15 minutes, and does not publish
 * the intervals.
 */
const RETRY_DELAYS_MS = {
  sandbox: [MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS],
  fast: Array<number>(5).fill(SECOND_MS),
};

export interface Outbox {
  /** Delivers sequentially until nothing is due. */
  flush(): Promise<void>;
  /** Resolves when no delivery is in progress. */
  flushed(): Promise<void>;
}

/** Delivers the webhooks of an account. Flushes run one after another, so that none repeats a delivery. */
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
function getNextDeliveryMs({ state }: Account): number | null {
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

function listDue({ state, clock }: Account): StoredNotification[] {
  const nowMs = clock.nowMs();
  return state.notifications.filter((each) => isWaiting(each) && each.dueAtMs <= nowMs);
}

const isWaiting = ({ status }: StoredNotification) => status === 'not_attempted' || status === 'needs_retry';

/** Attempts a delivery once, and schedules the next attempt after a failure. */
async function attemptDelivery(
  account: Account,
  notification: StoredNotification,
  closing: AbortSignal,
): Promise<void> {
  const event = account.state.events.findLast(({ event_id }) => event_id === notification.eventId);
  notification.attempts += 1;
  if (event && (await post(account, { ...event, notification_id: notification.id }, closing))) {
    notification.status = 'delivered';
    return;
  }
  const delays = RETRY_DELAYS_MS[account.options.retryProfile ?? 'sandbox'];
  const delayMs = event && delays[notification.attempts - 1];
  notification.status = delayMs === undefined ? 'failed' : 'needs_retry';
  notification.dueAtMs = account.clock.nowMs() + (delayMs ?? 0);
}

/** Returns true when the product accepted the event. */
async function post(
  { options: { webhook, deliver = fetch }, clock }: Account,
  payload: Omit<StoredEvent, 'notification_id'> & { notification_id: string },
  closing: AbortSignal,
): Promise<boolean> {
  const body = JSON.stringify(payload);
  const ts = Math.floor(clock.nowMs() / SECOND_MS);
  const h1 = createHmac('sha256', webhook.secret).update(`${ts}:${body}`).digest('hex');
  try {
    const response = await deliver(webhook.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Paddle',
        'Paddle-Signature': `ts=${ts};h1=${h1}`,
        'Paddle-Version': '1',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), closing]),
    });
    await response.text();
    return response.status === 200;
  } catch {
    return false;
  }
}

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
