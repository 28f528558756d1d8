import type { BoardMeeting } from '#contract/corporate-actions/board-meetings.ts';
import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import { formatShortDate, type LocalDate } from '#contract/dates.ts';
import type { PriceAdjustment } from '#contract/market/prices.ts';
import type { PriceRow } from '#web/routes/companies/company/prices/summarize-bars.ts';

/** An event that the chart marks at a candle. */
export interface ChartEvent {
  date: LocalDate;
  /** The last day of the candle that has the event, or of the first one since. */
  candleDate: LocalDate;
  kind: 'ex-date' | 'split' | 'meeting' | 'signal';
  /** The text of the marker; it is next to others. */
  mark: string;
  /** The text of the legend. */
  description: string;
}

interface EventSources {
  closures: readonly BookClosure[];
  meetings: readonly BoardMeeting[];
  adjustments: readonly PriceAdjustment[];
}

const MARKS = { cash: 'XD', bonus: 'XB', right: 'XR' };

/** Returns the ex-dates, splits and board meetings between the first and the last candle, by date. */
export function listChartEvents(
  candles: readonly PriceRow[],
  { closures, meetings, adjustments }: EventSources,
): ChartEvent[] {
  const splits = adjustments.filter(({ kind }) => kind === 'split');
  const isSplitDate = (date: LocalDate) => splits.some(({ ex_date }) => ex_date === date);
  const events: Omit<ChartEvent, 'candleDate'>[] = [
    ...splits.map(({ ex_date, description }) => ({
      date: ex_date,
      kind: 'split' as const,
      mark: 'Split',
      description,
    })),
    ...closures
      .filter(({ ex_date, payouts }) => payouts.length > 0 || !isSplitDate(ex_date))
      .map(({ ex_date, payout, payouts, is_ex_date_estimated }) => ({
        date: ex_date,
        kind: 'ex-date' as const,
        mark: [...new Set(payouts.map(({ kind }) => MARKS[kind]))].join(' ') || 'Ex',
        description: `Ex-date${is_ex_date_estimated ? ' (estimated)' : ''}: ${payout}`,
      })),
    ...meetings.map(({ meeting_date, subject }) => ({
      date: meeting_date,
      kind: 'meeting' as const,
      mark: 'M',
      description: `Board meeting: ${subject}`,
    })),
  ];
  return events
    .flatMap((event) => {
      const candleDate = findCandleDate(candles, event.date);
      return candleDate === null ? [] : [{ ...event, candleDate }];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** Merges the events of a signal on one candle, such as an entry and a stop: stacked marks would not fit into the chart. */
export function mergeSignalEvents(events: readonly ChartEvent[]): ChartEvent[] {
  const isSignalOn = (date: LocalDate) => (event: ChartEvent) =>
    event.kind === 'signal' && event.candleDate === date;
  return events.flatMap((event) => {
    if (event.kind !== 'signal') return [event];
    const together = events.filter(isSignalOn(event.candleDate));
    if (together.length === 1) return [event];
    return event === together[0] ? [{ ...event, mark: `${together.length} events` }] : [];
  });
}

/** Returns the last day of the first candle that does not end before a date; `null` if all are later or earlier. */
export function findCandleDate(candles: readonly PriceRow[], date: LocalDate): LocalDate | null {
  const first = candles.at(0);
  if (!first || date < first.from) return null;
  return candles.find(({ to }) => to >= date)?.to ?? null;
}

/** Describes an event: `20 Nov 2026: Ex-date: 20%(i) (D)`. */
export const describeEvent = ({ date, description }: ChartEvent): string =>
  `${formatShortDate(date)}: ${description}`;
