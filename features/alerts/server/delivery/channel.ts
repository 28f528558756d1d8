import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Config } from '#core/server/config/config.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { TokenSecrets } from '#core/server/platform/token-secrets.ts';
import type { MessageChannelName } from '#features/alerts/contract/channels.ts';
import type { AlertKind, DeliveryReason } from '#features/alerts/contract/kinds.ts';
import type { AlertSubject, alertDeliveries, LaneTrouble } from '#features/alerts/server/alerts.tables.ts';
import type { AlertText, SignalFacts } from '#features/alerts/server/text/describe-alert.ts';

export type DeliveryRow = typeof alertDeliveries.$inferSelect;

/** The priorities of deliveries, the first ones first. */
export const PRIORITIES = [0, 1, 2] as const;

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

/** The result of one message. `trouble` is what it says about the service, if its other messages may have the same result. */
export type SendResult =
  | { state: 'accepted' }
  | { state: 'failed'; reason: DeliveryReason }
  | { state: 'canceled'; reason: DeliveryReason }
  /**
   * Tried again after a delay, by default a longer one after each attempt, unless the alert has expired by then; `postponed` without counting an
   * attempt. The default reason is `unreachable`.
   */
  | {
      state: 'retry' | 'postponed';
      afterMs?: number | undefined;
      reason?: DeliveryReason;
      trouble?: LaneTrouble | undefined;
    };

/** A message that can be sent now. */
export interface ReadyMessage {
  /** A URL of the service that it is sent to; `null` if the channel has only one. */
  url: string | null;
  /** It is not sent before this time has passed, because its target is paused. That is no attempt. */
  delayMs: number;
  /** `isShared`: its service has no lane of its own. */
  send: (lane: { isShared: boolean }) => Promise<SendResult>;
}

export interface LaneLimits {
  /** Messages are started at this rate. A quarter of a second that was missed is made up for. */
  perSecond: number;
  /** So many messages wait for their results at most. */
  maxInFlight: number;
  maxInFlightPerCustomer: number;
}

/** What the channels need besides their services. */
export interface ChannelDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  tokenSecrets: TokenSecrets;
  config: Pick<Config, 'publicUrl' | 'hasPremiumLevelsInWebhooks'>;
}

/** The URLs of targets, whose origins have lanes when they have accepted messages of so many customers. */
export interface LaneSource {
  table: PgTable & Record<'userId' | 'acceptedAt', PgColumn>;
  url: PgColumn;
  minCustomers: number;
  isUsed: SQL;
}

/** A service that sends one message at a time. The sender claims, checks, paces and records what it sends. */
export interface MessageChannel {
  name: MessageChannelName;
  /** A channel on which a customer has no target sends the customer nothing. */
  listTargets: ListTargets;
  /** Of the lane that messages share which have none of their own. */
  shared: LaneLimits;
  /** Of each lane of an origin; the rate is that of all of them together, because it protects this server. Without it there is one lane. */
  lanes?: LaneLimits;
  laneSource?: LaneSource;
  /** For a limit that all servers share: waits for the next turn, of so many messages that follow. */
  waitForTurn?: (remaining: number) => Promise<void>;
  /** Prepares messages that are about to be sent. The function that it returns makes one of them ready, or says why it is not sent. */
  prepare: (
    db: Queryable,
    alerts: readonly OutgoingAlert[],
  ) => Promise<(alert: OutgoingAlert) => ReadyMessage | DeliveryReason>;
}

/** Returns the targets of customers on a channel, and the lanes of those that are not in the shared one: `[userId, target, lane]`. */
export type ListTargets = (
  db: Queryable,
  userIds: readonly string[],
) => Promise<[userId: string, target: string, lane?: string][]>;
