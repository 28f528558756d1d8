import { listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { listBookClosures } from '#contract/corporate-actions/book-closures.ts';
import type { LocalDate } from '#contract/dates.ts';
import { listPsxSignals } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { SIGNAL_TYPES } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';

/** Loads the signals in progress that the user may read. */
export async function loadOpenSignals(isSignedIn: boolean): Promise<Signal[]> {
  const types = isSignedIn ? SIGNAL_TYPES : (['intraday'] as const);
  const lists = await Promise.all(
    types.map((signal_type) => api(listPsxSignals, { query: { signal_type, state: 'active' } })),
  );
  return lists.flatMap(({ results }) => results);
}

/** What is ahead for a company. */
export interface NextDates {
  exDate: LocalDate | null;
  meetingDate: LocalDate | null;
}

/** Enough for the dates of hundreds of companies. */
const MAX_PAGES = 10;

/** Loads the first ex-date and the first board meeting of each company from a date on. */
export async function loadCompanyEvents(
  symbols: readonly string[],
  today: LocalDate,
): Promise<Map<string, NextDates>> {
  const symbol = symbols.join(',');
  const [closures, meetings] = await Promise.all([
    loadPages((page) =>
      api(listBookClosures, { query: { symbol, ex_date_from: today, ordering: 'bc_from', page } }),
    ),
    loadPages((page) =>
      api(listBoardMeetings, { query: { symbol, from_date: today, ordering: 'meeting_date', page } }),
    ),
  ]);
  const isAhead = meetings.filter(({ is_postponed }) => !is_postponed);
  return new Map(
    symbols.map((watched) => {
      const exDates = closures.filter((closure) => closure.symbol === watched).map(({ ex_date }) => ex_date);
      const dates = isAhead.filter((meeting) => meeting.symbol === watched).map((each) => each.meeting_date);
      return [watched, { exDate: exDates.sort()[0] ?? null, meetingDate: dates.sort()[0] ?? null }];
    }),
  );
}

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
