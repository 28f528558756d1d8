import { and, between, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import { articles } from '#server/domains/news/news.tables.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Transaction } from '#server/platform/database.ts';
import { extractTitleWords, TitleIndex, type TitleWords } from './similar-titles.ts';

/** The fields that identify an article within its source. */
export interface ArticleIdentity {
  key: string;
  link: string | null;
  title: string;
  /** The publication date, or the fetch date if there is none. */
  date: Date;
  symbols: readonly string[];
}

/** The existing articles of one source, to detect duplicates among incoming items. */
export class ExistingArticles {
  readonly #keys = new Set<string>();
  readonly #links = new Set<string>();
  readonly #titles = new TitleIndex<{ date: Date; symbols: readonly string[] }>();
  readonly #sharedLinks: ReadonlySet<string>;

  /** `sharedLinks` do not identify an article, because several items of the feed have them. */
  constructor(sharedLinks: ReadonlySet<string>) {
    this.#sharedLinks = sharedLinks;
  }

  add({ key, link, title, date, symbols }: ArticleIdentity, words = extractTitleWords(title)): void {
    this.#keys.add(key);
    if (link !== null) this.#links.add(link);
    this.#titles.add(words, { date, symbols });
  }

  /** Adds an item unless it is a duplicate. Returns `true` if it was added. */
  addIfNew(item: ArticleIdentity): boolean {
    const words = extractTitleWords(item.title);
    const isNew = !this.#has(item, words);
    if (isNew) this.add(item, words);
    return isNew;
  }

  /** Matches an item by its key, by its link, or by a similar title within a day. */
  #has(item: ArticleIdentity, words: TitleWords): boolean {
    if (this.#keys.has(item.key)) return true;
    if (item.link !== null && this.#links.has(item.link) && !this.#sharedLinks.has(item.link)) return true;
    return this.#titles.hasSimilar(
      words,
      (existing) =>
        Math.abs(existing.date.getTime() - item.date.getTime()) < DAY &&
        !haveDifferentSymbols(existing.symbols, item.symbols),
    );
  }
}

/** Returns `true` if both articles name companies, and not the same ones. */
function haveDifferentSymbols(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  return a.length !== b.length || a.some((symbol) => !b.includes(symbol));
}

/** Two items with the same link are one article. From this number on, the link does not identify an article. */
const SHARED_LINK_ITEMS = 3;

export function findSharedLinks(items: readonly { key: string; link: string | null }[]): Set<string> {
  const keysByLink = new Map<string, Set<string>>();
  for (const { key, link } of items) {
    if (link !== null) keysByLink.set(link, (keysByLink.get(link) ?? new Set()).add(key));
  }
  return new Set([...keysByLink].filter(([, keys]) => keys.size >= SHARED_LINK_ITEMS).map(([link]) => link));
}

/** The terms of the search are large and follow from the other columns. */
const { search: _search, ...COLUMNS } = getTableColumns(articles);

export type ExistingRow = Omit<typeof articles.$inferSelect, 'search'>;

export async function findByKeys(tx: Transaction, sourceId: number, keys: string[]): Promise<ExistingRow[]> {
  if (keys.length === 0) return [];
  return tx
    .select(COLUMNS)
    .from(articles)
    .where(and(eq(articles.sourceId, sourceId), isOneOf(articles.key, keys)));
}

/** Limits the rows per query. A source that publishes more within two days may get duplicate articles. */
const MAX_CANDIDATES = 10_000;

/** Finds the articles that new items could duplicate: those with the same link or about the same date. */
export async function findDuplicateCandidates(
  tx: Transaction,
  sourceId: number,
  items: readonly ArticleIdentity[],
): Promise<ArticleIdentity[]> {
  if (items.length === 0) return [];
  const links = items.flatMap(({ link }) => link ?? []);
  const ranges = mergeDateRanges(items.map(({ date }) => date));
  const rows = await tx
    .select({
      key: articles.key,
      link: articles.link,
      title: articles.title,
      pubDate: articles.pubDate,
      fetchedAt: articles.fetchedAt,
      symbols: articles.symbols,
    })
    .from(articles)
    .where(
      and(
        eq(articles.sourceId, sourceId),
        or(
          links.length > 0 ? isOneOf(articles.link, links) : undefined,
          ...ranges.map(([from, to]) => between(articles.sortDate, from, to)),
          // Articles without a date are compared by their fetch date.
          and(
            eq(articles.sortDate, sql`'epoch'`),
            isNull(articles.pubDate),
            or(...ranges.map(([from, to]) => between(articles.fetchedAt, from, to))),
          ),
        ),
      ),
    )
    .limit(MAX_CANDIDATES);
  return rows.map(({ pubDate, fetchedAt, ...row }) => ({ ...row, date: pubDate ?? fetchedAt }));
}

/** Returns the ranges from a day before to a day after each date, merged where they overlap. */
function mergeDateRanges(dates: readonly Date[]): [Date, Date][] {
  const ranges: [Date, Date][] = [];
  for (const date of [...dates].sort((a, b) => a.getTime() - b.getTime())) {
    const last = ranges.at(-1);
    if (last && addMilliseconds(date, -DAY) <= last[1]) last[1] = addMilliseconds(date, DAY);
    else ranges.push([addMilliseconds(date, -DAY), addMilliseconds(date, DAY)]);
  }
  return ranges;
}
