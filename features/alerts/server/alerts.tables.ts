import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import { ALERT_CHANNELS } from '#features/alerts/contract/channels.ts';
import {
  ALERT_KINDS,
  ALERT_MODES,
  DELIVERY_STATES,
  type DeliveryReason,
  EMAIL_FREQUENCIES,
} from '#features/alerts/contract/kinds.ts';

/** What a service does that sends nothing for a while: it accepts no more for now, rejects this site, or does not respond. */
export const LANE_TROUBLES = ['limited', 'rejected', 'unreachable'] as const;
export type LaneTrouble = (typeof LANE_TROUBLES)[number];

const kind = () => text({ enum: ALERT_KINDS }).notNull();

/**
 * What an alert is about: IDs and dates from which its text is written whenever it is sent or read. Never a price: what a customer may
 * see is decided then.
 */
export interface AlertSubject {
  signalId?: string;
  signalType?: 'intraday' | 'swing' | 'investment';
  /** Of a signal that replaces another one: the type of that one, whose alert names both. */
  replacedType?: 'intraday' | 'swing' | 'investment';
  /** The trading day of whose prices the alert is, or the date of the meeting or the last buying day. */
  date?: string;
  /** The number of the target that was reached. */
  target?: number;
  /** The end of the subscription's page. */
  subscriptionId?: string;
  articleId?: number;
  meetingId?: number;
  closureId?: number;
  /** The level of a customer that a close has reached. */
  levelId?: number;
  /** The companies that it is about, whose watchers the audience consists of. */
  symbols?: string[];
  /** The device of a sign-in. */
  device?: string;
}

/** The causes of alerts, each once. */
export const alertEvents = pgTable(
  'alert_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Identifies the cause, such as `signal:<id>:<position>`, so that a job that runs twice alerts once. */
    key: text().notNull(),
    kind: kind(),
    subject: jsonb().$type<AlertSubject>().notNull(),
    /** Who receives it: all customers, those with premium access, those who watch a company of the subject, or the one in `user_id`. */
    audience: text({ enum: ['everyone', 'subscribers', 'watchers', 'user'] }).notNull(),
    userId: uuid('user_id'),
    occurredAt: timestamptz('occurred_at').notNull(),
    /** After this nothing is sent: the alert has no use any more. The inbox and daily emails have it nevertheless. */
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('alert_events_key').on(table.key),
    index('alert_events_date_idx').on(table.occurredAt),
    index('alert_events_user_idx').on(table.userId, table.id).where(sql`user_id is not null`),
  ],
);

/** The alerts of each customer. */
export const alertInbox = pgTable(
  'alert_inbox',
  {
    userId: uuid('user_id').notNull(),
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .references(() => alertEvents.id, { onDelete: 'cascade' }),
    /** Why the customer receives it: a code of `describeReason`. */
    reason: text().notNull(),
    /** It does not count as unread. */
    isSilent: boolean('is_silent').notNull(),
    readAt: timestamptz('read_at'),
    /** When it was added; `null` of entries before times were measured. */
    addedAt: timestamptz('added_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.eventId] }),
    index('alert_inbox_event_idx').on(table.eventId),
    index('alert_inbox_unread_idx').on(table.userId).where(sql`read_at is null and not is_silent`),
  ],
);

/** What is sent: one row for each alert, channel and target. */
export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .references(() => alertEvents.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    channel: text({ enum: ALERT_CHANNELS }).notNull(),
    /** The ID of the push subscription, or of the customer for channels with one target each. */
    target: text().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    isSilent: boolean('is_silent').notNull(),
    dueAt: timestamptz('due_at').notNull(),
    attempts: integer().notNull().default(0),
    /** The job that sends it, which finds it again after an interruption. */
    claimedBy: text('claimed_by'),
    acceptedAt: timestamptz('accepted_at'),
    shownAt: timestamptz('shown_at'),
    /** Why it was not sent, or not yet. */
    reason: text().$type<DeliveryReason>(),
    /** It waited because of the customer's settings or of the limit on emails, so its time of arrival says nothing about the service. */
    isDeferred: boolean('is_deferred').notNull().default(false),
    /** Messages to one service wait for no other: the origin that it is sent to if it has a lane of its own, otherwise empty. */
    lane: text().notNull().default(''),
    /** What is sent first in its lane: 0 before 1 before 2. Those of the release before have none. */
    priority: smallint().notNull().default(1),
  },
  (table) => [
    uniqueIndex('alert_deliveries_target_key').on(table.eventId, table.channel, table.target),
    index('alert_deliveries_lane_idx')
      .on(table.channel, table.lane, table.priority, table.dueAt, table.id)
      .where(sql`state = 'queued'`),
    index('alert_deliveries_claimed_idx').on(table.claimedBy).where(sql`state = 'claimed'`),
    index('alert_deliveries_user_idx').on(table.userId, table.id.desc().nullsFirst()),
  ],
);

/** The origins whose messages are sent in lanes of their own, because they have accepted messages (decision 111). All others share one, which has no row. */
export const alertLanes = pgTable(
  'alert_lanes',
  {
    channel: text({ enum: ALERT_CHANNELS }).notNull(),
    lane: text().notNull(),
    /** Those whose messages it has accepted. */
    customers: integer().notNull(),
    /** Of the last pause, and of those shortly before it. */
    pausedSince: timestamptz('paused_since'),
    pausedUntil: timestamptz('paused_until'),
    pauseReason: text('pause_reason', { enum: LANE_TROUBLES }),
  },
  (table) => [primaryKey({ columns: [table.channel, table.lane] })],
);

