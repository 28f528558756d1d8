import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { addMilliseconds, type Clock, DAY } from '#core/server/platform/clock.ts';
import { toColumns } from '#core/server/platform/database/parameters.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import {
  filterVerifiedCustomers,
  listCustomerIds,
  lockExistingCustomers,
} from '#features/accounts/server/accounts.ts';
import { listWatchers, type UserPage } from '#features/accounts/server/watchlist/watchlist.ts';
import { SENT_CHANNELS, type SentChannel } from '#features/alerts/contract/channels.ts';
import { describeKind } from '#features/alerts/contract/kinds.ts';
import { alertDeliveries, alertEvents, alertInbox } from '#features/alerts/server/alerts.tables.ts';
import type { ListTargets } from '#features/alerts/server/delivery/channel.ts';
import { SHARED_LANE } from '#features/alerts/server/delivery/lanes.queries.ts';
import { queueSending } from '#features/alerts/server/delivery/send-queues.ts';
import { type DeliveryDecision, decideDelivery, getMode } from '#features/alerts/server/rules/preferences.ts';
import { readSettings } from '#features/alerts/server/settings/settings.queries.ts';
import { filterSignalAccess } from '#features/signals/server/signals.ts';

export type NewAlertEvent = Omit<typeof alertEvents.$inferInsert, 'id'>;
type AlertEvent = typeof alertEvents.$inferSelect;

export interface FanOutDependencies {
  database: Database;
  clock: Clock;
  /** The targets of each channel; a channel without an entry is off. */
  targets: Partial<Record<SentChannel, ListTargets>>;
}

/** Customers per transaction: more would delay others on the database, fewer would take longer. */
const CHUNK_SIZE = 1_000;
/** Messages are sent after so many transactions. Sending them at the same time would slow the transactions down. */
const CHUNKS_SENT_TOGETHER = 10;

/**
 * Alerts the customers whom a cause concerns: an entry in the inbox, and a delivery for each channel and target. Running it again, for
 * example after a crash, adds only what is missing.
 */
export async function fanOut(
  dependencies: FanOutDependencies,
  newEvent: NewAlertEvent,
  signal?: AbortSignal,
): Promise<void> {
  const { userId } = newEvent;
  const event = await dependencies.database.transaction(async (tx) =>
    // What is stored of a customer is deleted with the account.
    userId && (await lockExistingCustomers(tx, [userId])).size === 0 ? null : storeEvent(tx, newEvent),
  );
  if (event !== null) await fanOutEvent(dependencies, event, signal);
}

/** Alerts a customer of what concerns the account, see `fanOut`. */
export const alertCustomer = (
  dependencies: FanOutDependencies,
  event: Pick<NewAlertEvent, 'key' | 'kind' | 'subject' | 'occurredAt'> & { userId: string },
  usefulMs: number,
): Promise<void> =>
  fanOut(dependencies, {
    ...event,
    audience: 'user',
    expiresAt: addMilliseconds(event.occurredAt, usefulMs),
  });

/** Alerts the audience of a stored cause, see `fanOut`. */
export async function fanOutEvent(
  dependencies: FanOutDependencies,
  event: AlertEvent,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = dependencies;
  const due: SentChannel[] = [];
  let storing: Promise<void> = Promise.resolve();
  try {
    for (let chunk = 1, after: string | null = null; ; chunk += 1) {
      signal?.throwIfAborted();
      const userIds: string[] =
        event.userId === null
          ? await listAudience(database.db, event, { after, limit: CHUNK_SIZE })
          : [event.userId];
      after = userIds.at(-1) ?? null;
      if (after === null) return;
      // The next customers are read while the alerts of these are stored.
      const planned = await planAlerts(dependencies, event, userIds);
      await storing;
      storing = storeAlerts(dependencies, planned, due);
      storing.catch(() => {});
      if (event.userId !== null) return;
      if (chunk % CHUNKS_SENT_TOGETHER === 0) {
        await storing;
        await startSending(database, due);
      }
    }
  } finally {
    // Also if the last ones could not be stored.
    await storing.finally(() => startSending(database, due));
  }
}

/** Queues the jobs that send what is due: one for each transaction and channel, so that several servers share the work. */
async function startSending(database: Database, due: SentChannel[]): Promise<void> {
  const channels = due.splice(0);
  if (channels.length === 0) return;
  await database.transaction(async (tx) => {
    for (const channel of channels) await queueSending(tx, channel);
  });
}

