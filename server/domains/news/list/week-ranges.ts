/** A week that has articles, counted from Monday, 5 January 1970. */
export interface Week {
  index: number;
  articles: number;
}

/** Neighbouring weeks. */
export interface Stretch {
  first: number;
  last: number;
  articles: number;
}

/** The blocks of weeks that articles are marked with, by the trigger `complete_article`. */
const BLOCKS = [64, 16, 4];
const MONDAY_ZERO = Date.UTC(1970, 0, 5);
const WEEK_MS = 7 * 86_400_000;

/**
 * The stretch that begins at `from` in `weeks` (which are in the order of the walk) and has at least so many articles;
 * `next` is where the one after it begins. It ends where a block of weeks ends when it is long, so that few marks name it.
 */
export function stretchOf(
  weeks: readonly Week[],
  from: number,
  articles: number,
): Stretch & { next: number } {
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
  const home = blockOf(end, block);
  for (let week = weeks[next]; week && blockOf(week.index, block) === home; week = weeks[next]) take(week);
  return { first: Math.min(begin, end), last: Math.max(begin, end), articles: sum, next };
}

/** The marks that together name exactly the weeks of a stretch. */
export function marksOf({ first, last }: Pick<Stretch, 'first' | 'last'>): string[] {
  const marks: string[] = [];
  for (let week = first; week <= last; ) {
    const size = BLOCKS.find((block) => week % block === 0 && week + block - 1 <= last) ?? 1;
    marks.push(size === 1 ? `§week:${mondayOf(week)}` : `§weeks${size}:${blockOf(week, size)}`);
    week += size;
  }
  return marks;
}

const blockOf = (week: number, size: number) => Math.floor(week / size);

/** When a week begins. */
export const beginOf = (week: number) => new Date(MONDAY_ZERO + week * WEEK_MS);

const mondayOf = (week: number) => beginOf(week).toISOString().slice(0, 10);
