import {
  BOOK_CLOSURES_PAGE_SIZE,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listBookClosureCompanies,
  listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import { toKarachiDate } from '#contract/dates.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, readPage } from '#server/http/pagination.ts';
import { countClosures, listClosureIds, readClosures } from './book-closures.queries.ts';
import { companiesOf, type KeptCompanies } from './company-names.ts';
import { readFilter } from './parse-filter.ts';
import { presentBookClosure } from './present-book-closure.ts';

export function bookClosureRoutes(
  handle: Handle,
  { clock, config, database }: Pick<Dependencies, 'clock' | 'config' | 'database'>,
  { companies, holidays }: { companies: KeptCompanies; holidays: () => Promise<Holidays> },
): void {
  const db = database.db;

  handle(listBookClosures, async ({ query, url }) => {
    const page = readPage(query.page);
    const filter = await readFilter(query, companies);
    const total = await countClosures(db, filter);
    const pageSize = BOOK_CLOSURES_PAGE_SIZE;
    const links = getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl });
    const slice = { offset: (page - 1) * pageSize, limit: pageSize };
    const ordering = query.ordering ?? DEFAULT_BOOK_CLOSURE_ORDERING;
    const rows = await readClosures(db, await listClosureIds(db, filter, ordering, slice));
    const asOf = { today: toKarachiDate(clock.now()), holidays: await holidays() };
    return { count: total, ...links, results: rows.map((row) => presentBookClosure(row, asOf)) };
  });

  handle(listBookClosureCompanies, async () => ({ companies: companiesOf(await companies()) }));
}
