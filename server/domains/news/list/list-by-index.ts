import { type SQL, sql } from 'drizzle-orm';
import { articles } from '#server/domains/news/news.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { NewsOverview } from './news-overview.ts';
import type { Choice, Chosen, Slice } from './select-articles.ts';
import { beginOf } from './week-ranges.ts';

const COLUMNS = { sourceId: articles.sourceId, sector: articles.sector, category: articles.category };

/**
 * The articles of one kind at most (a source, or some sectors, or some categories), read off an index. `slice` lies in the
 * half of the list that is nearer to its beginning, or this takes longer the further it lies.
 */
export async function listByIndex(
  db: Queryable,
  overview: NewsOverview,
  { chosen }: Choice,
  slice: Slice,
): Promise<number[]> {
  const [kind, values] = kindOf(chosen);
  if (kind === null) {
    const { before, offset } = skipWeeks(overview, slice);
    return ids(db, one(before, { ...slice, offset }));
  }
  const [first] = values;
  if (values.length === 1) return ids(db, one(sql`${COLUMNS[kind]} = ${first}`, slice));

  // The first ones of each value, and of those the first ones of all.
  const end = slice.offset + slice.limit;
  const each = one(sql`${COLUMNS[kind]} = wanted.value`, { ...slice, offset: 0, limit: end });
  const type = kind === 'sourceId' ? sql`int[]` : sql`text[]`;
  const all = sql`select found.* from unnest(${sql.param(values)}::${type}) as wanted (value) cross join lateral (${each}) as found`;
  const { direction } = orderOf(slice);
  return ids(
    db,
    sql`${all} order by key ${direction}, id ${direction} limit ${slice.limit} offset ${slice.offset}`,
  );
}

function kindOf(chosen: Chosen): ['sourceId' | 'sector' | 'category', (number | string)[]] | [null, never[]] {
  for (const kind of ['sourceId', 'sector', 'category'] as const) {
    const values = chosen[kind];
    if (values) return [kind, values];
  }
  return [null, []];
}

const one = (condition: SQL, { ordering, offset, limit }: Slice) => {
  const { key, direction } = orderOf({ ordering });
  return sql`select id, ${key} as key from articles where ${condition}
    order by ${key} ${direction}, id ${direction} limit ${limit} offset ${offset}`;
};

function orderOf({ ordering }: Pick<Slice, 'ordering'>): { key: SQL; direction: SQL } {
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  return { key: ordering.endsWith('title') ? sql`title_key` : sql`sort_date`, direction };
}

/** By date a page is found by the weeks before it, whose articles need not be walked. */
function skipWeeks({ weeks }: NewsOverview, { ordering, offset }: Slice): { before: SQL; offset: number } {
  if (ordering.endsWith('title')) return { before: sql`true`, offset };
  const isNewestFirst = ordering === '-pub_date';
  let rest = offset;
  for (const week of isNewestFirst ? weeks.toReversed() : weeks) {
    if (rest < week.articles) {
      const before = isNewestFirst
        ? sql`sort_date < ${beginOf(week.index + 1)}`
        : sql`sort_date >= ${beginOf(week.index)}`;
      return { before, offset: rest };
    }
    rest -= week.articles;
  }
  return { before: sql`false`, offset: 0 };
}

async function ids(db: Queryable, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(query);
  return rows.map(({ id }) => id);
}
