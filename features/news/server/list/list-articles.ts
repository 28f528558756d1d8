import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import { prepareOnce } from '#core/server/platform/database/prepare-once.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  type Article,
  DEFAULT_NEWS_ORDERING,
  NEWS_PAGE_SIZE,
  type NewsOrdering,
} from '#features/news/contract/endpoints.ts';
import {
  type ArticleRow,
  type Content,
  findArticles,
  presentArticle,
  selectArticles,
} from '#features/news/server/news.queries.ts';
import { articles } from '#features/news/server/news.tables.ts';
import {
  type NewsFilter,
  type NewsOverview,
  resolveFilter,
  type SelectedKinds,
  type Selection,
  type Slice,
} from './news-overview.ts';
import { SCAN_LIMITS, type ScanLimits, type SearchQuery, SearchScan } from './search-scan.ts';

interface ListOptions {
  /** A search, or the filter by symbol, stops counting here. */
  maxCount: number;
  content: Content;
  limits?: ScanLimits;
}

export interface ListedArticles {
  rows: ArticleRow[];
  count: number;
  isCapped: boolean;
}

const NO_ARTICLES: ListedArticles = { rows: [], count: 0, isCapped: false };

/** Lists a slice of the matching articles, and their count. */
export async function listArticles(
  db: Queryable,
  overview: NewsOverview,
  filter: NewsFilter,
  slice: Slice,
  { maxCount, content, limits = SCAN_LIMITS }: ListOptions,
): Promise<ListedArticles> {
  const selection = resolveFilter(overview, filter);
  if (selection === null) return NO_ARTICLES;
  const symbols = filter.symbol ?? [];
  if (filter.search || symbols.length > 0) {
    const search = { text: filter.search || null, symbols, selection, maxCount };
    const find = slice.ordering.endsWith('title') ? searchByTitle : searchByDate;
    const { ids, ...found } = await find(db, overview, search, slice, limits);
    return { rows: await findArticles(db, ids, content), ...found };
  }
  const rows = await listFiltered(db, selection, slice, content);
  return { rows, count: selection.count, isCapped: false };
}

/** Lists the slice from the nearer end. */
async function listFiltered(
  db: Queryable,
  { kinds, count }: Selection,
  slice: Slice,
  content: Content,
): Promise<ArticleRow[]> {
  const limit = Math.min(slice.limit, count - slice.offset);
  if (limit <= 0) return [];
  const fromEnd = count - slice.offset - limit;
  if (fromEnd >= slice.offset) return listByIndex(db, kinds, { ...slice, limit }, content);
  const reversed = { ordering: reverse(slice.ordering), offset: fromEnd, limit };
  return (await listByIndex(db, kinds, reversed, content)).reverse();
}

const reverse = (ordering: NewsOrdering) =>
  (ordering.startsWith('-') ? ordering.slice(1) : `-${ordering}`) as NewsOrdering;

/** Returns the newest articles that a search finds, with excerpts. */
export type SearchArticles = (search: string, limit: number) => Promise<Article[]>;

export const createArticleSearch =
  (db: Queryable, getOverview: () => Promise<NewsOverview>): SearchArticles =>
  async (search, limit) => {
    const slice = { ordering: DEFAULT_NEWS_ORDERING, offset: 0, limit };
    // Without a count nothing needs to be counted beyond the slice.
    const options = { maxCount: limit, content: 'excerpt' } as const;
    const { rows } = await listArticles(db, await getOverview(), { search }, slice, options);
    return rows.map(presentArticle);
  };

/** What the listed articles have in common; the statement's placeholder `value` is what they are compared with. */
type Match = 'any' | SelectedKind | `${SelectedKind}s`;
type SelectedKind = keyof SelectedKinds;

interface Form {
  match: Match;
  ordering: NewsOrdering;
  content: Content;
  /** `null` for other limits than that of a page. */
  limit: typeof NEWS_PAGE_SIZE | null;
}

const VALUE = sql.placeholder('value');
const KINDS = { sourceId: articles.sourceId, sector: articles.sector, category: articles.category };

/**
 * Lists the articles that match the filters (a source, sectors and categories) from an index. The time grows with the offset, so
 * `slice` must be in the nearer half of the list.
 */
