import { addDays, formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { PriceBar, PriceRange } from '#features/market/contract/prices.ts';
import {
  type Period,
  type PriceRow,
  summarizeBars,
} from '#features/market/web/public/company/prices/summarize-bars.ts';
import type { SignalReport } from '#features/signals/contract/track-record/signal-details.ts';

/** Days of prices before the publication and after the end, for the context. */
const DAYS_BEFORE = 30;
const DAYS_AFTER = 14;

/** The days of each range, a few less than it has. */
const RANGE_DAYS: readonly [days: number, range: PriceRange][] = [
  [26, '1M'],
  [85, '3M'],
  [175, '6M'],
  [360, '1Y'],
  [1090, '3Y'],
];

/** The dates whose prices the page of a signal shows. */
export interface PriceWindow {
  from: LocalDate;
  /** `null` until today. */
  until: LocalDate | null;
  /** The shortest range of the API that contains it. */
  range: PriceRange;
}

/** The prices of a window as the server rendered them: without bars, which the chart loads. */
export interface PricesOfSignal {
  period: Period;
  rangeName: string;
  rows: PriceRow[];
}

/** Returns the dates from a month before the publication until two weeks after the end of a signal. */
export function getPriceWindow({ signal, evaluations, decision }: SignalReport, now: Date): PriceWindow {
  const from = addDays(toKarachiDate(new Date(signal.created_at)), -DAYS_BEFORE);
  const endedOn = decision?.exit_date ?? evaluations[0]?.ended_on ?? null;
  const days = (now.getTime() - Date.parse(from)) / 86_400_000;
  const range = RANGE_DAYS.find(([limit]) => days <= limit)?.[1] ?? '5Y';
  return { from, until: endedOn && addDays(endedOn, DAYS_AFTER), range };
}

export const selectBars = (bars: readonly PriceBar[], { from, until }: PriceWindow): PriceBar[] =>
  bars.filter(({ date }) => date >= from && (until === null || date <= until));

/** Summarizes the bars of a window so that the table has at most about a hundred rows. Returns `null` without bars. */
export function summarizeWindow(bars: readonly PriceBar[]): PricesOfSignal | null {
  const [first, last] = [bars.at(0), bars.at(-1)];
  if (!first || !last) return null;
  const period: Period = bars.length <= 90 ? 'day' : bars.length <= 400 ? 'week' : 'month';
  const rangeName = `${formatShortDate(first.date)} to ${formatShortDate(last.date)}, as traded`;
  return { period, rangeName, rows: summarizeBars(bars, period) };
}
