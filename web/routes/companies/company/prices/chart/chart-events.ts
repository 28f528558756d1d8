import type { BoardMeeting } from '#contract/corporate-actions/board-meetings.ts';
import type { BookClosure } from '#contract/corporate-actions/book-closures.ts';
import { formatShortDate, type LocalDate } from '#contract/dates.ts';
import type { PriceAdjustment, PriceBar } from '#contract/market/prices.ts';

/** An event that the chart marks at a bar. */
export interface ChartEvent {
  /** The date of the event, and of the first bar since. */
  date: LocalDate;
  barDate: LocalDate;
  kind: 'ex-date' | 'split' | 'meeting';
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

/** Returns the ex-dates, splits and board meetings between the first and the last bar, by date. */
export function listChartEvents(
  bars: readonly PriceBar[],
  { closures, meetings, adjustments }: EventSources,
): ChartEvent[] {
  const splits = adjustments.filter(({ kind }) => kind === 'split');
  const isSplitDate = (date: LocalDate) => splits.some(({ ex_date }) => ex_date === date);
  const events: Omit<ChartEvent, 'barDate'>[] = [
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
      const barDate = findBarDate(bars, event.date);
      return barDate === null ? [] : [{ ...event, barDate }];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** Returns the date of the first bar on or after a date; `null` if all bars are later or earlier. */
function findBarDate(bars: readonly PriceBar[], date: LocalDate): LocalDate | null {
  const first = bars.at(0);
  if (!first || date < first.date) return null;
  return bars.find((bar) => bar.date >= date)?.date ?? null;
}

/** Describes the events at a bar: `20 Nov 2026: Ex-date: 20%(i) (D)`. */
export const describeEvent = ({ date, description }: ChartEvent): string =>
  `${formatShortDate(date)}: ${description}`;
