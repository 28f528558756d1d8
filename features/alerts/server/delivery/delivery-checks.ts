import { sql } from 'drizzle-orm';
import {
  type Check,
  count,
  formatTime,
  off,
  ok,
  type SetupItem,
} from '#core/server/platform/checks/checks.ts';
import { addMilliseconds, type Clock, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { describeChannel, SENT_CHANNELS, type SentChannel } from '#features/alerts/contract/channels.ts';
import {
  alertDeliveries,
  alertEvents,
  alertLanes,
  type LaneTrouble,
} from '#features/alerts/server/alerts.tables.ts';
import { isCommonLane, listPausedLanes, type PausedLane } from './lanes.queries.ts';

/** 10,000 messages take some seconds, and a message is tried again for two minutes. */
const LATE_MS = 5 * MINUTE;
/** What fewer customers wait for may be due to their own devices and hosts. */
const MANY_CUSTOMERS = 5;

/** The channels that operators set up for alerts alone. */
const SETUPS: Partial<
  Record<SentChannel, Omit<SetupItem, 'group' | 'test'> & { missing: string; action: string }>
> = {
  push: {
    purpose: 'Alerts on phones and computers, also while the site is closed.',
    settings: ['PUSH_VAPID_PRIVATE_KEY', 'PUSH_CONTACT'],
    missing: 'No push messages are sent: there is no key.',
    action:
      'Make a key on the page Setup, or with `npm run tezi -- push-key`, set it as PUSH_VAPID_PRIVATE_KEY, store a copy of it, and restart.',
  },
  telegram: {
    purpose: 'Alerts in Telegram, and a bot that verifies forwarded messages.',
    settings: ['TELEGRAM_BOT_TOKEN'],
    missing: 'There is no Telegram bot.',
    action: 'Create a bot with @BotFather, set its token as TELEGRAM_BOT_TOKEN, and restart.',
  },
};

type Services = Partial<Record<SentChannel, unknown>>;
/** Try services for real. */
export type ServiceTests = Partial<Record<SentChannel, SetupItem['test']>>;

/** A check for each channel for which this site has a service or could have one. */
export const createDeliveryChecks = (
  db: Queryable,
  clock: Clock,
  services: Services,
  tests: ServiceTests = {},
): Check[] =>
  SENT_CHANNELS.filter((channel) => services[channel] || SETUPS[channel]).map((channel) => ({
    id: `alerts-${channel}`,
    title: `${describeChannel(channel).messages} are sent`,
    scope: 'shared',
    ...createSetup(channel, tests),
    async run() {
      const setup = SETUPS[channel];
      if (setup && !services[channel]) return off(setup.missing, setup.action);
      const now = clock.now();
      const { waiting, late, paused, since } = await readWaiting(db, channel, now);
      const isWide = late >= (describeChannel(channel).services ? MANY_CUSTOMERS : 1);
      const state = isWide ? 'failing' : 'warning';
      // Webhooks belong to customers, who are notified and must repair them.
      const [lane] =
        describeChannel(channel).services === 'of_customers' ? [] : await listPausedLanes(db, channel, now);
      const age = since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / SECOND);
      const figures = { waiting, oldest_seconds: age };
      const wait =
        since === null
          ? 'No message waits'
          : `${count(waiting, 'message waits', 'messages wait')}, the oldest since ${formatTime(since)}`;
      if (!lane && late === 0) return ok(`${wait}.`, figures);
      const [cause, action] = lane ? explainPause(lane) : explainWait(channel, paused);
      return { state, cause: `${wait}: ${cause}.`, action, figures };
    },
  }));

function createSetup(channel: SentChannel, tests: ServiceTests): Pick<Check, 'setup'> {
  const setup = SETUPS[channel];
  if (!setup) return {};
  const { purpose, settings } = setup;
  const test = tests[channel];
  return { setup: { group: 'Messages', purpose, settings, ...(test ? { test } : {}) } };
}

const PAUSES: Record<LaneTrouble, string> = {
  limited: 'limits this site',
  rejected: 'rejects this site',
  unreachable: 'does not respond',
};

const PAUSE_ACTIONS: Record<LaneTrouble, string> = {
  limited:
    'Publish less that few customers read: services limit sites that they judge disruptive, Chrome’s for a day or more. Urgent alerts are sent first, the others while they are of use.',
  rejected:
    'Check PUSH_VAPID_PRIVATE_KEY and PUSH_CONTACT: they must be those of the time when customers turned on push messages.',
  unreachable:
    'Check the network of the server, and look at the status page of the service. Messages are sent automatically when it responds.',
};

const explainPause = ({ lane, reason, since, until }: PausedLane): [cause: string, action: string] => [
  `${lane} ${PAUSES[reason]} since ${formatTime(since)}, and is tried again at ${formatTime(until)}`,
  PAUSE_ACTIONS[reason],
];

const explainWait = (channel: SentChannel, paused: number): [cause: string, action: string] =>
  paused > 0
    ? [
        `the service limits, rejects or does not accept them, and ${paused.toLocaleString('en')} of them wait for their next attempt`,
        'Search the log for “nothing is sent” and “sending an alert failed”, and look at the status page of the service.',
      ]
    : [
        'they are due, and no server sends them',
        `Restart the servers one by one if “Background jobs” shows no running send-alerts-${channel}.`,
      ];

/**
 * Reads what should have been sent by now, and how many customers wait for late messages. What the customer's settings defer counts from its due
 * time, also if it is paused then. Where customers choose the services, retries count from their due times, and not before: a device or host that
 * does not respond concerns its customer, who is notified. Nor do services of few customers count, which anyone can name.
 */
async function readWaiting(db: Queryable, channel: SentChannel, now: Date) {
  const { dueAt, isDeferred, reason, userId } = alertDeliveries;
  const isDue = sql`${dueAt} <= ${now.toISOString()}`;
  const isPaused = sql`(${dueAt} > ${now.toISOString()} and ${reason} = 'unreachable')`;
  const isLanePaused = sql`coalesce(${alertLanes.pausedUntil} > ${now.toISOString()}, false)`;
  const isOwn = describeChannel(channel).services !== undefined;
  const isExpected = isOwn
    ? sql`(${isDue} or (${isPaused} and ${isLanePaused}))`
    : sql`(not ${isDeferred} or ${isDue} or ${isPaused})`;
  const isFromDueTime = isOwn
    ? sql`(${isDeferred} or (${reason} is not null and not ${isLanePaused}))`
    : sql`${isDeferred}`;
  const since = sql`case when ${isFromDueTime} then least(${dueAt}, ${now.toISOString()}) else ${alertEvents.occurredAt} end`;
  const isLate = sql`${since} <= ${addMilliseconds(now, -LATE_MS).toISOString()}`;
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      late: sql<number>`(count(distinct ${userId}) filter (where ${isLate}))::int`,
      paused: sql<number>`(count(*) filter (where ${isPaused}))::int`,
      since: sql<Date | null>`min(${since})`.mapWith(dueAt),
    })
    .from(alertDeliveries)
    .innerJoin(alertEvents, sql`${alertEvents.id} = ${alertDeliveries.eventId}`)
    .leftJoin(
      alertLanes,
      sql`${alertLanes.channel} = ${alertDeliveries.channel} and ${alertLanes.lane} = ${alertDeliveries.lane}`,
    )
    .where(
      sql`${alertDeliveries.channel} = ${channel} and ${alertDeliveries.state} = 'queued' and ${isExpected} and ${isCommonLane(channel)}`,
    );
  return row ?? { waiting: 0, late: 0, paused: 0, since: null };
}
