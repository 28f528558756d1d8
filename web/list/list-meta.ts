import type { MetaArgs } from 'react-router';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { FilteredList } from './filtered-list.ts';

/** Returns the `meta` of a list page. The canonical URL of a filtered list is that of the whole list. */
export function createListMeta<Filters extends { page: number }>(
  { readFilters, countActive, noFilters, toUrl }: FilteredList<Filters>,
  { title, description }: { title: string; description: string },
) {
  return (args: MetaArgs) => {
    const filters = readFilters(new URLSearchParams(args.location.search));
    const page = countActive(filters) > 0 ? 1 : filters.page;
    return createPageMeta({
      title: page > 1 ? `${title}, page ${page}` : title,
      description,
      path: toUrl({ ...noFilters, page }),
    })(args);
  };
}
