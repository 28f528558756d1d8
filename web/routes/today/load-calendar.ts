import { type BoardMeeting, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import {
  BOOK_CLOSURES_PAGE_SIZE,
  type BookClosure,
  listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import { addDays, getWeekday, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { EndpointInput, EndpointOutput, EndpointShape } from '#contract/endpoint.ts';
import { listMarketHolidays, type MarketHoliday } from '#contract/market/holidays.ts';
import { listSettlementCalendar } from '#contract/market/settlement.ts';
import { type MarketPeriod, readMarketStatus } from '#contract/market/status.ts';
import type { Article } from '#contract/news/endpoints.ts';
import type { RenderedSignals } from '#web/routes/signals/psx/use-signals.ts';

/** The page as the server rendered it for a visitor. */
export interface RenderedToday {
  signals: RenderedSignals;
  calendar: Calendar;
  news: Article[];
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
  /** The first twenty meetings of the date and of the next one. */
  meetings: BoardMeeting[];
  /** The exchange's holidays until the last of the trading days. */
  holidays: MarketHoliday[];
  /** The days until then on which the exchange trades, but trades do not settle. */
  bankHolidays: MarketHoliday[];
}

const TRADING_DAYS = 5;
/** An ex-date is the trading day after the last buying day, or later if banks are closed. */
const MAX_DAYS_TO_EX_DATE = 14;
/** More than the closures of a busy fortnight. */
const MAX_PAGES = 10;

/** Loads the dates of all companies, or of some. */
export async function loadCalendar(today: LocalDate, symbol: string[], call: Call): Promise<Calendar> {
  const meetingsQuery = {
    symbol,
    from_date: today,
    to_date: addDays(today, 1),
    ordering: 'meeting_date',
  } as const;
  const [{ results: holidays }, { bank_holidays }, { periods }, meetings] = await Promise.all([
    call(listMarketHolidays, {}),
    call(listSettlementCalendar, {}),
    call(readMarketStatus, {}),
    call(listBoardMeetings, { query: meetingsQuery }),
  ]);
  const dates = new Set(holidays.map(({ date }) => date));
  const lastDay = addTradingDays(today, TRADING_DAYS - 1, dates);
  const closures = await loadClosures(symbol, today, addDays(lastDay, MAX_DAYS_TO_EX_DATE), call);
  const isAhead = ({ date }: MarketHoliday) => today <= date && date <= lastDay;
  return {
    nextSession: getNextSession(today, periods[0]),
    closures: closures.filter((closure) => mayPay(closure) && closure.last_buying_day <= lastDay),
    meetings: meetings.results,
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

async function loadClosures(
  symbol: string[],
  from: LocalDate,
  to: LocalDate,
  call: Call,
): Promise<BookClosure[]> {
  const query = { symbol, ex_date_from: from, ex_date_to: to, ordering: 'bc_from' } as const;
  const first = await call(listBookClosures, { query });
  const pages = Math.min(Math.ceil(first.count / BOOK_CLOSURES_PAGE_SIZE), MAX_PAGES);
  const others = await Promise.all(
    Array.from({ length: Math.max(pages - 1, 0) }, (_, index) =>
      call(listBookClosures, { query: { ...query, page: String(index + 2) } }),
    ),
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
