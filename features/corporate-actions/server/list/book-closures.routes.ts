import { addDays, formatShortDate, getStartOfDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { FEED_CACHE_CONTROL, serveSharedFile } from '#core/server/http/response-cache/shared-file.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  BOOK_CLOSURES_PAGE_SIZE,
  type BookClosure,
  BookClosureFilters,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listBookClosureCompanies,
  listBookClosures,
} from '#features/corporate-actions/contract/book-closures.ts';
import { paysNothing } from '#features/corporate-actions/server/rules/payout.ts';
import { findClosures, listClosureIds, listClosures } from './book-closures.queries.ts';
import { type EventSources, listCompanyNames, parseClosureFilter } from './event-filter.ts';
import { type ClosureContext, presentBookClosure } from './present-book-closure.ts';
import {
  type CalendarEvent,
  formatCalendarName,
  MAX_EVENTS,
  makeEventUid,
  makePageUrl,
  type Site,
  withDefaultRange,
  writeCalendar,
} from './write-calendar.ts';
import { type CsvColumns, createCsvContent, MAX_EXPORTED_ROWS } from './write-csv.ts';

const EVENTS_PER_CLOSURE = 2;
const DESCRIPTION =
  'Estimated dates are calculated from the book closure, the settlement cycle and the holidays of the exchange and of banks.';

/**
 * Serves book closures as a list, an iCalendar subscription (with last buying days) and a CSV download, with the same filters.
 */
export function bookClosureRoutes(
  { api, handle, caching, config: { publicUrl }, database: { db } }: RouteDependencies,
  { getCompanies, getLastChange }: EventSources,
  getClosureContext: () => Promise<ClosureContext>,
): void {
  handle(listBookClosures, async ({ query, url, changesAt }) => {
    const page = parsePage(query.page);
    const context = await getClosureContext();
    const filter = await parseClosureFilter(query, getCompanies, context.holidays);
    const ordering = query.ordering ?? DEFAULT_BOOK_CLOSURE_ORDERING;
    const pageSize = BOOK_CLOSURES_PAGE_SIZE;
    const slice = { offset: (page - 1) * pageSize, limit: pageSize };
    const { total, rows } = await listClosures(db, filter, ordering, slice);
    const links = getPageLinks({ page, pageSize, total, url, publicUrl });
    // The status of a closure depends on the date.
    changesAt(getStartOfDate(addDays(context.today, 1)));
    return { count: total, ...links, results: rows.map((row) => presentBookClosure(row, context)) };
  });

  handle(listBookClosureCompanies, async () => ({ companies: listCompanyNames(await getCompanies()) }));

  const shared = { query: BookClosureFilters, topics: listBookClosures.topics };

  serveSharedFile(api, caching, {
    ...shared,
    path: '/book-closures/calendar.ics',
    cacheControl: FEED_CACHE_CONTROL,
    read: async ({ query, url, changesAt }) => {
      const lastModified = getLastChange();
      const asOf = await getClosureContext();
      // The default range moves with the date.
      changesAt(getStartOfDate(addDays(asOf.today, 1)));
      const dated = withDefaultRange(query, asOf.today);
      const filter = await parseClosureFilter(dated, getCompanies, asOf.holidays);
      const limit = MAX_EVENTS / EVENTS_PER_CLOSURE;
      const rows = await findClosures(db, await listClosureIds(db, filter, '-bc_from', { offset: 0, limit }));
      const site = { publicUrl, page: paths.bookClosure };
      const body = await writeCalendar({
        name: formatCalendarName('book closures', filter.companyNames),
        description: DESCRIPTION,
        url: publicUrl + url,
        events: rows
          .reverse()
          .flatMap((row) => toClosureEvents(presentBookClosure(row, asOf), row.updatedAt, site)),
      });
      return { body, type: 'text/calendar; charset=utf-8', lastModified };
    },
  });

  serveSharedFile(api, caching, {
    ...shared,
    path: '/book-closures/export.csv',
    cacheControl: 'no-cache',
    read: async ({ query, changesAt }) => {
      const asOf = await getClosureContext();
      // The name contains the date, and the status of a closure depends on it.
      changesAt(getStartOfDate(addDays(asOf.today, 1)));
      const filter = await parseClosureFilter(query, getCompanies, asOf.holidays);
      const ordering = query.ordering ?? DEFAULT_BOOK_CLOSURE_ORDERING;
      return createCsvContent({
        columns: CLOSURE_COLUMNS,
        ids: await listClosureIds(db, filter, ordering, { offset: 0, limit: MAX_EXPORTED_ROWS }),
        findRows: async (ids) => (await findClosures(db, ids)).map((row) => presentBookClosure(row, asOf)),
        downloadName: `book-closures-${asOf.today}.csv`,
      });
    },
  });
}

