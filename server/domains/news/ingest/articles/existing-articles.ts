import { and, between, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { articles } from '#server/domains/news/news.tables.ts';
import { after, DAY } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/database.ts';
import { titleWords } from './similar-titles.ts';
import { TitleIndex } from './title-index.ts';

/** What tells one article of a source from another. */
export interface Identity {
  key: string;
  link: string | null;
  title: string;
  /** When it was published, else when it came in. */
  date: Date;
  symbols: readonly string[];
}

/** The articles of one source that items are compared with. */
export class KnownArticles {
  readonly #keys = new Set<string>();
  readonly #links = new Set<string>();
  readonly #titles = new TitleIndex<{ date: Date; symbols: readonly string[] }>();
  readonly #sharedLinks: ReadonlySet<string>;

  /** `sharedLinks` name no article: several items of the feed have them. */
  constructor(sharedLinks: ReadonlySet<string>) {
    this.#sharedLinks = sharedLinks;
  }

  add({ key, link, title, date, symbols }: Identity): void {
    this.#keys.add(key);
    if (link !== null) this.#links.add(link);
    this.#titles.add(titleWords(title), { date, symbols });
  }

  /** Whether the item is an article that is known: by its key, by its link, or by its title within a day. */
  has(item: Identity): boolean {
    if (this.#keys.has(item.key)) return true;
    if (item.link !== null && this.#links.has(item.link) && !this.#sharedLinks.has(item.link)) return true;
    return this.#titles.hasNearEqual(
      titleWords(item.title),
      (known) =>
        Math.abs(known.date.getTime() - item.date.getTime()) < DAY &&
        !nameOtherCompanies(known.symbols, item.symbols),
    );
  }
}

/** Whether both name companies, and not the same ones. */
function nameOtherCompanies(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  return a.length !== b.length || a.some((symbol) => !b.includes(symbol));
}

/** An outlet that gives a few items one link still means one article; one that gives it to more names none by it. */
const SHARED_BY = 3;

export function sharedLinks(items: readonly { key: string; link: string | null }[]): Set<string> {
  const keysByLink = new Map<string, Set<string>>();
  for (const { key, link } of items) {
    if (link !== null) keysByLink.set(link, (keysByLink.get(link) ?? new Set()).add(key));
  }
  return new Set([...keysByLink].filter(([, keys]) => keys.size >= SHARED_BY).map(([link]) => link));
}

type ArticleRow = typeof articles.$inferSelect;

/** The articles of the source that have one of the keys. */
export async function findByKeys(tx: Transaction, sourceId: number, keys: string[]): Promise<ArticleRow[]> {
  if (keys.length === 0) return [];
  return tx
    .select()
    .from(articles)
    .where(and(eq(articles.sourceId, sourceId), inArray(articles.key, keys)));
}

/** A source that has more in its two days floods its readers; its articles may then come twice. */
const MAX_ALIKE = 10_000;

/** The articles of the source that items without a known key could be: of the same link, or of about the same day. */
export async function findAlike(
  tx: Transaction,
  sourceId: number,
  items: readonly Identity[],
): Promise<Identity[]> {
  if (items.length === 0) return [];
  const links = items.flatMap(({ link }) => link ?? []);
  const spans = daysAround(items.map(({ date }) => date));
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
          links.length > 0 ? inArray(articles.link, links) : undefined,
          ...spans.map(([from, to]) => between(articles.sortDate, from, to)),
          // What has no date came in about then.
          and(
            eq(articles.sortDate, sql`'epoch'`),
            isNull(articles.pubDate),
            or(...spans.map(([from, to]) => between(articles.fetchedAt, from, to))),
          ),
        ),
      ),
    )
    .limit(MAX_ALIKE);
  return rows.map(({ pubDate, fetchedAt, ...row }) => ({ ...row, date: pubDate ?? fetchedAt }));
}

/** A day before to a day after each date, put together where they overlap. */
function daysAround(dates: readonly Date[]): [Date, Date][] {
  const spans: [Date, Date][] = [];
  for (const date of [...dates].sort((a, b) => a.getTime() - b.getTime())) {
    const last = spans.at(-1);
    if (last && after(date, -DAY) <= last[1]) last[1] = after(date, DAY);
    else spans.push([after(date, -DAY), after(date, DAY)]);
  }
  return spans;
}
