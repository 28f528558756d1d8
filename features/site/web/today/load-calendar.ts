import { addDays, getWeekday, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { EndpointInput, EndpointOutput, EndpointShape } from '#core/contract/endpoint.ts';
import { type MarketPeriod, readMarketStatus } from '#core/contract/market-status.ts';
import {
  BOARD_MEETINGS_PAGE_SIZE,
  type BoardMeeting,
  listBoardMeetings,
} from '#features/corporate-actions/contract/board-meetings.ts';
import {
  BOOK_CLOSURES_PAGE_SIZE,
  type BookClosure,
  listBookClosures,
} from '#features/corporate-actions/contract/book-closures.ts';
import {
  listMarketHolidays,
  listSettlementCalendar,
  type MarketHoliday,
} from '#features/market/contract/holidays.ts';
import type { MarketSummary } from '#features/market/web/public/facts/market-line.tsx';
import type { Article } from '#features/news/contract/endpoints.ts';
import type { RenderedSignals } from '#features/signals/web/public/psx/use-signals.ts';

/** The page as the server rendered it for a visitor. */
export interface RenderedToday {
  signals: RenderedSignals;
  calendar: Calendar;
  news: Article[];
  /** `null` if it could not be loaded. */
  market: MarketSummary | null;
  asOf: string;
}

/** Calls the API: as the user in the browser, in memory while the server renders the page. */
export type Call = <E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<EndpointOutput<E>>;

/** What happens on a date and in the next five trading days. */
export interface Calendar {
  /** The date on which shares can be bought next: today, unless its session has ended or there is none. */
  nextSession: LocalDate;
  /** Closures that may pay something and whose last buying day is at most the last of the trading days. */
  closures: BookClosure[];
  /** The meetings from the date until `meetingsUntil`. */
  meetings: BoardMeeting[];
  /** The next session or tomorrow, whichever is later: a Friday evening or a Saturday shows the meetings of Monday. */
  meetingsUntil: LocalDate;
  /** The exchange's holidays until the last of the trading days. */
  holidays: MarketHoliday[];
  /** The days until then on which the exchange trades, but trades do not settle. */
  bankHolidays: MarketHoliday[];
}

const TRADING_DAYS = 5;
/** An ex-date is the trading day after the last buying day, or later if banks are closed. */
const MAX_DAYS_TO_EX_DATE = 14;
/** More than the closures of a busy fortnight, and the meetings of the busiest days. */
const MAX_PAGES = 10;

/** Loads the dates of all companies, or of some. */
export async function loadCalendar(today: LocalDate, symbol: string[], call: Call): Promise<Calendar> {
  const [{ results: holidays }, { bank_holidays }, { periods }] = await Promise.all([
    call(listMarketHolidays, {}),
    call(listSettlementCalendar, {}),
    call(readMarketStatus, {}),
  ]);
  const nextSession = getNextSession(today, periods[0]);
  const tomorrow = addDays(today, 1);
  const meetingsUntil = nextSession > tomorrow ? nextSession : tomorrow;
  const closed = new Set(holidays.map(({ date }) => date));
  const lastDay = addTradingDays(today, TRADING_DAYS - 1, closed);
  const exDates = {
    symbol,
    ex_date_from: today,
    ex_date_to: addDays(lastDay, MAX_DAYS_TO_EX_DATE),
    ordering: 'bc_from',
  } as const;
  const dates = { symbol, from_date: today, to_date: meetingsUntil, ordering: 'meeting_date' } as const;
  const [closures, meetings] = await Promise.all([
    loadPages(BOOK_CLOSURES_PAGE_SIZE, (page) => call(listBookClosures, { query: { ...exDates, ...page } })),
    loadPages(BOARD_MEETINGS_PAGE_SIZE, (page) => call(listBoardMeetings, { query: { ...dates, ...page } })),
  ]);
  const isAhead = ({ date }: MarketHoliday) => today <= date && date <= lastDay;
  return {
    nextSession,
    closures: closures.filter((closure) => mayPay(closure) && closure.last_buying_day <= lastDay),
    meetings,
    meetingsUntil,
    holidays: holidays.filter(isAhead),
    bankHolidays: bank_holidays.filter(isAhead),
  };
}

/** Returns the date of the session that is open or opens next; `today` if it is not known. */
export function getNextSession(
  today: LocalDate,
  period: Pick<MarketPeriod, 'state' | 'until'> | undefined,
): LocalDate {
  return period === undefined || period.state === 'open' ? today : toKarachiDate(new Date(period.until));
}

async function loadPages<T>(
  size: number,
  load: (page: { page?: string }) => Promise<{ count: number; results: T[] }>,
): Promise<T[]> {
  const first = await load({});
  const pages = Math.min(Math.ceil(first.count / size), MAX_PAGES);
  const others = await Promise.all(
    Array.from({ length: Math.max(pages - 1, 0) }, (_, index) => load({ page: String(index + 2) })),
  );
  return [first, ...others].flatMap(({ results }) => results);
}

/** A closure without a payout, or with `NIL`, is no reason to buy. */
const mayPay = ({ payout, payouts }: BookClosure) =>
  payouts.length > 0 || !/^\W*(nil|none)?\W*$/i.test(payout);

/** Returns the trading day that follows `count` trading days, the first of which is `today` or the next one. */
export function addTradingDays(today: LocalDate, count: number, holidays: ReadonlySet<LocalDate>): LocalDate {
  let date = today;
  let remaining = count;
  while (remaining > 0 || !isTradingDay(date, holidays)) {
    if (isTradingDay(date, holidays)) remaining -= 1;
    date = addDays(date, 1);
  }
  return date;
}

const isTradingDay = (date: LocalDate, holidays: ReadonlySet<LocalDate>) =>
  ![0, 6].includes(getWeekday(date)) && !holidays.has(date);

/** Returns whether any meeting or closure is ahead. */
export const hasDates = ({ closures, meetings }: Pick<Calendar, 'closures' | 'meetings'>): boolean =>
  closures.length + meetings.length > 0;
