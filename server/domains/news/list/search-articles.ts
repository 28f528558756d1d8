import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database.ts';
import type { NewsOverview } from './news-overview.ts';
import { PACE, SearchWalk } from './search-scan.ts';
import type { Choice, Slice } from './select-articles.ts';
import { matches } from './tsquery.ts';

export interface Found {
  ids: number[];
  count: number;
  isCapped: boolean;
}

/**
 * The articles that have the typed words, by date, without reading all that have them: the weeks are looked through from
 * the end that the ordering begins with, a stretch at a time. Counting goes a good deal further than the slice, but not to
 * the end: `isCapped` says that more may match than were counted, and a later slice counts on, up to `maxCount`.
 */
export async function searchByDate(
  db: Queryable,
  overview: NewsOverview,
  { text, choice, maxCount }: { text: string; choice: Choice; maxCount: number },
  { ordering, offset, limit }: Slice,
  pace = PACE,
): Promise<Found> {
  const walk = new SearchWalk(
    db,
    overview,
    { text, chosen: choice.chosen },
    { isNewestFirst: ordering === '-pub_date', knownCount: null, pace },
  );
  const end = Math.min(offset + limit, maxCount);
  const ids = await readSlice(walk, offset, end - offset);
  const count = await countOn(walk, end, maxCount);
  return { ids, count: Math.min(count, maxCount), isCapped: count > maxCount || !walk.isAllCounted };
}

/** As `searchByDate`, but by title: the newest that match are ordered, `maxCount` at most. */
export async function searchByTitle(
  db: Queryable,
  overview: NewsOverview,
  search: { text: string; choice: Choice; maxCount: number },
  slice: Slice,
  pace = PACE,
): Promise<Found> {
  const first: Slice = { ordering: '-pub_date', offset: 0, limit: slice.limit };
  const { count, isCapped } = await searchByDate(db, overview, search, first, pace);
  const newest = await searchByDate(db, overview, search, { ...first, limit: count }, pace);
  return { ids: await orderByTitle(db, newest.ids, slice), count, isCapped };
}

/** The articles of several kinds at once (this source and that sector), by date. How many they are is known. */
export function filterByDate(
  db: Queryable,
  overview: NewsOverview,
  { chosen, count }: Choice,
  { ordering, offset, limit }: Slice,
  pace = PACE,
): Promise<number[]> {
  const walk = new SearchWalk(
    db,
    overview,
    { text: null, chosen },
    { isNewestFirst: ordering === '-pub_date', knownCount: count, pace },
  );
  return readSlice(walk, offset, limit);
}

/** As `filterByDate`, but by title, which no index has for them all. */
export async function filterByTitle(
  db: Queryable,
  { chosen }: Choice,
  { ordering, offset, limit }: Slice,
): Promise<number[]> {
  const direction = ordering === '-title' ? sql`desc` : sql`asc`;
  const { rows } = await db.execute<{ id: number }>(sql`
    with found as materialized (select id, title_key from articles where ${matches({ text: null, chosen })})
    select id from found order by title_key ${direction}, id ${direction} limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}

async function readSlice(walk: SearchWalk, offset: number, limit: number): Promise<number[]> {
  const end = offset + limit;
  let ids: number[] = [];
  while (ids.length < limit && !walk.isOver) {
    const toSkip = offset - walk.passed;
    if (walk.isWholeCheaper(end - walk.passed)) {
      const all = await walk.readAll(offset, limit);
      if (all) return all;
    }
    const isSkipping = toSkip > walk.pace.worthCounting;
    const stretch = walk.stretchFor(isSkipping ? 0.7 * toSkip : end - walk.passed);
    if (isSkipping) {
      const count = await walk.countIn(stretch);
      if (count <= toSkip) {
        walk.pass(stretch, count);
        continue;
      }
    }
    const read = await walk.readIn(stretch, Math.max(0, toSkip), limit - ids.length);
    walk.pass(stretch, read.count);
    ids = [...ids, ...read.ids];
  }
  return ids;
}

/** How many match: all of them, or more than `end`, as far as can be told quickly. */
async function countOn(walk: SearchWalk, end: number, maxCount: number): Promise<number> {
  while (!walk.isAllCounted && !walk.isOver && walk.passed <= maxCount) {
    const hasSeenEnough = walk.seen >= walk.pace.enoughToJudge;
    if (hasSeenEnough && walk.passed > end) break;
    if (hasSeenEnough && walk.isWholeCheaper(1)) return walk.countAll();
    const stretch = hasSeenEnough ? walk.stretchFor(end + 1 - walk.passed) : walk.stretchToJudge();
    walk.pass(stretch, await walk.countIn(stretch));
  }
  return walk.count ?? walk.passed;
}

/** Some of these articles, by title. */
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
