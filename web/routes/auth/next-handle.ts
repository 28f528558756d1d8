import { getNextPath, paths } from '#contract/paths.ts';
import type { PageHandle } from '#web/document/page-query.ts';

/** Pages that lead to `?next=` after signing in. */
export const nextHandle: PageHandle = {
  query: ['next'],
  canonicalQuery: (search) => {
    const next = getNextPath(search, paths.home);
    return new URLSearchParams(next === paths.home ? {} : { next });
  },
};
