import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type BoardMeeting, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { type BookClosure, listBookClosures } from '#contract/corporate-actions/book-closures.ts';
import type { LocalDate } from '#contract/dates.ts';
import type { PriceAdjustment } from '#contract/market/prices.ts';
import { api } from '#web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#web/api/query-options.ts';
import type { PriceRow } from '#web/routes/companies/company/prices/summarize-bars.ts';
import { type ChartEvent, listChartEvents } from './chart-events.ts';

/** One hundred events, more than a company has in five years. */
const MAX_PAGES = 5;

/** Returns the events of a company to mark in the chart; `null` until they are loaded, none but splits if that fails. */
export function useChartEvents(
  symbol: string,
  rows: readonly PriceRow[],
  adjustments: readonly PriceAdjustment[],
): readonly ChartEvent[] | null {
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
  return useMemo(
    () => (isWaiting ? null : listChartEvents(rows, { closures: [], meetings: [], ...data, adjustments })),
    [rows, data, adjustments, isWaiting],
  );
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
