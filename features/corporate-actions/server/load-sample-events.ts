import { inArray } from 'drizzle-orm';
import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, HOUR } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import {
  type SampleBoardMeeting,
  sampleBoardMeetings,
  sampleFilings,
} from '#features/corporate-actions/sample/board-meetings.ts';
import {
  type SampleBookClosure,
  sampleBookClosures,
} from '#features/corporate-actions/sample/book-closures.ts';
import {
  findCompany,
  getNextTradingDay,
  getPreviousTradingDay,
  type Holidays,
} from '#features/market/server/market.ts';
import { boardMeetings, bookClosures } from './corporate-actions.tables.ts';
import { estimateExDate } from './rules/ex-date.ts';

const getKey = (kind: 'meeting' | 'filing' | 'closure', index: number) => `sample:${kind}:${index + 1}`;

export const hasSampleMeetings = (db: Queryable): Promise<boolean> =>
  hasSamples(
    db,
    boardMeetings,
    sampleBoardMeetings.map((_, index) => getKey('meeting', index)),
  );

export const hasSampleClosures = (db: Queryable): Promise<boolean> =>
  hasSamples(
    db,
    bookClosures,
    sampleBookClosures.map((_, index) => getKey('closure', index)),
  );

async function hasSamples(
  db: Queryable,
  table: typeof boardMeetings | typeof bookClosures,
  keys: string[],
): Promise<boolean> {
  const found = await db.select({ id: table.id }).from(table).where(inArray(table.eventKey, keys)).limit(1);
  return found.length > 0;
}

/** Fills each of the two tables that is empty with invented events on trading days around `now`. */
export async function loadSampleEvents(
  tx: Transaction,
  announce: (topic: 'corporate-actions') => void,
  { now, holidays }: { now: Date; holidays: Holidays },
): Promise<void> {
  const calendar = { today: toKarachiDate(now), holidays };
  const [meeting] = await tx.select({ id: boardMeetings.id }).from(boardMeetings).limit(1);
  if (!meeting) {
    announce('corporate-actions');
    await tx
      .insert(boardMeetings)
      .values([
        ...sampleBoardMeetings.map((sample, index) => toMeetingRow(sample, index, now, calendar)),
        ...makeFilingRows(now),
      ]);
  }
  const [closure] = await tx.select({ id: bookClosures.id }).from(bookClosures).limit(1);
  if (!closure) {
    announce('corporate-actions');
    await tx
      .insert(bookClosures)
      .values(sampleBookClosures.map((sample, index) => toClosureRow(sample, index, now, calendar)));
  }
}

interface Calendar {
  today: LocalDate;
  holidays: Holidays;
}

function toMeetingRow(sample: SampleBoardMeeting, index: number, now: Date, calendar: Calendar) {
  return {
    eventKey: getKey('meeting', index),
    symbol: sample.symbol,
    companyName: findCompany(sample.symbol)?.name ?? sample.symbol,
    subject: sample.subject,
    meetingDate: getTradingDay(sample.tradingDays, calendar),
    meetingTime: sample.time,
    place: sample.place,
    updatedAt: now,
  };
}

const makeFilingRows = (now: Date): (typeof boardMeetings.$inferInsert)[] =>
  sampleFilings.map(({ symbol, title, hoursAgo }, index) => ({
    eventKey: getKey('filing', index),
    state: 'waiting',
    symbol,
    companyName: findCompany(symbol)?.name ?? symbol,
    subject: title,
    filedAt: addMilliseconds(now, -hoursAgo * HOUR),
    updatedAt: now,
  }));

function toClosureRow(sample: SampleBookClosure, index: number, now: Date, calendar: Calendar) {
  const bcFrom = getTradingDay(sample.tradingDays, calendar);
  return {
    eventKey: getKey('closure', index),
    symbol: sample.symbol,
    companyName: findCompany(sample.symbol)?.name ?? sample.symbol,
    faceValue: sample.faceValue,
    payout: sample.payout,
    bcFrom,
    bcTo: sample.length === null ? null : getTradingDay(sample.tradingDays + sample.length, calendar),
    exDate: sample.isExDatePublished ? estimateExDate(bcFrom, calendar.holidays).exDate : null,
    updatedAt: now,
  };
}

/** Returns the trading day `offset` trading days from the first one that is today or later. */
function getTradingDay(offset: number, { today, holidays }: Calendar): LocalDate {
  let date = getNextTradingDay(addDays(today, -1), holidays);
  for (let remaining = Math.abs(offset); remaining > 0; remaining -= 1)
    date = offset < 0 ? getPreviousTradingDay(date, holidays) : getNextTradingDay(date, holidays);
  return date;
}
