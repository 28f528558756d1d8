import { createHmac, randomBytes } from 'node:crypto';
import type { Account } from '#simulators/paddle/account.ts';
import { makeId } from '#simulators/paddle/state/ids.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { StoredEvent, StoredNotification } from '#simulators/paddle/state/state.ts';
import type { ChaosSwitches } from './chaos.ts';
import { MAIN_DESTINATION_ID } from './destinations.ts';
import { getRetryDelayMs } from './retry-profiles.ts';

/** Paddle waits this long for a response and accepts only status 200. */
const TIMEOUT_MS = 5_000;
const LOGGED_BODY_LENGTH = 500;

/** Attempts a delivery once (twice with `duplicate`) and schedules the next attempt after a failure. */
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
    notification.deliveredAt = toPaddleTime(nowMs);
    return;
  }
  const delayMs = getRetryDelayMs(account.options.retryProfile ?? 'sandbox', notification.attempts);
  notification.status = delayMs === null ? 'failed' : 'needs_retry';
  notification.dueAtMs = nowMs + (delayMs ?? 0);
}

/** Returns the body of a notification. */
export const toPayload = (event: StoredEvent, notificationId: string) => ({
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
  notification.lastAttemptAt = toPaddleTime(nowMs);
  const response = await post(account, notification, event, closing);
  notification.logs.push({
    id: makeId(account.state, 'ntflog', nowMs),
    response_code: response.status,
    response_body: response.body.slice(0, LOGGED_BODY_LENGTH),
    attempted_at: notification.lastAttemptAt,
  });
  return response.status === 200;
}

async function post(
  { options, state, chaos, clock, wallClock }: Account,
  { id, destinationId }: StoredNotification,
  event: StoredEvent,
  closing: AbortSignal,
): Promise<{ status: number; body: string }> {
  if (chaos.dropFirst > 0) {
    chaos.dropFirst -= 1;
    return { status: 0, body: 'simulated connection failure' };
  }
  const body = JSON.stringify(toPayload(event, id));
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
        'Paddle-Signature': signPayload(body, secrets, signedAtMs, chaos),
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

const HOUR_S = 3_600;

type SignatureFaults = Pick<ChaosSwitches, 'oldTs' | 'futureTs' | 'badSig' | 'twoH1'>;

/** Returns the `Paddle-Signature` header of a body, signed with the first secret, or with all during a rotation. */
function signPayload(
  body: string,
  secrets: readonly string[],
  wallMs: number,
  faults: SignatureFaults,
): string {
  const ts = Math.floor(wallMs / 1_000) + (faults.oldTs ? -HOUR_S : 0) + (faults.futureTs ? HOUR_S : 0);
  const signing = faults.badSig ? [randomBytes(16).toString('hex')] : selectSecrets(secrets, faults);
  const signatures = signing.map((secret) => `h1=${computeHmac(secret, `${ts}:${body}`)}`);
  return [`ts=${ts}`, ...signatures].join(';');
}

function selectSecrets(secrets: readonly string[], { twoH1 }: SignatureFaults): readonly string[] {
  if (!twoH1) return secrets.slice(0, 1);
  return secrets.length > 1 ? secrets : [randomBytes(16).toString('hex'), ...secrets];
}

const computeHmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
