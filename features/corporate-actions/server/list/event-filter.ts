import { inArray } from 'drizzle-orm';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { BoardMeetingFilters } from '#features/corporate-actions/contract/board-meetings.ts';
import type { BookClosureFilters } from '#features/corporate-actions/contract/book-closures.ts';
import {
  boardMeetings,
  bookClosures,
  PUBLIC_STATES,
} from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { toClosureStarts } from '#features/corporate-actions/server/rules/ex-date.ts';
import type { Holidays } from '#features/market/server/market.ts';
import type { ClosureFilter } from './book-closures.queries.ts';
import type { EventFilter } from './event-queries.ts';

/** Parses the query parameters into a filter with company names as the events spell them. */
export async function parseFilter(
  query: Omit<BoardMeetingFilters, 'ordering'>,
  getCompanies: GetCompanies,
): Promise<EventFilter> {
  return {
    search: query.search,
    companyNames: query.company_name?.length
      ? selectCompanies(query.company_name, (await getCompanies()).index)
      : undefined,
    symbols: query.symbol?.length ? query.symbol : undefined,
    fromDate: query.from_date,
    toDate: query.to_date,
  };
}

/** Parses the query parameters of book closures. Which estimated ex-dates match depends on the holidays. */
export async function parseClosureFilter(
  query: Omit<BookClosureFilters, 'ordering'>,
  getCompanies: GetCompanies,
  holidays: Holidays,
): Promise<ClosureFilter> {
  const filter = await parseFilter(query, getCompanies);
  const published = { from: query.ex_date_from, to: query.ex_date_to };
  if (!published.from && !published.to) return filter;
  return { ...filter, exDate: { published, starts: toClosureStarts(published, holidays) } };
}

/** The companies that have events, with their names as the events spell them. */
interface EventCompanies {
  names: string[];
  index: CompanyIndex;
}

/** What the list, the calendar and the download of events share. */
export interface EventSources {
  getCompanies: GetCompanies;
  /** Returns when the calendar may last have changed. */
  getLastChange: () => Date;
}

/** Returns the companies, cached until events change. */
export type GetCompanies = () => Promise<EventCompanies>;

export function cacheMeetingCompanies({ db, changes }: Database): GetCompanies {
  const { companyName: name, state } = boardMeetings;
  return cachedUntilChange(changes, 'corporate-actions', async () =>
    toEventCompanies(
      await db
        .selectDistinct({ name })
        .from(boardMeetings)
        .where(inArray(state, [...PUBLIC_STATES])),
    ),
  );
}

export function cacheClosureCompanies({ db, changes }: Database): GetCompanies {
  const { companyName: name } = bookClosures;
  return cachedUntilChange(changes, 'corporate-actions', async () =>
    toEventCompanies(await db.selectDistinct({ name }).from(bookClosures)),
  );
}

/** Returns the names for a list of choices: unique and sorted. */
export function listCompanyNames({ names }: EventCompanies): string[] {
  const trimmed = new Set(names.map((name) => toSingleLine(name).trim()).filter((name) => name !== ''));
  return [...trimmed].sort((a, b) => a.localeCompare(b, 'en'));
}

function toEventCompanies(rows: { name: string }[]): EventCompanies {
  const names = rows.map(({ name }) => name);
  return { names, index: indexCompanies(names) };
}

/** Existing company names, indexed for the lookup in comma-separated lists. */
interface CompanyIndex {
  /** Every spelling of a name by its normalized form. */
  spellings: ReadonlyMap<string, string[]>;
  /** The numbers of comma-separated parts that names have, largest first. */
  partCounts: number[];
}

/** Indexes names for `selectCompanies`. */
export function indexCompanies(names: readonly string[]): CompanyIndex {
  const spellings = new Map<string, string[]>();
  for (const name of names) {
    // Earlier releases stored invisible characters, which filters do not contain.
    const key = normalize(toSingleLine(name));
    spellings.set(key, [...(spellings.get(key) ?? []), name]);
  }
  const partCounts = new Set([...spellings.keys()].map((name) => name.split(',').length));
  return { spellings, partCounts: [...partCounts].sort((a, b) => b - a) };
}

/** Far more than a user selects. Parts beyond it are ignored, because a list may consist of thousands. */
const MAX_PARTS = 500;

/**
 * Returns the existing names that comma-separated lists contain, in every spelling. Names contain commas themselves: each
 * list is split so that as few parts as possible match no name; among equal splits the longest names win. Case and
 * surrounding spaces are ignored, and so are parts that match no name.
 */
export function selectCompanies(lists: readonly string[], index: CompanyIndex): string[] {
  const selected = new Set<string>();
  let remaining = MAX_PARTS;
  for (const list of lists) {
    const parts = list.split(',', remaining);
    remaining -= parts.length;
    for (const name of parseList(parts, index)) selected.add(name);
  }
  return [...selected].flatMap((name) => index.spellings.get(name) ?? []);
}

const normalize = (name: string) => name.trim().toLowerCase();

/** The best split of the parts from one on. */
interface Split {
  /** The name that starts there; `null` if the part is skipped. */
  name: string | null;
  /** The number of parts that belong to no name. */
  unmatched: number;
  rest: Split | null;
}

/** For each part, from the last to the first, picks the name that starts there or skips the part. */
function parseList(parts: readonly string[], { spellings, partCounts }: CompanyIndex): string[] {
  const best: Split[] = [];
  for (let begin = parts.length - 1; begin >= 0; begin -= 1) {
    const next = best[begin + 1] ?? null;
    let split: Split = { name: null, unmatched: (next?.unmatched ?? 0) + 1, rest: next };
    for (const count of partCounts.filter((each) => begin + each <= parts.length)) {
      const name = normalize(parts.slice(begin, begin + count).join(','));
      const rest = best[begin + count] ?? null;
      const unmatched = rest?.unmatched ?? 0;
      const isBetter = split.name === null ? unmatched <= split.unmatched : unmatched < split.unmatched;
      if (isBetter && spellings.has(name)) split = { name, unmatched, rest };
    }
    best[begin] = split;
  }
  const names: string[] = [];
  for (let split = best[0] ?? null; split !== null; split = split.rest)
    if (split.name !== null) names.push(split.name);
  return names;
}
