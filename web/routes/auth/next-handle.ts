import { getNextPath, paths } from '#contract/paths.ts';
import type { PageHandle } from '#web/document/page-query.ts';

/** The handle of pages that redirect to `?next=` after sign-in. */
export const nextHandle: PageHandle = {
  query: ['next'],
  canonicalQuery: (search) => {
    const next = getNextPath(search, paths.home);
    return new URLSearchParams(next === paths.home ? {} : { next });
  },
};
