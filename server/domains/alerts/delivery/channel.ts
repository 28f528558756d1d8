import type { AlertChannel, AlertKind, DeliveryReason } from '#contract/alerts/kinds.ts';
import type { AlertSubject, alertDeliveries } from '#server/domains/alerts/alerts.tables.ts';
import type { AlertText, SignalFacts } from '#server/domains/alerts/text/describe-alert.ts';
import type { Queryable } from '#server/platform/database.ts';

export type DeliveryRow = typeof alertDeliveries.$inferSelect;

/** One message that is about to be sent: everything was checked moments ago. */
export interface OutgoingAlert {
  delivery: Pick<DeliveryRow, 'id' | 'userId' | 'target' | 'attempts'>;
  kind: AlertKind;
  subject: AlertSubject;
  text: AlertText;
  /** Of an alert about a signal. */
  signal: SignalFacts | null;
  isSilent: boolean;
  isUrgent: boolean;
  occurredAt: Date;
  /** When it loses its use. */
  expiresAt: Date;
}

/** The result of one message. */
export type SendResult =
  | { state: 'accepted' }
  | { state: 'failed' | 'canceled'; reason: DeliveryReason }
  /** Tried again after a delay, unless the alert has expired by then. */
  | { state: 'retry'; afterMs: number; reason: DeliveryReason }
  /** Not sent, because a pause began: due after a delay, without an attempt. */
  | { state: 'postponed'; afterMs: number; reason: DeliveryReason };

/** A message that can be sent now. */
export interface ReadyMessage {
  /** Where it is sent, such as the origin of a push service. One that is slow must not hold up the others. */
  lane: string;
  /** It is not sent before this time has passed, because its lane or its target is paused. That is no attempt. */
  delayMs: number;
  send: () => Promise<SendResult>;
}

/** A service that sends one message at a time. The sender claims, checks, paces and records what it sends. */
export interface MessageChannel {
  name: Exclude<AlertChannel, 'inbox' | 'email'>;
  /** Messages are started at this rate. A quarter of a second that was missed is made up for. */
  perSecond: number;
  /** For a limit that all servers share: waits for the next turn, of so many messages that follow. */
  waitForTurn?: (remaining: number) => Promise<void>;
  /** So many messages wait for their results at most. */
  maxInFlight: number;
  maxInFlightPerLane: number;
  maxInFlightPerCustomer: number;
  /** Prepares messages that are about to be sent. The function that it returns makes one of them ready. */
  prepare: (
    db: Queryable,
    alerts: readonly OutgoingAlert[],
    now: Date,
  ) => Promise<(alert: OutgoingAlert) => ReadyMessage>;
}

/** Returns the targets of customers on a channel: `[userId, target]`. */
export type ListTargets = (db: Queryable, userIds: readonly string[]) => Promise<[string, string][]>;
