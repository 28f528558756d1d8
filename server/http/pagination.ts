import { invalidPage } from '#server/platform/http-error.ts';

const MAX_PAGE = 1_000_000;

/** The page number of a query, 1 when absent; anything but a positive whole number is an invalid page. */
export function readPage(text: string | undefined): number {
  if (text === undefined) return 1;
  const page = Number(text);
  if (!/^\d{1,7}$/.test(text) || page < 1 || page > MAX_PAGE) throw invalidPage();
  return page;
}

/** The absolute addresses of the pages around; a page past the last one (but the first) is an invalid page. */
export function pageLinks({
  page,
  pageSize,
  total,
  url,
  publicUrl,
}: {
  page: number;
  pageSize: number;
  total: number;
  /** The path and query of the call, as it came. */
  url: string;
  publicUrl: string;
}): { next: string | null; previous: string | null } {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (page > pages) throw invalidPage();
  const link = (target: number) => {
    const address = new URL(url, publicUrl);
    address.searchParams.set('page', String(target));
    return `${publicUrl}${address.pathname}${address.search}`;
  };
  return { next: page < pages ? link(page + 1) : null, previous: page > 1 ? link(page - 1) : null };
}
