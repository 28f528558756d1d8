import { sql } from 'drizzle-orm';
import { alertDeliveries, alertEvents } from '#server/domains/alerts/alerts.tables.ts';
import type { Check } from '#server/platform/checks/checks.ts';
import { count, formatTime, ok } from '#server/platform/checks/finding.ts';
import { addMilliseconds, type Clock, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { SentChannel } from './send-queues.ts';

/** 10,000 messages take some seconds, and a message is tried again for two minutes. */
const LATE_MS = 5 * MINUTE;

const NAMES: Record<SentChannel, string> = {
  push: 'Push messages',
  email: 'Alerts by email',
  telegram: 'Telegram messages',
  webhook: 'Alerts to webhooks',
};

const CHANNELS = Object.keys(NAMES) as SentChannel[];

/** A check for each channel for which this site has a service. */
export const createDeliveryChecks = (
  db: Queryable,
  clock: Clock,
  services: Partial<Record<SentChannel, unknown>>,
): Check[] =>
  CHANNELS.filter((channel) => services[channel]).map((channel) => ({
    id: `alerts-${channel}`,
    title: `${NAMES[channel]} are sent`,
    scope: 'shared',
    async run() {
      const now = clock.now();
      const { waiting, late, paused, since } = await readWaiting(db, channel, now);
      if (waiting === 0 || since === null) return ok('No message waits.', { waiting: 0, oldest_seconds: 0 });
      const figures = { waiting, oldest_seconds: Math.max(0, (now.getTime() - since.getTime()) / SECOND) };
      const wait = `${count(waiting, 'message waits', 'messages wait')}, the oldest since ${formatTime(since)}`;
      if (late === 0) return ok(`${wait}.`, figures);
      const reason =
        paused > 0
          ? `the service limits, rejects or does not accept them, and ${paused.toLocaleString('en')} of them wait for their next attempt`
          : 'they are due, and no server sends them';
      return {
        state: 'failing',
        cause: `${wait}: ${reason}.`,
        action:
          paused > 0
            ? 'Search the log for “nothing is sent” and “sending an alert failed”, and look at the status page of the service.'
            : `Restart the servers one by one if “Background jobs” shows no running send-alerts-${channel}.`,
        figures,
      };
    },
  }));

/**
 * Reads what should have been sent by now. What the customer's settings defer counts from its due time, also if it is paused then. Webhooks
 * that are paused do not count: only their customers, who receive an email, can repair them.
 */
async function readWaiting(db: Queryable, channel: SentChannel, now: Date) {
  const { dueAt, isDeferred, reason } = alertDeliveries;
  const isDue = sql`${dueAt} <= ${now.toISOString()}`;
  const isPaused = sql`(${dueAt} > ${now.toISOString()} and ${reason} = 'unreachable')`;
  const isExpected = channel === 'webhook' ? isDue : sql`(not ${isDeferred} or ${isDue} or ${isPaused})`;
  const since = sql`case when ${isDeferred} then least(${dueAt}, ${now.toISOString()}) else ${alertEvents.occurredAt} end`;
  const isLate = sql`${since} <= ${addMilliseconds(now, -LATE_MS).toISOString()}`;
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) filter (where ${isLate}))::int`,
      paused: sql<number>`(count(*) filter (where ${isPaused}))::int`,
      since: sql<Date | null>`min(${since})`.mapWith(dueAt),
    })
    .from(alertDeliveries)
    .innerJoin(alertEvents, sql`${alertEvents.id} = ${alertDeliveries.eventId}`)
    .where(
      sql`${alertDeliveries.channel} = ${channel} and ${alertDeliveries.state} = 'queued' and ${isExpected}`,
    );
  return row ?? { waiting: 0, late: 0, paused: 0, since: null };
}
