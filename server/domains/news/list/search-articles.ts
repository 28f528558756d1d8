import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database.ts';
import type { NewsOverview, Selection, Slice } from './news-overview.ts';
import { SCAN_LIMITS, type SearchQuery, SearchScan } from './search-scan.ts';

interface ArticleSearch extends Pick<SearchQuery, 'text' | 'symbols'> {
  selection: Selection;
  maxCount: number;
}

export interface FoundArticles {
  ids: number[];
  count: number;
  isCapped: boolean;
}

/**
 * Searches articles by date without reading every match: scans ranges of weeks, starting at the end where the ordering
 * starts. Counts well beyond the slice, but not to the end: `isCapped` means that more articles may match than `count`.
 * A later slice counts further, up to `maxCount`.
 */
export async function searchByDate(
  db: Queryable,
  overview: NewsOverview,
  { text, symbols, selection, maxCount }: ArticleSearch,
  { ordering, offset, limit }: Slice,
  limits = SCAN_LIMITS,
): Promise<FoundArticles> {
  const scan = new SearchScan(
    db,
    overview,
    { text, symbols, kinds: selection.kinds },
    { isNewestFirst: ordering === '-pub_date', limits },
  );
  const end = Math.min(offset + limit, maxCount);
  const ids = await readSlice(scan, offset, end - offset);
  const count = await countFurther(scan, end, maxCount);
  return { ids, count: Math.min(count, maxCount), isCapped: count > maxCount || !scan.hasFullCount };
}

/** Searches articles by title. Only the newest matches, at most `maxCount`, are ordered. */
export async function searchByTitle(
  db: Queryable,
  overview: NewsOverview,
  search: ArticleSearch,
  slice: Slice,
  limits = SCAN_LIMITS,
): Promise<FoundArticles> {
  const first: Slice = { ordering: '-pub_date', offset: 0, limit: slice.limit };
  const { count, isCapped } = await searchByDate(db, overview, search, first, limits);
  const newest = await searchByDate(db, overview, search, { ...first, limit: count }, limits);
  return { ids: await orderByTitle(db, newest.ids, slice), count, isCapped };
}

async function readSlice(scan: SearchScan, offset: number, limit: number): Promise<number[]> {
  const end = offset + limit;
  let ids: number[] = [];
  while (ids.length < limit && !scan.isDone) {
    const skip = offset - scan.matched;
    if (scan.isFullReadCheaper(end - scan.matched)) {
      const all = await scan.readAll(offset, limit);
      if (all) return all;
    }
    const isSkipping = skip > scan.limits.minSkipToCount;
    const range = scan.planRange(isSkipping ? 0.7 * skip : end - scan.matched);
    if (isSkipping) {
      const count = await scan.countRange(range);
      if (count <= skip) {
        scan.advance(range, count);
        continue;
      }
    }
    const read = await scan.readRange(range, Math.max(0, skip), limit - ids.length);
    scan.advance(range, read.count);
    ids = [...ids, ...read.ids];
  }
  return ids;
}

/** Counts further: all matches if that is fast, else at least more than `end`. */
async function countFurther(scan: SearchScan, end: number, maxCount: number): Promise<number> {
  while (!scan.hasFullCount && !scan.isDone && scan.matched <= maxCount) {
    const hasSample = scan.scanned >= scan.limits.sampleSize;
    if (hasSample && scan.matched > end) break;
    if (hasSample && scan.isFullReadCheaper(1)) return scan.countAll();
    const range = hasSample ? scan.planRange(end + 1 - scan.matched) : scan.planSampleRange();
    scan.advance(range, await scan.countRange(range));
  }
  return scan.totalMatches ?? scan.matched;
}

async function orderByTitle(
  db: Queryable,
  found: number[],
  { ordering, offset, limit }: Slice,
): Promise<number[]> {
  const direction = ordering === '-title' ? sql`desc` : sql`asc`;
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from articles where id = any(${sql.param(found)}::int[])
    order by title_key ${direction}, id ${direction} limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}
