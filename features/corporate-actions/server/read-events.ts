import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { addDays, type LocalDate } from '#core/contract/dates.ts';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { isOneOf, TOTAL } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { Holidays } from '#features/market/server/market.ts';
import {
  boardMeetings,
  bookClosures,
  type ClosureRevision,
  PUBLIC_STATES,
} from './corporate-actions.tables.ts';
import { getExDate, toClosureStarts } from './rules/ex-date.ts';
import { type ParsedPart, parsePayout, presentPayout } from './rules/payout.ts';

/** A closure of a company whose ex-date has come. */
export interface PastClosure {
  eventKey: string;
  symbol: string;
  exDate: LocalDate;
  /** It was not published. */
  isExDateEstimated: boolean;
  /** The payout in the words of the announcement. */
  payout: string;
  faceValue: string | null;
  /** Empty for a payout that is not understood. */
  parts: ParsedPart[];
  isPayoutUnderstood: boolean;
  /** The cash per share; `null` when there is none. */
  rupeesPerShare: string | null;
}

/** A closure with what it was before it was revised. */
export interface StoredClosure extends PastClosure {
  id: number;
  bcFrom: LocalDate;
  /** Oldest first; `null` for a closure that was never revised. */
  revisions: ClosureRevision[] | null;
}

/** A closure starts at most this many days after its ex-date. */
const MAX_DAYS_AFTER_EX_DATE = 31;

interface Until {
  until: LocalDate;
  holidays: Holidays;
}

/** Returns the closures with a payout or a split whose ex-date is at most `until`. */
export const listAdjustingClosures = (db: Queryable, query: Until): Promise<PastClosure[]> =>
  listPastClosures(db, query, sql`${bookClosures.payout} ~ '[0-9]'`);

/** Returns the closures of a symbol whose ex-date is after `after` and at most `until`, by ex-date. */
export async function listClosuresBetween(
  db: Queryable,
  symbol: string,
  { after, ...query }: Until & { after: LocalDate },
): Promise<PastClosure[]> {
  const closures = await listPastClosures(db, query, eq(bookClosures.symbol, symbol));
  return closures
    .filter(({ exDate }) => exDate > after)
    .sort((a, b) => a.exDate.localeCompare(b.exDate) || a.eventKey.localeCompare(b.eventKey));
}

/** Returns the closures of symbols whose ex-date is at most `until`, which may be ahead. */
export const listClosuresOf = (
  db: Queryable,
  symbols: readonly string[],
  query: Until,
): Promise<StoredClosure[]> => listPastClosures(db, query, isOneOf(bookClosures.symbol, symbols));

/** Returns the closures whose ex-date is at most `until`. */
export async function listPastClosures(
  db: Queryable,
  { until, holidays }: Until,
  condition?: SQL,
): Promise<StoredClosure[]> {
  const rows = await db
    .select()
    .from(bookClosures)
    .where(
      and(
        isNotNull(bookClosures.symbol),
        lte(bookClosures.bcFrom, addDays(until, MAX_DAYS_AFTER_EX_DATE)),
        condition,
      ),
    );
  return rows.flatMap(({ symbol, ...row }) => {
    const { exDate } = getExDate(row, holidays);
    if (symbol === null || exDate > until) return [];
    const { id, eventKey, payout, faceValue, bcFrom, revisions } = row;
    const parts = parsePayout(payout);
    return [
      {
        id,
        eventKey,
        symbol,
        exDate,
        bcFrom,
        revisions,
        isExDateEstimated: row.exDate === null,
        payout,
        faceValue,
        parts: parts ?? [],
        isPayoutUnderstood: parts !== null,
        rupeesPerShare: presentPayout(payout, faceValue).rupeesPerShare,
      },
    ];
  });
}

/** Returns the next ex-date of each of the symbols, or of all, that has one from today on. */
export async function findNextExDates(
  db: Queryable,
  symbols: readonly string[] | null,
  today: LocalDate,
  holidays: Holidays,
): Promise<Map<string, LocalDate>> {
  const { symbol, bcFrom, exDate } = bookClosures;
  const { from = today } = toClosureStarts({ from: today }, holidays);
  const rows = await db
    .selectDistinct({ symbol, bcFrom, exDate })
    .from(bookClosures)
    .where(
      and(matchesSymbols(symbol, symbols), or(gte(exDate, today), and(isNull(exDate), gte(bcFrom, from)))),
    );
  const next = new Map<string, LocalDate>();
  for (const row of rows) {
    const date = getExDate(row, holidays).exDate;
    const earlier = next.get(row.symbol ?? '');
    if (row.symbol !== null && (earlier === undefined || date < earlier)) next.set(row.symbol, date);
  }
  return next;
}

/** Returns the date of the next board meeting of each of the symbols, or of all, that has one from today on. */
export async function findNextMeetings(
  db: Queryable,
  symbols: readonly string[] | null,
  today: LocalDate,
): Promise<Map<string, LocalDate>> {
  const { symbol, meetingDate, state } = boardMeetings;
  const rows = await db
    .select({ symbol, date: min(meetingDate) })
    .from(boardMeetings)
    .where(and(matchesSymbols(symbol, symbols), eq(state, 'meeting'), gte(meetingDate, today)))
    .groupBy(symbol);
  return new Map(rows.flatMap((row) => (row.symbol && row.date ? [[row.symbol, row.date] as const] : [])));
}

const matchesSymbols = (symbol: PgColumn, symbols: readonly string[] | null) =>
  symbols === null ? undefined : isOneOf(symbol, symbols);

/** Returns the symbols of board meetings and book closures, with the name of the company in the latest one. */
export async function listEventSymbols(db: Queryable): Promise<{ symbol: string; companyName: string }[]> {
  const { symbol, companyName, meetingDate } = boardMeetings;
  const closures = bookClosures;
  const events = unionAll(
    db
      .select({ symbol, companyName, date: sql<string>`${meetingDate}`.as('date') })
      .from(boardMeetings)
      .where(inArray(boardMeetings.state, [...PUBLIC_STATES])),
    db
      .select({
        symbol: closures.symbol,
        companyName: closures.companyName,
        date: sql<string>`${closures.bcFrom}`.as('date'),
      })
      .from(closures),
  ).as('events');
  const rows = await db
    .selectDistinctOn([events.symbol], { symbol: events.symbol, companyName: events.companyName })
    .from(events)
    .where(isNotNull(events.symbol))
    .orderBy(events.symbol, desc(events.date), events.companyName);
  return rows.flatMap((row) => (row.symbol === null ? [] : [{ ...row, symbol: row.symbol }]));
}

/** Presents the filings that wait for a decision, oldest first, for the administrators' inbox. */
export async function listFilingWork(db: Queryable, limit: number): Promise<InboxWork> {
  const { id, companyName, subject, filedAt, state } = boardMeetings;
  const rows = await db
    .select({ id, companyName, subject, filedAt, total: TOTAL })
    .from(boardMeetings)
    .where(eq(state, 'waiting'))
    .orderBy(sql`${filedAt} nulls last`, id)
    .limit(limit);
  return {
    count: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      id: String(row.id),
      title: row.companyName,
      detail: row.subject,
      at: row.filedAt?.toISOString() ?? null,
      path: `${paths.adminImports}?view=filings#filing-${row.id}`,
    })),
  };
}
