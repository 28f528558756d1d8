import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { NEWS_PAGE_SIZE, type NewsOrdering } from '#contract/news/endpoints.ts';
import { type ArticleRow, type Content, selectArticles } from '#server/domains/news/news.queries.ts';
import { articles } from '#server/domains/news/news.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import { prepareOnce } from '#server/platform/database/prepare-once.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { SelectedKinds, Slice } from './news-overview.ts';

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
export async function listByIndex(
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