/** Returns a page of the customers whom a cause may concern. */
const listAudience = (db: Queryable, { audience, subject }: AlertEvent, page: UserPage): Promise<string[]> =>
  audience === 'watchers' ? listWatchers(db, subject.symbols ?? [], page) : listCustomerIds(db, page);

async function storeEvent(db: Queryable, event: NewAlertEvent): Promise<AlertEvent> {
  const [inserted] = await db.insert(alertEvents).values(event).onConflictDoNothing().returning();
  if (inserted) return inserted;
  const [existing] = await db.select().from(alertEvents).where(eq(alertEvents.key, event.key));
  if (!existing) throw new Error(`the alert event ${event.key} was deleted`);
  return existing;
}

interface PlannedAlerts {
  inbox: Omit<typeof alertInbox.$inferInsert, 'addedAt'>[];
  deliveries: NewDelivery[];
}

/** Why the customers of an audience receive an alert: codes of `describeReason`. */
const REASONS = { everyone: 'signals', subscribers: 'signals', watchers: 'watchlist', user: 'account' };

const getReason = ({ audience, subject }: AlertEvent) =>
  subject.levelId === undefined ? REASONS[audience] : 'levels';

/** Decides which of the customers are alerted, on which channels: those who want the alert and may have it. */
async function planAlerts(
  { database, clock, targets }: FanOutDependencies,
  event: AlertEvent,
  userIds: readonly string[],
): Promise<PlannedAlerts> {
  const { db } = database;
  const now = clock.now();
  const { signalType, replacedType } = event.subject;
  const isLimited = event.audience === 'subscribers' && signalType !== undefined;
  const [entitled, mayReadReplaced, getSettings, isRepeated] = await Promise.all([
    isLimited ? filterSignalAccess(db, userIds, signalType, now) : new Set(userIds),
    replacedType ? filterSignalAccess(db, userIds, replacedType, now) : new Set<string>(),
    readSettings(db, userIds),
    isRepeatedSignIn(db, event),
  ]);
  const recipients = userIds.filter((userId) => entitled.has(userId));
  /** The alert of the signal that was voided names the new one too, unless the customer turned it off. */
  const isNamedBefore = (userId: string, channel: SentChannel | 'inbox') =>
    mayReadReplaced.has(userId) && getMode(getSettings(userId), 'signal_voided', channel) !== 'off';
  const inbox = recipients.flatMap((userId) => {
    const mode = getMode(getSettings(userId), event.kind, 'inbox');
    return mode === 'off' || isNamedBefore(userId, 'inbox')
      ? []
      : { userId, eventId: event.id, reason: getReason(event), isSilent: mode === 'silent' };
  });
  if (isRepeated) return { inbox, deliveries: [] };
  const { id: eventId, kind, expiresAt } = event;
  const { priority } = describeKind(kind);
  const ofChannels = await Promise.all(
    SENT_CHANNELS.map(async (channel) => {
      const listTargets = targets[channel];
      // Billing sends its own email about a payment, with the amount.
      if (!listTargets || (channel === 'email' && kind === 'payment_problem')) return [];
      const states = new Map<string, DeliveryState>();
      for (const userId of recipients) {
        const decision = decideDelivery({ kind, channel, expiresAt }, getSettings(userId), now);
        const isTurnedOff = decision.kind === 'stop' && decision.reason === 'turned_off';
        if (!isTurnedOff && !isNamedBefore(userId, channel)) states.set(userId, toState(decision, now));
      }
      const willing = [...states.keys()];
      if (willing.length === 0) return [];
      // An address that is not verified may belong to someone else.
      const verified = channel === 'email' ? await filterVerifiedCustomers(db, willing) : states;
      const reachable = willing.filter((userId) => verified.has(userId));
      return (await listTargets(db, reachable)).flatMap(([userId, target, lane = SHARED_LANE]) => {
        const state = states.get(userId);
        return state ? { eventId, userId, channel, target, lane, priority, ...state } : [];
      });
    }),
  );
  return { inbox, deliveries: ofChannels.flat() };
}

