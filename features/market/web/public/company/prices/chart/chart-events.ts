import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { type BoardMeeting, listBoardMeetings } from '#features/corporate-actions/contract/board-meetings.ts';
import { type BookClosure, listBookClosures } from '#features/corporate-actions/contract/book-closures.ts';
import type { PriceAdjustment } from '#features/market/contract/prices.ts';
import type { PriceRow } from '#features/market/web/public/company/prices/summarize-bars.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { type Level, listLevels } from '#features/signals/web/public/price-levels/describe-levels.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

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

/** One hundred events, more than a company has in five years. */
const MAX_PAGES = 5;

/** Returns the events of a company to mark in the chart; `null` until they are loaded, none but splits while that fails. */
export function useChartEvents(
  symbol: string,
  rows: readonly PriceRow[],
  adjustments: readonly PriceAdjustment[],
): { events: readonly ChartEvent[] | null; hasFailed: boolean } {
  const from = rows[0]?.from ?? '';
  const { data, isPending, failureCount } = useQuery({
    queryKey: ['prices', 'events', symbol, from],
    queryFn: () => loadEvents(symbol, from),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    // Another range shows those of the previous one at once.
    placeholderData: (previous) => previous,
  });
  // A retry may take long; the chart does not wait for it.
  const isWaiting = isPending && failureCount === 0;
  const events = useMemo(
    () => (isWaiting ? null : listChartEvents(rows, { closures: [], meetings: [], ...data, adjustments })),
    [rows, data, adjustments, isWaiting],
  );
  return { events, hasFailed: !data && !isWaiting };
}

async function loadEvents(symbol: string, from: LocalDate) {
  const [meetings, closures] = await Promise.all([
    loadPages<BoardMeeting>((page) =>
      api(listBoardMeetings, { query: { symbol, from_date: from, ordering: '-meeting_date', page } }),
    ),
    loadPages<BookClosure>((page) =>
      api(listBookClosures, { query: { symbol, ex_date_from: from, ordering: '-bc_from', page } }),
    ),
  ]);
  return { meetings, closures };
}

/** Loads the pages of a list one after the other, usually a single one. */
async function loadPages<Item>(
  load: (page: string) => Promise<{ results: Item[]; next: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { results, next } = await load(String(page));
    items.push(...results);
    if (next === null) break;
  }
  return items;
}

/** A level of a signal that the chart shows as a line. */
export interface ChartLevel {
  price: number;
  /** `TP1`, or `Swing TP1` if the chart shows several signals. */
  title: string;
  outcome: Level['outcome'];
}

/** Returns the current levels of signals. */
export const listChartLevels = (signals: readonly Signal[]): ChartLevel[] =>
  signals.flatMap((signal) =>
    listLevels(signal).map(({ name, price, kind, outcome }) => ({
      price: Number(price),
      title: signals.length > 1 ? `${TYPE_LABELS[signal.signal_type]} ${name}` : name,
      outcome: kind === 'entry' ? ('even' as const) : outcome,
    })),
  );