async function listByIndex(
  db: Queryable,
  kinds: SelectedKinds,
  slice: Slice,
  content: Content,
): Promise<ArticleRow[]> {
  if (Object.keys(kinds).length > 1) return listByFilters(db, kinds, slice, content);
  const { match, ...values } = selectKind(kinds);
  const { ordering, offset, limit } = slice;
  const form = { match, ordering, content, limit: limit === NEWS_PAGE_SIZE ? NEWS_PAGE_SIZE : null } as const;
  return prepareList(db, form).execute({ offset, limit, end: offset + limit, ...values });
}

const prepareList = prepareOnce(
  (db, { match, ordering, content, limit }: Form) => {
    const order = toOrder(ordering);
    return selectArticles(db, content)
      .where(sql`${articles.id} = any(array(${selectIds(match, order, limit)}))`)
      .orderBy(order);
  },
  ({ match, ordering, content, limit }) => `${match} ${ordering} ${content} ${limit}`,
);

function selectIds(match: Match, order: SQL, pageSize: number | null): SQL {
  // PostgreSQL reuses the plan only if it knows the limit. Planning takes longer than the execution.
  const limit = pageSize === null ? sql.placeholder('limit') : sql.raw(String(pageSize));
  const slice = sql`order by ${order} limit ${limit} offset ${sql.placeholder('offset')}`;
  if (match === 'any') return sql`select id from articles where lead_id is null ${slice}`;
  if (match in KINDS)
    return sql`select id from articles where ${KINDS[match as SelectedKind]} = ${VALUE} ${andIsListed(match)} ${slice}`;
  // Selects the first rows of each value, then the first of those.
  const kind = KINDS[match.slice(0, -1) as SelectedKind];
  const type = kind === KINDS.sourceId ? sql`int[]` : sql`text[]`;
  return sql`select articles.id from unnest(${VALUE}::${type}) as wanted (value) cross join lateral (
    select id, sort_date, title_key from articles where ${kind} = wanted.value ${andIsListed(match)}
    order by ${order} limit ${sql.placeholder('end')}) as articles ${slice}`;
}

/** A source has one article per story, and lists all of its own. Other lists have the first one of each story. */
const andIsListed = (match: Match) => (match.startsWith('sourceId') ? sql`` : sql`and lead_id is null`);

function selectKind(kinds: SelectedKinds): { match: Match; value?: unknown } {
  for (const kind of ['sourceId', 'sector', 'category'] as const) {
    const values = kinds[kind];
    if (values?.length === 1) return { match: kind, value: values[0] };
    if (values) return { match: `${kind}s`, value: values };
  }
  return { match: 'any' };
}

/** Each filter has an index of its own; PostgreSQL chooses one, and checks the other filters row by row. */
function listByFilters(
  db: Queryable,
  kinds: SelectedKinds,
  { ordering, offset, limit }: Slice,
  content: Content,
): Promise<ArticleRow[]> {
  const { sourceId, sector, category } = kinds;
  const condition = and(
    sourceId ? isOneOf(articles.sourceId, sourceId) : isNull(articles.leadId),
    sector && isOneOf(articles.sector, sector),
    category && isOneOf(articles.category, category),
  );
  const order = toOrder(ordering);
  const ids = sql`select id from articles where ${condition} order by ${order} limit ${limit} offset ${offset}`;
  return selectArticles(db, content).where(sql`${articles.id} = any(array(${ids}))`).orderBy(order);
}

function toOrder(ordering: NewsOrdering): SQL {
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const key = ordering.endsWith('title') ? articles.titleKey : articles.sortDate;
  return sql`${key} ${direction}, ${articles.id} ${direction}`;
}

interface ArticleSearch extends Pick<SearchQuery, 'text' | 'symbols'> {
  selection: Selection;
  maxCount: number;
}

interface FoundArticles {
  ids: number[];
  count: number;
  isCapped: boolean;
}

/**
 * Searches articles by date without reading every match: scans ranges of weeks, starting at the end where the ordering
 * starts. Counts well beyond the slice, but not to the end: `isCapped` means that more articles may match than `count`.
 * A later slice counts further, up to `maxCount`.
 */
async function searchByDate(
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
async function searchByTitle(
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
