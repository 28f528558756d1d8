import { type BoardMeeting, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { type BookClosure, listBookClosures } from '#contract/corporate-actions/book-closures.ts';
import { addDays, getWeekday, type LocalDate } from '#contract/dates.ts';
import type { EndpointInput, EndpointOutput, EndpointShape } from '#contract/endpoint.ts';
import { listMarketHolidays, type MarketHoliday } from '#contract/market/holidays.ts';
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
  /** Closures that may pay something and whose last buying day or ex-date is in the five trading days, at most twenty. */
  closures: BookClosure[];
  /** The first twenty meetings of the date and of the next one. */
  meetings: BoardMeeting[];
  /** The holidays until the last of the trading days. */
  holidays: MarketHoliday[];
}

const TRADING_DAYS = 5;

export async function loadCalendar(today: LocalDate, call: Call): Promise<Calendar> {
  const meetingsQuery = { from_date: today, to_date: addDays(today, 1), ordering: 'meeting_date' } as const;
  const [{ results: holidays }, meetings] = await Promise.all([
    call(listMarketHolidays, {}),
    call(listBoardMeetings, { query: meetingsQuery }),
  ]);
  const dates = new Set(holidays.map(({ date }) => date));
  // Who buys on the last of the days still gets a payout whose ex-date is the trading day after it.
  const lastExDate = addTradingDays(today, TRADING_DAYS, dates);
  const closures = await call(listBookClosures, {
    query: { ex_date_from: today, ex_date_to: lastExDate, ordering: 'bc_from' },
  });
  return {
    closures: closures.results.filter(mayPay),
    meetings: meetings.results,
    holidays: holidays.filter(({ date }) => today <= date && date <= lastExDate),
  };
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
