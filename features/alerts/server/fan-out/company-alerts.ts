import { eq } from 'drizzle-orm';
import { addDays, getStartOfDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import { enqueueAll } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { filterWatchedSymbols } from '#features/accounts/server/watchlist/watchlist.ts';
import { EVENING_TIME, MORNING_TIME } from '#features/alerts/contract/kinds.ts';
import { alertEvents } from '#features/alerts/server/alerts.tables.ts';
import {
  type AlertedMeeting,
  listClosuresToBuyOn,
  listMeetingsBetween,
  type MeetingAlert,
  readAlertedMeetings,
} from '#features/corporate-actions/server/corporate-actions.ts';
import {
  getNextTradingDay,
  getPreviousTradingDay,
  getSessionEnd,
  isTradingDay,
  readTradingCalendar,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { type NewsAlert, readAlertedArticles } from '#features/news/server/news.ts';
import { type FanOutDependencies, fanOutEvent, type NewAlertEvent } from './fan-out.ts';

/** A job for each cause that concerns the watchers of a company. */
export const companyAlertQueue = defineQueue<{ eventId: number }>('company-alert', {
  timeLimitMs: 10 * MINUTE,
  retries: { maxAttempts: 12, firstDelayMs: 5 * SECOND, longestDelayMs: HOUR },
});

/** For so long an alert of an article is sent. */
const NEWS_USEFUL_MS = 12 * HOUR;
/** For so long a meeting counts as just announced. */
const ANNOUNCEMENT_USEFUL_MS = 2 * DAY;

type CompanyEvent = NewAlertEvent & { subject: { symbols: string[] } };
type Dependencies = Pick<FanOutDependencies, 'database' | 'clock'>;

/** Alerts the watchers of a company of one cause. */
export async function alertWatchers(
  dependencies: FanOutDependencies,
  { eventId }: { eventId: number },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { db } = dependencies.database;
  const [event] = await db.select().from(alertEvents).where(eq(alertEvents.id, eventId));
  if (event) await fanOutEvent(dependencies, event, signal);
}

/** Alerts of new articles about companies. Who watches several companies of an article is alerted once. */
export async function alertNews({ database, clock }: Dependencies, { articleIds }: NewsAlert): Promise<void> {
  const now = clock.now();
  const articles = await readAlertedArticles(database.db, articleIds);
  const events = [...articles.values()].map(
    ({ id, symbols }): CompanyEvent => ({
      ...toEvent(`news:${id}`, now, addMilliseconds(now, NEWS_USEFUL_MS)),
      kind: 'company_news',
      subject: { articleId: id, symbols },
    }),
  );
  await queueEvents(database, events);
}

/** Alerts of meetings that were announced or moved, unless they are over. */
export async function alertMeetings(
  { database, clock }: Dependencies,
  { meetingIds }: MeetingAlert,
): Promise<void> {
  const now = clock.now();
  const meetings = await readAlertedMeetings(database.db, meetingIds);
  const events = [...meetings.values()].flatMap((meeting): CompanyEvent[] => {
    const { id, symbol, date } = meeting;
    const useful = Math.min(getMeetingEnd(meeting).getTime(), now.getTime() + ANNOUNCEMENT_USEFUL_MS);
    if (useful <= now.getTime()) return [];
    return [
      {
        ...toEvent(`meeting:${id}:${date}`, now, new Date(useful)),
        kind: 'meeting_announced',
        subject: { meetingId: id, date, symbols: [symbol] },
      },
    ];
  });
  await queueEvents(database, events);
}

/**
 * Alerts of the meetings and last buying days that are next. In the evening of a trading day these are the dates until the next trading day;
 * if no server ran then, they follow during the night. In the morning they are the last buying days of the same day.
 */
export async function alertDates({ database, clock }: Dependencies): Promise<void> {
  const { db } = database;
  const now = clock.now();
  const calendar = await readTradingCalendar(db);
  const evening = getLastEvening(now, calendar);
  const next = getNextTradingDay(evening, calendar.holidays);
  const meetings = await listMeetingsBetween(db, { after: evening, until: next });
  const reminders = meetings
    .filter(({ date }) => now < at(date, MORNING_TIME))
    .map((meeting) => toReminder(meeting, now));
  await queueEvents(database, [...reminders, ...(await listLastBuyingDays(db, next, calendar, now))]);
}

/** Returns the last trading day whose evening has begun. */
function getLastEvening(now: Date, { holidays }: TradingCalendar): LocalDate {
  const today = toKarachiDate(now);
  const hasBegun = isTradingDay(today, holidays) && at(today, EVENING_TIME) <= now;
  return hasBegun ? today : getPreviousTradingDay(today, holidays);
}

const toReminder = (meeting: AlertedMeeting, now: Date): CompanyEvent => ({
  ...toEvent(`meeting-reminder:${meeting.id}:${meeting.date}`, now, getMeetingEnd(meeting)),
  kind: 'meeting_reminder',
  subject: { meetingId: meeting.id, date: meeting.date, symbols: [meeting.symbol] },
});

async function listLastBuyingDays(
  db: Queryable,
  date: LocalDate,
  calendar: TradingCalendar,
  now: Date,
): Promise<CompanyEvent[]> {
  const morning = at(date, MORNING_TIME);
  const isMorning = morning <= now;
  // The alert of the morning replaces the one of the evening that was not sent by then.
  const expiresAt = isMorning ? getSessionEnd(getStartOfDate(date), calendar) : morning;
  if (expiresAt <= now) return [];
  const closures = await listClosuresToBuyOn(db, date, calendar.holidays);
  return closures.map(({ id, symbol }) => ({
    ...toEvent(`last-buying-day:${id}:${date}:${isMorning ? 'morning' : 'evening'}`, now, expiresAt),
    kind: 'last_buying_day',
    subject: { closureId: id, date, symbols: [symbol] },
  }));
}

const at = (date: LocalDate, time: string) => new Date(`${date}T${time}:00+05:00`);

/** A meeting without a time may be at any time of its day. */
const getMeetingEnd = ({ date, time }: AlertedMeeting): Date =>
  time === null ? getStartOfDate(addDays(date, 1)) : at(date, time.slice(0, 5));

const toEvent = (key: string, occurredAt: Date, expiresAt: Date) => ({
  key,
  audience: 'watchers' as const,
  userId: null,
  occurredAt,
  expiresAt,
});

/** Stores the causes that are new and concern at least one customer, each with its job. */
async function queueEvents(database: Database, events: readonly CompanyEvent[]): Promise<void> {
  const symbols = new Set(events.flatMap(({ subject }) => subject.symbols));
  const watched = await filterWatchedSymbols(database.db, [...symbols]);
  const concerning = events.filter(({ subject }) => subject.symbols.some((symbol) => watched.has(symbol)));
  if (concerning.length === 0) return;
  await database.transaction(async (tx) => {
    const stored = await tx
      .insert(alertEvents)
      .values(concerning)
      .onConflictDoNothing()
      .returning({ eventId: alertEvents.id });
    if (stored.length > 0)
      await enqueueAll(
        tx,
        companyAlertQueue,
        stored.map((data) => ({ data })),
      );
  });
}
