import { inArray } from 'drizzle-orm';
import { addDays, toKarachiDate } from '#contract/dates.ts';
import { type SampleBoardMeeting, sampleBoardMeetings } from '#db/sample/board-meetings.ts';
import { SAMPLE_NOTE, type SampleBookClosure, sampleBookClosures } from '#db/sample/book-closures.ts';
import {
  findCompany,
  type Holidays,
  tradingDayAfter,
  tradingDayBefore,
} from '#server/domains/market/market.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { boardMeetings, bookClosures } from './corporate-actions.tables.ts';
import { exDateOf } from './rules/ex-date.ts';

const keyOf = (kind: 'meeting' | 'closure', index: number) => `sample:${kind}:${index + 1}`;

export async function hasSampleMeetings(db: Queryable): Promise<boolean> {
  const keys = sampleBoardMeetings.map((_, index) => keyOf('meeting', index));
  const { id, eventKey } = boardMeetings;
  const found = await db.select({ id }).from(boardMeetings).where(inArray(eventKey, keys)).limit(1);
  return found.length > 0;
}

export async function hasSampleClosures(db: Queryable): Promise<boolean> {
  const keys = sampleBookClosures.map((_, index) => keyOf('closure', index));
  const { id, eventKey } = bookClosures;
  const found = await db.select({ id }).from(bookClosures).where(inArray(eventKey, keys)).limit(1);
  return found.length > 0;
}

/** Fills whichever of the two tables is empty with invented events around now, on trading days. */
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
      .values(sampleBoardMeetings.map((sample, index) => meetingRow(sample, index, now, calendar)));
  }
  const [closure] = await tx.select({ id: bookClosures.id }).from(bookClosures).limit(1);
  if (!closure) {
    announce('corporate-actions');
    await tx
      .insert(bookClosures)
      .values(sampleBookClosures.map((sample, index) => closureRow(sample, index, now, calendar)));
  }
}

interface Calendar {
  today: string;
  holidays: Holidays;
}

function meetingRow(sample: SampleBoardMeeting, index: number, now: Date, calendar: Calendar) {
  return {
    eventKey: keyOf('meeting', index),
    symbol: sample.symbol,
    companyName: findCompany(sample.symbol)?.name ?? sample.symbol,
    subject: sample.subject,
    meetingDate: tradingDay(sample.tradingDays, calendar),
    meetingTime: sample.time,
    place: sample.place,
    updatedAt: now,
  };
}

function closureRow(sample: SampleBookClosure, index: number, now: Date, calendar: Calendar) {
  const bcFrom = tradingDay(sample.tradingDays, calendar);
  return {
    eventKey: keyOf('closure', index),
    symbol: sample.symbol,
    companyName: findCompany(sample.symbol)?.name ?? sample.symbol,
    faceValue: sample.faceValue,
    payout: sample.payout,
    bcFrom,
    bcTo: sample.length === null ? null : tradingDay(sample.tradingDays + sample.length, calendar),
    exDate: sample.isExDatePublished ? exDateOf(bcFrom, calendar.holidays).exDate : null,
    note: SAMPLE_NOTE,
    updatedAt: now,
  };
}

/** So many trading days from the first one that is today or later. */
function tradingDay(count: number, { today, holidays }: Calendar): string {
  let day = tradingDayAfter(addDays(today, -1), holidays);
  for (let left = Math.abs(count); left > 0; left -= 1)
    day = count < 0 ? tradingDayBefore(day, holidays) : tradingDayAfter(day, holidays);
  return day;
}