/** How fast the alerts of signals arrived: counts of a date, which can be added up. Percentiles of dates could not. */
export const alertArrivals = pgTable(
  'alert_arrivals',
  {
    /** Of the publication, in Karachi. */
    date: date({ mode: 'string' }).notNull(),
    channel: text({ enum: ALERT_CHANNELS }).notNull(),
    outcome: text({ enum: ['accepted', 'shown', 'deferred', 'failed'] }).notNull(),
    /** They took so many milliseconds since the publication, or up to 2 % less; 0 for those that are only counted. */
    upToMs: bigint('up_to_ms', { mode: 'number' }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.channel, table.outcome, table.upToMs] })],
);

/** The modes that differ from the defaults. */
export const alertPreferences = pgTable(
  'alert_preferences',
  {
    userId: uuid('user_id').notNull(),
    kind: kind(),
    channel: text({ enum: ALERT_CHANNELS }).notNull(),
    mode: text({ enum: ALERT_MODES }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.channel] })],
);

/** The settings of customers who have changed them, and whether they look at push messages. */
export const alertSettings = pgTable(
  'alert_settings',
  {
    userId: uuid('user_id').primaryKey(),
    email: text({ enum: EMAIL_FREQUENCIES }).notNull().default('off'),
    /** Local times such as `22:00`; all three are `null` without quiet hours. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    timeZone: text('time_zone'),
    pausedUntil: timestamptz('paused_until'),
    /** When the customer last opened a push message, read the inbox or resumed push messages. */
    attentiveAt: timestamptz('attentive_at'),
    /** Since then push messages that are not urgent are paused, because the customer looked at none. */
    pushPausedAt: timestamptz('push_paused_at'),
    /** In the unsubscribe links of emails, which never expire. */
    unsubscribeToken: text('unsubscribe_token').notNull(),
  },
  (table) => [uniqueIndex('alert_settings_unsubscribe_key').on(table.unsubscribeToken)],
);

/**
 * The browsers that receive push messages. An endpoint is a secret: with it, anyone can send to the browser. A trigger deletes those of a
 * session that is revoked or deleted.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id').notNull(),
    /** The session in which it was made. When that ends, nothing is sent. */
    sessionId: uuid('session_id').notNull(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    userAgent: text('user_agent'),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull(),
    /** When the endpoint accepted a message for the first time. */
    acceptedAt: timestamptz('accepted_at'),
    /** The requests without a response since the last message that was accepted, those of the same time counted once. */
    failures: integer().notNull().default(0),
    /** Nothing is sent before. */
    pausedUntil: timestamptz('paused_until'),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint_key').on(table.endpoint),
    index('push_subscriptions_user_idx').on(table.userId),
    index('push_subscriptions_session_idx').on(table.sessionId),
  ],
);

/**
 * The chats with the Telegram bot that receive alerts, and those that are being linked. Deleted with the account by a foreign key, which only the
 * migration contains: features do not import the tables of others.
 */
export const telegramLinks = pgTable(
  'telegram_links',
  {
    userId: uuid('user_id').primaryKey(),
    /** SHA-256 of the one-time code; `null` after the customer confirmed the chat. */
    codeHash: text('code_hash'),
    codeExpiresAt: timestamptz('code_expires_at'),
    /** `null` until the code arrives from a chat. */
    chatId: bigint('chat_id', { mode: 'number' }),
    chatName: text('chat_name'),
    /** Without `@`; `null` if the person has none, and of chats that were linked before it was stored. */
    chatUsername: text('chat_username'),
    /** When the customer confirmed the chat. Before that nothing is sent to it. */
    linkedAt: timestamptz('linked_at'),
  },
  (table) => [
    uniqueIndex('telegram_links_code_key').on(table.codeHash),
    uniqueIndex('telegram_links_chat_key').on(table.chatId),
  ],
);

/** One row: the turns of messages of the Telegram bot, which all servers share. In real time, as the service counts. */
export const telegramPace = pgTable('telegram_pace', {
  id: integer().primaryKey(),
  nextAt: timestamptz('next_at').notNull(),
  /** The service asked to send nothing before. */
  pausedUntil: timestamptz('paused_until').notNull(),
});

/** The URLs that receive the alerts of customers, one for each. Deleted with the account by a foreign key, which only the migration contains. */
export const webhooks = pgTable(
  'webhooks',
  {
    /** The target of deliveries: what was queued for a webhook that was removed is not sent to the next one. */
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    /** May contain a secret of the customer: it is in no log. */
    url: text().notNull(),
    /** Encrypted with `TOKEN_SECRET`. */
    secret: text().notNull(),
    previousSecret: text('previous_secret'),
    previousSecretUntil: timestamptz('previous_secret_until'),
    createdAt: timestamptz('created_at').notNull(),
    lastAt: timestamptz('last_at'),
    lastResult: text('last_result'),
    /** The requests that failed since the last one that was accepted, and when the first of them did. */
    failures: integer().notNull().default(0),
    failingSince: timestamptz('failing_since'),
    /** The days, in UTC, of these requests. */
    failingDays: integer('failing_days').notNull().default(0),
    /** No alert is sent before. */
    pausedUntil: timestamptz('paused_until'),
    disabled: text({ enum: ['gone', 'failing'] }),
    /** When the URL accepted a message for the first time. */
    acceptedAt: timestamptz('accepted_at'),
  },
  (table) => [uniqueIndex('webhooks_user_key').on(table.userId)],
);
