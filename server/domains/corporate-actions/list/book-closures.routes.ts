import {
  BOOK_CLOSURES_PAGE_SIZE,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listBookClosureCompanies,
  listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { countClosures, findClosures, listClosureIds } from './book-closures.queries.ts';
import { type GetCompanies, listCompanyNames } from './company-names.ts';
import { parseFilter } from './parse-filter.ts';
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

  handle(listBookClosures, async ({ query, url }) => {
    const page = parsePage(query.page);
    const filter = await parseFilter(query, getCompanies);
    const total = await countClosures(db, filter);
    const pageSize = BOOK_CLOSURES_PAGE_SIZE;
    const links = getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl });
    const slice = { offset: (page - 1) * pageSize, limit: pageSize };
    const ordering = query.ordering ?? DEFAULT_BOOK_CLOSURE_ORDERING;
    const rows = await findClosures(db, await listClosureIds(db, filter, ordering, slice));
    const context = await getClosureContext();
    return { count: total, ...links, results: rows.map((row) => presentBookClosure(row, context)) };
  });

  handle(listBookClosureCompanies, async () => ({ companies: listCompanyNames(await getCompanies()) }));
}
