import { and, between, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import { articles } from '#server/domains/news/news.tables.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Transaction } from '#server/platform/database.ts';

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

/** Returns the ranges of `margin` milliseconds around each date, merged where they overlap. */
export function mergeDateRanges(dates: readonly Date[], margin = DAY): [Date, Date][] {
  const ranges: [Date, Date][] = [];
  for (const date of [...dates].sort((a, b) => a.getTime() - b.getTime())) {
    const last = ranges.at(-1);
    if (last && addMilliseconds(date, -margin) <= last[1]) last[1] = addMilliseconds(date, margin);
    else ranges.push([addMilliseconds(date, -margin), addMilliseconds(date, margin)]);
  }
  return ranges;
}

/**
 * The share of words that two headlines must have in common. Headlines of different companies' results share up to 0.9, so
 * this threshold alone is not enough: see `areSimilar`.
 */
const MIN_SHARED = 0.7;

/** A headline, normalized for comparison. */
export interface TitleWords {
  words: ReadonlySet<string>;
  figures: ReadonlySet<string>;
}

/** As long as a title may be. Normalization turns one character into up to 18. */
const MAX_LENGTH = 500;

/** Extracts lowercase words without punctuation and plural endings, and figures without thousands separators. */
export function extractTitleWords(title: string): TitleWords {
  const normalized = title.slice(0, MAX_LENGTH).normalize('NFKC').toLowerCase().slice(0, MAX_LENGTH);
  const tokens = normalized.match(TOKENS) ?? [];
  const words = new Set<string>();
  const figures = new Set<string>();
  for (const token of tokens) {
    if (/^\d/.test(token)) figures.add(token.replaceAll(',', ''));
    else words.add(toSingular(token.replaceAll(/['’]/g, '')));
  }
  return { words, figures };
}

export const TOKENS = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

export const toSingular = (word: string) => (word.length > 3 ? word.replace(/s+$/, '') : word);

/** Words that reverse the meaning of a headline. */
export const NEGATIONS = new Set([
  'not',
  'no',
  'never',
  'without',
  'deny',
  'denie',
  'denied',
  'refute',
  'reject',
]);

/**
 * Returns `true` if one headline of a publisher is an edited version of the other, with a few words added. Headlines with
 * a replaced word or figure are about different events ("Lucky Cement posts…", "Fauji Cement posts…").
 */
export function areSimilar(a: TitleWords, b: TitleWords): boolean {
  const [shorter, longer] = a.words.size <= b.words.size ? [a, b] : [b, a];
  if (!containsAll(longer.words, shorter.words)) return false;
  if (a.figures.size !== b.figures.size || !containsAll(a.figures, b.figures)) return false;
  const common = shorter.words.size + a.figures.size;
  if (common === 0 || common / (longer.words.size + a.figures.size) < MIN_SHARED) return false;
  return ![...longer.words].some((word) => NEGATIONS.has(word) && !shorter.words.has(word));
}

function containsAll(set: ReadonlySet<string>, subset: ReadonlySet<string>): boolean {
  for (const word of subset) if (!set.has(word)) return false;
  return true;
}

interface Entry<T> {
  title: TitleWords;
  value: T;
}

/** Limits the comparisons per title. Only a flood of near-identical titles reaches it. */
const MAX_COMPARISONS = 1000;

/** An index of titles by word. It finds a similar title among thousands without comparing them all. */
export class TitleIndex<T> {
  readonly #byWord = new Map<string, Entry<T>[]>();

  add(title: TitleWords, value: T): void {
    for (const key of getIndexKeys(title)) {
      const entries = this.#byWord.get(key);
      if (entries) entries.push({ title, value });
      else this.#byWord.set(key, [{ title, value }]);
    }
  }

  /** Looks for a similar title among those that `isWanted` accepts. Compares the most recently added titles first. */
  hasSimilar(title: TitleWords, isWanted: (value: T) => boolean): boolean {
    let remaining = MAX_COMPARISONS;
    for (const entries of this.#getCandidates(title)) {
      for (let at = entries.length - 1; at >= 0 && remaining > 0; at -= 1, remaining -= 1) {
        const entry = entries[at];
        if (entry && isWanted(entry.value) && areSimilar(entry.title, title)) return true;
      }
    }
    return false;
  }

  /** A similar title lacks at most `maxMissing` words, so it has one of any `maxMissing + 1` words. The rarest ones are used. */
  #getCandidates(title: TitleWords): Entry<T>[][] {
    const size = title.words.size + title.figures.size;
    const maxMissing = Math.floor(size * (1 - MIN_SHARED) + 1e-9);
    return getIndexKeys(title)
      .map((key) => this.#byWord.get(key) ?? [])
      .sort((a, b) => a.length - b.length)
      .slice(0, maxMissing + 1);
  }
}

/** Similar titles have the same figures. Adding them to each word makes the keys rarer. */
function getIndexKeys({ words, figures }: TitleWords): string[] {
  const numbers = [...figures].sort().join(' ');
  return words.size === 0 ? [numbers] : [...words].map((word) => `${word} ${numbers}`);
}