/** Returns the closure and, unless it certainly pays nothing, the last day to buy for its payout. */
export function toClosureEvents(closure: BookClosure, updatedAt: Date, site: Site): CalendarEvent[] {
  const name = closure.symbol ?? closure.company_name;
  const shared = {
    description: formatDescription(closure),
    location: null,
    url: makePageUrl(site, closure.company_name, closure.bc_from),
    updatedAt,
  };
  const closureEvent: CalendarEvent = {
    ...shared,
    ...toAllDayRange(closure.bc_from, closure.bc_to ?? closure.bc_from),
    uid: makeEventUid('book-closure', closure.id, site),
    summary: [`${name} book closure`, closure.payout].filter((part) => part !== '').join(': '),
  };
  if (paysNothing(closure.payout)) return [closureEvent];
  const lastBuyingDay: CalendarEvent = {
    ...shared,
    ...toAllDayRange(closure.last_buying_day, closure.last_buying_day),
    uid: makeEventUid('last-buying-day', closure.id, site),
    summary: `Last day to buy ${name} for ${closure.payout}${formatEstimate(closure, true)}`,
  };
  return [lastBuyingDay, closureEvent];
}

const toAllDayRange = (first: string, last: string) => ({
  start: { date: first, time: null },
  end: { date: addDays(last, 1), time: null },
});

/** Marks a date that is calculated. The last buying day is calculated even from a published ex-date. */
function formatEstimate(
  { is_ex_date_estimated, depends_on_tentative_holiday }: BookClosure,
  isCalculated = is_ex_date_estimated,
): string {
  const marks = [
    ...(is_ex_date_estimated ? ['estimated'] : []),
    ...(isCalculated && depends_on_tentative_holiday ? ['depends on a tentative holiday'] : []),
  ];
  return marks.length > 0 ? ` (${marks.join(', ')})` : '';
}

function formatDescription(closure: BookClosure): string {
  const end = closure.bc_to ? ` to ${formatShortDate(closure.bc_to)}` : '';
  return [
    closure.company_name,
    ...(closure.payout === '' ? [] : [`Payout: ${closure.payout}${formatRupees(closure)}`]),
    `Book closure: ${formatShortDate(closure.bc_from)}${end}`,
    `Ex-date: ${formatShortDate(closure.ex_date)}${formatEstimate(closure)}`,
    `Last day to buy: ${formatShortDate(closure.last_buying_day)}${formatEstimate(closure, true)}`,
    ...closure.date_reasons,
    ...closure.earlier.map(formatEarlier),
    ...(closure.note ? [closure.note] : []),
  ].join('\n');
}

function formatEarlier({ bc_from, bc_to, payout }: BookClosure['earlier'][number]): string {
  const end = bc_to ? ` to ${formatShortDate(bc_to)}` : '';
  return `Revised; before: ${formatShortDate(bc_from)}${end}${payout === '' ? '' : `, ${payout}`}`;
}

function formatRupees({ rupees_per_share, is_face_value_assumed }: BookClosure): string {
  if (rupees_per_share === null) return '';
  return ` = Rs. ${rupees_per_share} a share${is_face_value_assumed ? ' if its face value is Rs. 10' : ''}`;
}

/** The columns up to `note` can be imported again; the others are calculated. */
const CLOSURE_COLUMNS: CsvColumns<BookClosure> = {
  symbol: ({ symbol }) => symbol,
  company_name: ({ company_name }) => company_name,
  face_value: ({ face_value }) => face_value,
  payout: ({ payout }) => payout,
  bc_from: ({ bc_from }) => bc_from,
  bc_to: ({ bc_to }) => bc_to,
  ex_date: ({ ex_date, is_ex_date_estimated }) => (is_ex_date_estimated ? null : ex_date),
  note: ({ note }) => note,
  estimated_ex_date: ({ ex_date, is_ex_date_estimated }) => (is_ex_date_estimated ? ex_date : null),
  last_buying_day: ({ last_buying_day }) => last_buying_day,
  depends_on_tentative_holiday: (closure) => (closure.depends_on_tentative_holiday ? 'yes' : 'no'),
  date_reasons: ({ date_reasons }) => date_reasons.join('; '),
  rupees_per_share: ({ rupees_per_share }) => rupees_per_share,
  status: ({ is_active, is_upcoming }) => (is_active ? 'Active' : is_upcoming ? 'Upcoming' : 'Closed'),
};