/** Returns whether a sign-in from such a device was sent within a day: then the alert is in the inbox only, so that repeated sign-ins cause no flood of emails. */
async function isRepeatedSignIn(
  db: Queryable,
  { id, kind, userId, subject, occurredAt }: AlertEvent,
): Promise<boolean> {
  if (kind !== 'new_sign_in' || userId === null) return false;
  const rows = await db
    .select({ id: alertEvents.id })
    .from(alertEvents)
    .innerJoin(alertDeliveries, eq(alertDeliveries.eventId, alertEvents.id))
    .where(
      and(
        eq(alertEvents.userId, userId),
        eq(alertEvents.kind, kind),
        lt(alertEvents.id, id),
        gt(alertEvents.occurredAt, addMilliseconds(occurredAt, -DAY)),
        sql`${alertEvents.subject}->>'device' is not distinct from ${subject.device ?? null}::text`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

type NewDelivery = typeof alertDeliveries.$inferInsert & { dueAt: Date };
type DeliveryState = Pick<NewDelivery, 'state' | 'isSilent' | 'dueAt' | 'reason' | 'isDeferred'>;

/** Returns how what was decided is stored: due now or later, or with the reason why it is not sent. */
function toState(decision: DeliveryDecision, now: Date): DeliveryState {
  if (decision.kind === 'stop')
    return { state: decision.state, reason: decision.reason, isSilent: false, dueAt: now };
  const queued = { state: 'queued' as const, isSilent: decision.isSilent };
  return decision.kind === 'send'
    ? { ...queued, dueAt: now }
    : { ...queued, dueAt: decision.until, reason: decision.reason, isDeferred: true };
}

/** Stores the alerts of customers in one transaction, and adds the channels on which some are due now to `due`. */
async function storeAlerts(
  { database, clock }: FanOutDependencies,
  { inbox, deliveries }: PlannedAlerts,
  due: SentChannel[],
): Promise<void> {
  if (inbox.length === 0 && deliveries.length === 0) return;
  const now = clock.now();
  const hasDue = (channel: SentChannel) =>
    deliveries.some((row) => row.channel === channel && row.state === 'queued' && row.dueAt <= now);
  await database.transaction(async (tx) => {
    const existing = await lockExistingCustomers(
      tx,
      [...inbox, ...deliveries].map(({ userId }) => userId),
    );
    const ofExisting = <Row extends { userId: string }>(rows: Row[]) =>
      rows.filter(({ userId }) => existing.has(userId));
    // One parameter for each column: a statement with one for each value takes so long to build that requests wait.
    const entries = toColumns(ofExisting(inbox).map((entry) => ({ ...entry, addedAt: now })));
    const column = toColumns(ofExisting(deliveries));
    await Promise.all([
      tx.execute(sql`
        insert into ${alertInbox} (user_id, event_id, reason, is_silent, added_at)
        select * from unnest(${entries('userId')}::uuid[], ${entries('eventId')}::bigint[], ${entries('reason')}::text[],
          ${entries('isSilent')}::boolean[], ${entries('addedAt')}::timestamptz[])
        on conflict do nothing`),
      tx.execute(sql`
        insert into ${alertDeliveries} (event_id, user_id, channel, target, state, is_silent, due_at, reason, is_deferred, lane, priority)
        select event_id, user_id, channel, target, state, is_silent, due_at, reason, coalesce(is_deferred, false), lane, priority
        from unnest(${column('eventId')}::bigint[], ${column('userId')}::uuid[], ${column('channel')}::text[],
          ${column('target')}::text[], ${column('state')}::text[], ${column('isSilent')}::boolean[],
          ${column('dueAt')}::timestamptz[], ${column('reason')}::text[], ${column('isDeferred')}::boolean[],
          ${column('lane')}::text[], ${column('priority')}::smallint[])
          as row (event_id, user_id, channel, target, state, is_silent, due_at, reason, is_deferred, lane, priority)
        on conflict do nothing`),
    ]);
    // Emails are moved to the outbox at once, where they wait for the others.
    if (hasDue('email')) await queueSending(tx, 'email');
  });
  due.push(...SENT_CHANNELS.filter((channel) => channel !== 'email' && hasDue(channel)));
}

/** Counts a customer's unread alerts. */
export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(alertInbox)
    .where(
      and(eq(alertInbox.userId, userId), sql`${alertInbox.readAt} is null`, eq(alertInbox.isSilent, false)),
    );
  return row?.count ?? 0;
}
