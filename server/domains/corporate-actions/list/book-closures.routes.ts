import {
  BOOK_CLOSURES_PAGE_SIZE,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listBookClosureCompanies,
  listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import { addDays, getStartOfDate } from '#contract/dates.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { listClosures } from './book-closures.queries.ts';
import { type GetCompanies, listCompanyNames } from './company-names.ts';
import { parseClosureFilter } from './parse-filter.ts';
import { type ClosureContext, presentBookClosure } from './present-book-closure.ts';

export function bookClosureRoutes(
  handle: Handle,
  { config, database }: Pick<Dependencies, 'config' | 'database'>,
  {
    getCompanies,
    getClosureContext,
  }: { getCompanies: GetCompanies; getClosureContext: () => Promise<ClosureContext> },
): void {
  const db = database.db;

  handle(listBookClosures, async ({ query, url, changesAt }) => {
    const page = parsePage(query.page);
    const context = await getClosureContext();
    const filter = await parseClosureFilter(query, getCompanies, context.holidays);
    const ordering = query.ordering ?? DEFAULT_BOOK_CLOSURE_ORDERING;
    const pageSize = BOOK_CLOSURES_PAGE_SIZE;
    const slice = { offset: (page - 1) * pageSize, limit: pageSize };
    const { total, rows } = await listClosures(db, filter, ordering, slice);
    const links = getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl });
    // The status of a closure depends on the date.
    changesAt(getStartOfDate(addDays(context.today, 1)));
    return { count: total, ...links, results: rows.map((row) => presentBookClosure(row, context)) };
  });

  handle(listBookClosureCompanies, async () => ({ companies: listCompanyNames(await getCompanies()) }));
}
