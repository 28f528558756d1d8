import type { Account } from '#simulators/paddle/account.ts';
import { makeId } from '#simulators/paddle/state/ids.ts';
import { paddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { StoredEvent, StoredNotification } from '#simulators/paddle/state/state.ts';
import { MAIN_DESTINATION_ID } from './destinations.ts';
import { retryDelayMs } from './retry-profiles.ts';
import { signatureOf } from './signature.ts';

/** Paddle waits this long for an answer, and takes 200 alone for one. */
const TIMEOUT_MS = 5_000;
const KEPT_BODY_LENGTH = 500;

/** Tries to deliver once (twice with `duplicate`), and dates the next try if there is to be one. */
export async function attemptDelivery(
  account: Account,
  notification: StoredNotification,
  closing: AbortSignal,
): Promise<void> {
  const event = account.state.events.findLast(({ event_id }) => event_id === notification.eventId);
  const destination = account.state.destinations[notification.destinationId];
  if (!event || !destination) {
    notification.status = 'failed';
    return;
  }
  const isDelivered = await send(account, notification, event, closing);
  if (isDelivered && account.chaos.duplicate) await send(account, notification, event, closing);
  const nowMs = account.clock.nowMs();
  if (isDelivered) {
    notification.status = 'delivered';
    notification.deliveredAt = paddleTime(nowMs);
    return;
  }
  const delayMs = retryDelayMs(account.options.retryProfile ?? 'sandbox', notification.attempts);
  notification.status = delayMs === null ? 'failed' : 'needs_retry';
  notification.dueAtMs = nowMs + (delayMs ?? 0);
}

/** The body of a notification. */
export const payloadOf = (event: StoredEvent, notificationId: string) => ({
  ...event,
  notification_id: notificationId,
});

async function send(
  account: Account,
  notification: StoredNotification,
  event: StoredEvent,
  closing: AbortSignal,
): Promise<boolean> {
  const nowMs = account.clock.nowMs();
  notification.attempts += 1;
  notification.lastAttemptAt = paddleTime(nowMs);
  const answer = await post(account, notification, event, closing);
  notification.logs.push({
    id: makeId(account.state, 'ntflog', nowMs),
    response_code: answer.status,
    response_body: answer.body.slice(0, KEPT_BODY_LENGTH),
    attempted_at: notification.lastAttemptAt,
  });
  return answer.status === 200;
}

async function post(
  { options, state, chaos, clock, wallClock }: Account,
  { id, destinationId }: StoredNotification,
  event: StoredEvent,
  closing: AbortSignal,
): Promise<{ status: number; body: string }> {
  if (chaos.dropFirst > 0) {
    chaos.dropFirst -= 1;
    return { status: 0, body: 'lost on the way' };
  }
  const body = JSON.stringify(payloadOf(event, id));
  const signedAtMs = options.webhook.clock === 'simulated' ? clock.nowMs() : wallClock().getTime();
  const destination = state.destinations[destinationId];
  const secrets =
    destinationId === MAIN_DESTINATION_ID
      ? options.webhook.secrets
      : [destination?.endpoint_secret_key ?? ''];
  try {
    const response = await (options.deliver ?? fetch)(destination?.destination ?? '', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Paddle',
        'Paddle-Signature': signatureOf(body, secrets, signedAtMs, chaos),
        'Paddle-Version': '1',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), closing]),
    });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}
