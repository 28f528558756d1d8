import { createHmac } from 'node:crypto';
import type { Account } from './account.ts';
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
