import { and, between, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { summarizePayout } from '#features/corporate-actions/contract/summarize-payout.ts';
import { getNextTradingDay, type Holidays } from '#features/market/server/market.ts';
import { boardMeetings, bookClosures } from './corporate-actions.tables.ts';
import { getExDate, toClosureStarts } from './rules/ex-date.ts';
import { paysNothing, presentPayout } from './rules/payout.ts';

/** A meeting on which customers may be alerted, as it is now. */
export interface AlertedMeeting {
  id: number;
  symbol: string;
  subject: string;
  date: LocalDate;
  /** `14:30:00`, in Karachi. */
  time: string | null;
  /** The date before it was moved. */
  earlierDate: LocalDate | null;
}

/** A closure with a payout, as it is now. */
export interface AlertedClosure {
  id: number;
  symbol: string;
  /** The summary that the pages show: `Rs. 25.00 a share`. */
  payout: string;
  lastBuyingDay: LocalDate;
  exDate: LocalDate;
  /** It was not published. */
  isExDateEstimated: boolean;
}

/** The meetings that a transaction added or changed. */
export interface MeetingAlert {
  meetingIds: number[];
}

/** Jobs for meetings that were added or moved. The alerts feature handles them. */
export const meetingAlertQueue = defineQueue<MeetingAlert>('meeting-alert', {
  timeLimitMs: 10 * MINUTE,
  retries: { maxAttempts: 8, firstDelayMs: 5 * SECOND, longestDelayMs: 10 * MINUTE },
});

/** Queues the alerts of meetings that were added or changed. Their job finds which of them have dates that are news. */
export async function queueMeetingAlerts(tx: Transaction, meetingIds: readonly number[]): Promise<void> {
  if (meetingIds.length > 0) await enqueue(tx, meetingAlertQueue, { meetingIds: [...meetingIds] });
}

/** Returns the meetings that are still announced. One that was postponed without a new date is not. */
export async function readAlertedMeetings(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, AlertedMeeting>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(boardMeetings).where(isOneOf(boardMeetings.id, ids));
  return toMap(rows.flatMap(toMeeting));
}

/** Returns the meetings on dates after `after` and at most `until`. */
export async function listMeetingsBetween(
  db: Queryable,
  { after, until }: { after: LocalDate; until: LocalDate },
): Promise<AlertedMeeting[]> {
  const { meetingDate } = boardMeetings;
  const rows = await db
    .select()
    .from(boardMeetings)
    .where(and(gt(meetingDate, after), lte(meetingDate, until)));
  return rows.flatMap(toMeeting);
}

function toMeeting(row: typeof boardMeetings.$inferSelect): AlertedMeeting[] {
  const { id, state, symbol, subject, meetingDate, meetingTime, revisions } = row;
  if (state !== 'meeting' || symbol === null || meetingDate === null) return [];
  const earlierDate = revisions?.at(-1)?.meetingDate ?? null;
  return [{ id, symbol, subject, date: meetingDate, time: meetingTime, earlierDate }];
}

/** Returns the closures that still exist and have a payout. */
export async function readAlertedClosures(
  db: Queryable,
  ids: readonly number[],
  holidays: Holidays,
): Promise<Map<number, AlertedClosure>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(bookClosures).where(isOneOf(bookClosures.id, ids));
  return toMap(rows.flatMap((row) => toClosure(row, holidays)));
}

/** Returns the closures whose last buying day is a trading day. */
export async function listClosuresToBuyOn(
  db: Queryable,
  tradingDay: LocalDate,
  holidays: Holidays,
): Promise<AlertedClosure[]> {
  const { exDate, bcFrom } = bookClosures;
  const next = getNextTradingDay(tradingDay, holidays);
  const { from = next, to = next } = toClosureStarts({ from: next, to: next }, holidays);
  const rows = await db
    .select()
    .from(bookClosures)
    .where(
      and(
        isNotNull(bookClosures.symbol),
        or(and(gt(exDate, tradingDay), lte(exDate, next)), and(isNull(exDate), between(bcFrom, from, to))),
      ),
    );
  return rows
    .flatMap((row) => toClosure(row, holidays))
    .filter(({ lastBuyingDay }) => lastBuyingDay === tradingDay);
}

function toClosure(row: typeof bookClosures.$inferSelect, holidays: Holidays): AlertedClosure[] {
  const { id, symbol, payout } = row;
  if (symbol === null || paysNothing(payout)) return [];
  const terms = presentPayout(payout, row.faceValue);
  const summary = summarizePayout({
    payout,
    payouts: terms.payouts,
    rupees_per_share: terms.rupeesPerShare,
    is_face_value_assumed: terms.isFaceValueAssumed,
  });
  const isExDateEstimated = row.exDate === null;
  return [{ id, symbol, payout: summary, isExDateEstimated, ...getExDate(row, holidays) }];
}

const toMap = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
