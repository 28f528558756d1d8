import { type SQL, sql } from 'drizzle-orm';
import { articles } from '#server/domains/news/news.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { NewsOverview } from './news-overview.ts';
import type { SelectedKinds, Selection, Slice } from './resolve-filter.ts';
import { getWeekStart } from './week-ranges.ts';

const COLUMNS = { sourceId: articles.sourceId, sector: articles.sector, category: articles.category };

/**
 * Lists the articles that match at most one filter (a source, sectors, or categories) from an index. The time grows with the
 * offset, so `slice` must be in the nearer half of the list.
 */
export async function listByIndex(
  db: Queryable,
  overview: NewsOverview,
  { kinds }: Selection,
  slice: Slice,
): Promise<number[]> {
  const [kind, values] = getKind(kinds);
  if (kind === null) {
    const { before, offset } = skipWeeks(overview, slice);
    return queryIds(db, selectOrdered(before, { ...slice, offset }));
  }
  const [first] = values;
  if (values.length === 1) return queryIds(db, selectOrdered(sql`${COLUMNS[kind]} = ${first}`, slice));

  // Selects the first rows of each value, then the first of those.
  const end = slice.offset + slice.limit;
  const perValue = selectOrdered(sql`${COLUMNS[kind]} = wanted.value`, { ...slice, offset: 0, limit: end });
  const type = kind === 'sourceId' ? sql`int[]` : sql`text[]`;
  const all = sql`select found.* from unnest(${sql.param(values)}::${type}) as wanted (value) cross join lateral (${perValue}) as found`;
  const { direction } = toOrder(slice);
  return queryIds(
    db,
    sql`${all} order by key ${direction}, id ${direction} limit ${slice.limit} offset ${slice.offset}`,
  );
}

function getKind(
  kinds: SelectedKinds,
): ['sourceId' | 'sector' | 'category', (number | string)[]] | [null, never[]] {
  for (const kind of ['sourceId', 'sector', 'category'] as const) {
    const values = kinds[kind];
    if (values) return [kind, values];
  }
  return [null, []];
}

const selectOrdered = (condition: SQL, { ordering, offset, limit }: Slice) => {
  const { key, direction } = toOrder({ ordering });
  return sql`select id, ${key} as key from articles where ${condition}
    order by ${key} ${direction}, id ${direction} limit ${limit} offset ${offset}`;
};

function toOrder({ ordering }: Pick<Slice, 'ordering'>): { key: SQL; direction: SQL } {
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  return { key: ordering.endsWith('title') ? sql`title_key` : sql`sort_date`, direction };
}

/** Skips whole weeks by their article counts, so that their articles need not be scanned. */
function skipWeeks({ weeks }: NewsOverview, { ordering, offset }: Slice): { before: SQL; offset: number } {
  if (ordering.endsWith('title')) return { before: sql`true`, offset };
  const isNewestFirst = ordering === '-pub_date';
  let remaining = offset;
  for (const week of isNewestFirst ? weeks.toReversed() : weeks) {
    if (remaining < week.articles) {
      const before = isNewestFirst
        ? sql`sort_date < ${getWeekStart(week.index + 1)}`
        : sql`sort_date >= ${getWeekStart(week.index)}`;
      return { before, offset: remaining };
    }
    remaining -= week.articles;
  }
  return { before: sql`false`, offset: 0 };
}

async function queryIds(db: Queryable, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(query);
  return rows.map(({ id }) => id);
}
