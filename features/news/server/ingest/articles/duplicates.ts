import { and, between, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { findSharedLinks } from '#features/news/server/feed/parse/prepare-feed.ts';
import { getStoryNumber, listLinkVariants, toLinkId } from '#features/news/server/feed/parse/urls.ts';
import type { FeedArticle } from '#features/news/server/feed/to-article.ts';
import { articles } from '#features/news/server/news.tables.ts';

/** The fields that identify an article within its source. */
export interface ArticleIdentity {
  /** Is absent as long as the article is not stored. */
  id?: number;
  key: string;
  link: string | null;
  title: string;
  /** The publication date, or the fetch date if there is none. */
  date: Date;
  symbols: readonly string[];
}

/** Says which links and numbers in URLs identify the items of one feed. */
export class FeedIdentities {
  readonly #sharedLinks: ReadonlySet<string>;
  readonly #linksByNumber = new Map<string, Set<string>>();

  constructor(items: readonly (ArticleIdentity & Pick<FeedArticle, 'raw'>)[]) {
    this.#sharedLinks = findSharedLinks(items);
    for (const item of items) {
      const [link, number] = [this.getLink(item), getStoryNumber(item.link, item.title)];
      if (link !== null && number !== null)
        this.#linksByNumber.set(number, (this.#linksByNumber.get(number) ?? new Set()).add(link));
    }
  }

  /** Returns the link as `toLinkId` writes it, or `null` if it does not identify an item. */
  getLink({ link }: { link: string | null }): string | null {
    const id = link === null ? null : toLinkId(link);
    return id === null || this.#sharedLinks.has(id) ? null : id;
  }

  /** Returns the number in the URL, unless several items of the feed have it. An item that the feed repeats has the same link. */
  getNumber(item: { link: string | null; title: string }): string | null {
    const number = this.getLink(item) === null ? null : getStoryNumber(item.link, item.title);
    return number === null || (this.#linksByNumber.get(number)?.size ?? 0) > 1 ? null : number;
  }

  /** Returns `false` if an article and an item with the same key are different stories, so that the key identifies neither. */
  areSameStory(
    row: Pick<ExistingRow, 'link' | 'title' | 'symbols' | 'pubDate' | 'fetchedAt'>,
    item: ArticleIdentity & { publishedAt: Date | null },
  ): boolean {
    const link = this.getLink(item);
    const dates = [row.pubDate, item.publishedAt];
    if (link === null || row.link === null) {
      if (dates.includes(null) || row.pubDate?.getTime() === item.publishedAt?.getTime()) return true;
    } else {
      if (link === this.getLink(row)) return true;
      const number = this.getNumber(item);
      if (number !== null && number === this.getNumber(row)) return true;
    }
    const isSimilar =
      row.title === item.title || areSimilar(extractTitleWords(row.title), extractTitleWords(item.title));
    return (
      isSimilar &&
      !areAboutOthers(row.symbols, item.symbols) &&
      isWithinDay(row.pubDate ?? row.fetchedAt, item.date)
    );
  }
}

const isWithinDay = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime()) < DAY;

/** The existing articles of one source, to detect duplicates among incoming items. */
export class ExistingArticles {
  readonly #keys = new Set<string>();
  readonly #links = new Map<string, ArticleIdentity[]>();
  readonly #numbers = new Map<string, ArticleIdentity[]>();
  readonly #titles = new TitleIndex<ArticleIdentity>();
  readonly #feed: FeedIdentities;

  constructor(feed: FeedIdentities) {
    this.#feed = feed;
  }

  /** Without `words`, the title is not compared. */
  add(article: ArticleIdentity, words: TitleWords | null): void {
    this.#keys.add(article.key);
    addTo(this.#links, this.#feed.getLink(article), article);
    addTo(this.#numbers, this.#feed.getNumber(article), article);
    if (words) this.#titles.add(words, article);
  }

  /**
   * Adds an item unless it is a duplicate. Returns `new`, the stored article of which it is another version (by its link, or by
   * the number in its URL), or `duplicate` if it has the key of another item of the feed or a similar title within a day.
   */
  addIfNew(item: ArticleIdentity): 'new' | 'duplicate' | ArticleIdentity {
    if (this.#keys.has(item.key)) return 'duplicate';
    const linked = this.#links.get(this.#feed.getLink(item) ?? '') ?? [];
    const numbered = this.#numbers.get(this.#feed.getNumber(item) ?? '') ?? [];
    const [same] = [linked, numbered].find(({ length }) => length === 1) ?? [];
    if (same) return same.id === undefined ? 'duplicate' : same;
    const words = extractTitleWords(item.title);
    const isDuplicate = this.#titles.hasSimilar(
      words,
      ({ date, symbols }) => isWithinDay(date, item.date) && !haveDifferentSymbols(symbols, item.symbols),
    );
    if (isDuplicate) return 'duplicate';
    this.add(item, words);
    return 'new';
  }
}

function addTo<T>(groups: Map<string, T[]>, key: string | null, value: T): void {
  if (key !== null) groups.set(key, [...(groups.get(key) ?? []), value]);
}

/** Returns `true` if both articles name companies, and not the same ones. */
function haveDifferentSymbols(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  return a.length !== b.length || a.some((symbol) => !b.includes(symbol));
}

/** Returns `true` if both versions of a story name companies, and each names another one: an edited text may name more of them. */
function areAboutOthers(a: readonly string[], b: readonly string[]): boolean {
  return a.some((symbol) => !b.includes(symbol)) && b.some((symbol) => !a.includes(symbol));
}

/** The terms of the search are large and follow from the other columns. */
const { search: _search, ...COLUMNS } = getTableColumns(articles);

export type ExistingRow = Omit<typeof articles.$inferSelect, 'search'>;

/** Finds the articles of a source with these keys or IDs. */
export async function findRows(
  tx: Transaction,
  sourceId: number,
  { keys = [], ids = [] }: { keys?: string[]; ids?: number[] },
): Promise<ExistingRow[]> {
  if (keys.length + ids.length === 0) return [];
  return tx
    .select(COLUMNS)
    .from(articles)
    .where(and(eq(articles.sourceId, sourceId), or(isOneOf(articles.key, keys), isOneOf(articles.id, ids))));
}

/** How long a story is recognized by the number in its URL. */
const NUMBER_MS = 7 * DAY;

/** Limits the rows per query. A source that publishes more within two weeks may get duplicate articles. */
const MAX_CANDIDATES = 10_000;

/** Finds the articles that new items could duplicate: those with the same link or of the days around. */
export async function findDuplicateCandidates(
  tx: Transaction,
  sourceId: number,
  items: readonly ArticleIdentity[],
): Promise<ArticleIdentity[]> {
  if (items.length === 0) return [];
  const links = items.flatMap(({ link }) => (link === null ? [] : listLinkVariants(link)));
  const ranges = mergeDateRanges(
    items.map(({ date }) => date),
    NUMBER_MS,
  );
  const rows = await tx
    .select({
      id: articles.id,
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
