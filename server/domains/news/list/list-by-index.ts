import { type SQL, sql } from 'drizzle-orm';
import { NEWS_PAGE_SIZE, type NewsOrdering } from '#contract/news/endpoints.ts';
import { type ArticleRow, type Content, selectArticles } from '#server/domains/news/news.queries.ts';
import { articles } from '#server/domains/news/news.tables.ts';
import { prepareOnce } from '#server/platform/database/prepare-once.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { NewsOverview, SelectedKinds, Selection, Slice } from './news-overview.ts';
import { getWeekStart } from './week-ranges.ts';

/** What the listed articles have in common; the statement's placeholder `value` is what they are compared with. */
type Match = 'any' | 'before' | 'from' | SelectedKind | `${SelectedKind}s`;
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
const CONDITIONS: Record<Exclude<Match, `${SelectedKind}s`>, SQL> = {
  any: sql`true`,
  before: sql`${articles.sortDate} < ${VALUE}`,
  from: sql`${articles.sortDate} >= ${VALUE}`,
  sourceId: sql`${articles.sourceId} = ${VALUE}`,
  sector: sql`${articles.sector} = ${VALUE}`,
  category: sql`${articles.category} = ${VALUE}`,
};

/**
 * Lists the articles that match at most one filter (a source, sectors, or categories) from an index. The time grows with the
 * offset, so `slice` must be in the nearer half of the list.
 */
export async function listByIndex(
  db: Queryable,
  overview: NewsOverview,
  { kinds }: Selection,
  slice: Slice,
  content: Content,
): Promise<ArticleRow[]> {
  const selected = selectKind(kinds) ?? skipWeeks(overview, slice);
  if (selected === null) return [];
  const { match, ...values } = selected;
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
  if (match in CONDITIONS)
    return sql`select id from articles where ${CONDITIONS[match as keyof typeof CONDITIONS]} ${slice}`;
  // Selects the first rows of each value, then the first of those.
  const kind = KINDS[match.slice(0, -1) as SelectedKind];
  const type = kind === KINDS.sourceId ? sql`int[]` : sql`text[]`;
  return sql`select articles.id from unnest(${VALUE}::${type}) as wanted (value) cross join lateral (
    select id, sort_date, title_key from articles where ${kind} = wanted.value
    order by ${order} limit ${sql.placeholder('end')}) as articles ${slice}`;
}

function selectKind(kinds: SelectedKinds): { match: Match; value: unknown } | null {
  for (const kind of ['sourceId', 'sector', 'category'] as const) {
    const values = kinds[kind];
    if (values?.length === 1) return { match: kind, value: values[0] };
    if (values) return { match: `${kind}s`, value: values };
  }
  return null;
}

function toOrder(ordering: NewsOrdering): SQL {
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const key = ordering.endsWith('title') ? articles.titleKey : articles.sortDate;
  return sql`${key} ${direction}, ${articles.id} ${direction}`;
}

/**
 * Skips whole weeks by their article counts, so that their articles need not be scanned. Returns `null` if no article
 * remains.
 */
function skipWeeks(
  { weeks }: NewsOverview,
  { ordering, offset }: Slice,
): { match: Match; value?: Date; offset?: number } | null {
  if (ordering.endsWith('title')) return { match: 'any' };
  const isNewestFirst = ordering === '-pub_date';
  let remaining = offset;
  for (const week of isNewestFirst ? weeks.toReversed() : weeks) {
    if (remaining < week.articles) {
      return isNewestFirst
        ? { match: 'before', value: getWeekStart(week.index + 1), offset: remaining }
        : { match: 'from', value: getWeekStart(week.index), offset: remaining };
    }
    remaining -= week.articles;
  }
  return null;
}
