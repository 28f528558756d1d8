/** A week that has articles, counted from Monday, 5 January 1970. */
export interface Week {
  index: number;
  articles: number;
}

/** Consecutive weeks. */
export interface WeekRange {
  first: number;
  last: number;
  articles: number;
}

/** The sizes of the blocks of weeks that the trigger `complete_article` tags articles with. */
const BLOCKS = [64, 16, 4];
const FIRST_MONDAY = Date.UTC(1970, 0, 5);
const WEEK_MS = 7 * 86_400_000;

/**
 * Returns the range that starts at `from` in `weeks` (in scan order) and has at least `articles` articles; `next` is the
 * start of the following range. A long range ends at the end of a block, so that few tags cover it.
 */
export function takeWeekRange(
  weeks: readonly Week[],
  from: number,
  articles: number,
): WeekRange & { next: number } {
  const begin = weeks[from]?.index ?? 0;
  let next = from;
  let sum = 0;
  let end = begin;
  const take = (week: Week) => {
    sum += week.articles;
    end = week.index;
    next += 1;
  };
  for (let week = weeks[next]; week && (next === from || sum < articles); week = weeks[next]) take(week);
  const block = BLOCKS.find((size) => 2 * size <= Math.abs(end - begin)) ?? 1;
  const lastBlock = getBlock(end, block);
  for (let week = weeks[next]; week && getBlock(week.index, block) === lastBlock; week = weeks[next])
    take(week);
  return { first: Math.min(begin, end), last: Math.max(begin, end), articles: sum, next };
}

/** Returns the tags that together cover exactly the weeks of a range. */
export function getWeekTags({ first, last }: Pick<WeekRange, 'first' | 'last'>): string[] {
  const tags: string[] = [];
  for (let week = first; week <= last; ) {
    const size = BLOCKS.find((block) => week % block === 0 && week + block - 1 <= last) ?? 1;
    tags.push(size === 1 ? `§week:${formatMonday(week)}` : `§weeks${size}:${getBlock(week, size)}`);
    week += size;
  }
  return tags;
}

const getBlock = (week: number, size: number) => Math.floor(week / size);

const formatMonday = (week: number) => new Date(FIRST_MONDAY + week * WEEK_MS).toISOString().slice(0, 10);
