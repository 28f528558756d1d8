import { invalidPage } from '#core/server/platform/http-error.ts';

const MAX_PAGE = 1_000_000;
/** `//host` at the start of a request target. */
const HOST = /^\/\/[^/]*/;

/** Parses the page number of a query, 1 if absent. Throws for anything but a positive integer. */
export function parsePage(text: string | undefined): number {
  if (text === undefined) return 1;
  const page = Number(text);
  if (!/^\d{1,7}$/.test(text) || page < 1 || page > MAX_PAGE) throw invalidPage();
  return page;
}

/** Returns the absolute URLs of the next and previous pages. Throws for a page past the last one; an empty list has one page. */
export function getPageLinks({
  page,
  pageSize,
  total,
  url,
  publicUrl,
}: {
  page: number;
  pageSize: number;
  total: number;
  /** The path and query of the request. */
  url: string;
  publicUrl: string;
}): { next: string | null; previous: string | null } {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (page > pages) throw invalidPage(pages);
  const [path = ''] = url.split('?', 1);
  const query = new URLSearchParams(url.slice(path.length));
  const link = (target: number) => {
    query.set('page', String(target));
    return `${publicUrl}${path.replace(HOST, '')}?${query}`;
  };
  return { next: page < pages ? link(page + 1) : null, previous: page > 1 ? link(page - 1) : null };
}
