import { createHmac, randomBytes } from 'node:crypto';
import { ALERT_SETTINGS_PATH } from '#core/contract/paths.ts';
import { SECOND } from '#core/server/platform/clock.ts';
import { describeKind } from '#features/alerts/contract/kinds.ts';
import { TEST_TYPE } from '#features/alerts/contract/webhook-guide.ts';
import type { OutgoingAlert } from '#features/alerts/server/delivery/channel.ts';
import {
  RESULT_EVENTS,
  type SignalFacts,
  type SignalResult,
} from '#features/alerts/server/text/describe-alert.ts';
import { isFreeType, roundR } from '#features/signals/server/signals.ts';

export interface WebhookMessage {
  /** The same for every attempt, so that receivers can leave out repeats. */
  id: string;
  body: Buffer;
  /** The number of requests that were sent for it before. */
  attempts: number;
  isTest: boolean;
}

interface MessageOptions {
  publicUrl: string;
  /** Levels of premium signals are sent too. */
  hasPremiumLevels: boolean;
}

/** Creates the message of an alert. The text of a signal is not part of it, because it has the levels. */
export function createMessage(
  alert: OutgoingAlert,
  { publicUrl, hasPremiumLevels }: MessageOptions,
): WebhookMessage {
  const { kind, text, subject, signal, occurredAt, delivery } = alert;
  const { target = null, date = null, symbols } = subject;
  const present = (each: SignalFacts) => presentSignal(each, hasPremiumLevels);
  const result = signal?.result && hasLevels(signal, hasPremiumLevels) ? presentResult(signal.result) : null;
  const voided = signal?.voided;
  const data = {
    title: text.title,
    url: `${publicUrl}${text.path}`,
    ...(signal && { ...present(signal), target, date }),
    ...(signal && RESULT_EVENTS[kind] && { result }),
    ...(voided && {
      is_void: voided.isVoid,
      replaced_by: voided.replacement && present(voided.replacement),
    }),
    ...(symbols && { symbols, date, details: text.lines }),
  };
  return {
    // IDs of deliveries can repeat after a backup is restored.
    id: `msg_${delivery.id}_${Math.floor(occurredAt.getTime() / SECOND).toString(36)}`,
    body: toBody(describeKind(kind).webhookType, occurredAt, data),
    attempts: delivery.attempts,
    isTest: false,
  };
}

const hasLevels = ({ type }: SignalFacts, hasPremiumLevels: boolean) => isFreeType(type) || hasPremiumLevels;

const presentSignal = (signal: SignalFacts, hasPremiumLevels: boolean) => ({
  signal_id: signal.id,
  code: signal.code,
  symbol: signal.symbol,
  signal_type: signal.type,
  order_type: signal.side,
  call_status: signal.callStatus,
  analyst: signal.analyst,
  levels: hasLevels(signal, hasPremiumLevels) ? signal.levels : null,
});

const presentResult = ({ price, rMultiple }: SignalResult) => ({ price, r_multiple: roundR(rMultiple) });

/** Creates the message that customers send to see whether it arrives. */
export const createTestMessage = (now: Date, publicUrl: string): WebhookMessage => ({
  id: `msg_test_${randomBytes(12).toString('base64url')}`,
  body: toBody(TEST_TYPE, now, {
    title: 'Tezi webhooks work',
    url: `${publicUrl}${ALERT_SETTINGS_PATH}`,
  }),
  attempts: 0,
  isTest: true,
});

const toBody = (type: string, timestamp: Date, data: object) =>
  Buffer.from(JSON.stringify({ type, timestamp: timestamp.toISOString(), data }));

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const createWebhookSecret = () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Signs a message with each of the secrets, after Standard Webhooks 1.0.0. `now` is real time, which receivers compare with theirs. */
export function signMessage(
  { id, body }: Pick<WebhookMessage, 'id' | 'body'>,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / SECOND));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
