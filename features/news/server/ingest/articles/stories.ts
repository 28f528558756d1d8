import { setImmediate } from 'node:timers/promises';
import { and, between, isNull, ne, or, sql } from 'drizzle-orm';
import { HOUR } from '#core/server/platform/clock.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { articles } from '#features/news/server/news.tables.ts';
import { mergeDateRanges, NEGATIONS, TOKENS, toSingular } from './duplicates.ts';

/** An article, as far as it is compared with those of other sources. */
export interface Report {
  title: string;
  /** The beginning of the text. */
  excerpt: string;
  /** Empty if there is none. */
  sector: string;
  category: string;
  symbols: readonly string[];
  /** The publication date. Articles without one are not compared. */
  date: Date;
}

/** The time between two reports of one story. */
const MAX_HOURS = 12;
/** Headlines of these categories are repeated day after day, and during a day. */
const RECURRING_CATEGORIES = new Set(['Markets', 'Currency', 'Commodities', 'World']);
const MAX_HOURS_RECURRING = 3;
/** A shorter headline, such as "Board meetings of the week", occurs by chance. */
const MIN_TITLE_WORDS = 4;
/** Two publishers do not write the same headline of this length about different events on one day. */
const SPECIFIC_TITLE_WORDS = 8;
/** The share of its words that an edited headline has in common with the other. */
const MIN_SHARED = 0.75;
/** Shorter texts say too little to be compared. */
const MIN_TEXT_WORDS = 8;
const RELATED_TEXT = 0.4;
const SIMILAR_TEXT = 0.6;
/** The share of phrases that agency reports have in common which publishers only gave another headline. */
const COPIED_TEXT = 0.75;
const MIN_COPIED_WORDS = 15;
const PHRASE_WORDS = 4;

/** What `isSameStory` compares, extracted once per article. */
export interface ComparableReport extends Omit<Report, 'title' | 'excerpt'> {
  title: string[];
  text: string[];
}

export const toComparable = ({ title, excerpt, ...rest }: Report): ComparableReport => ({
  ...rest,
  title: toWords(title),
  text: toWords(excerpt),
});

const SPELLINGS = new Map(
  Object.entries({
    billion: 'bn',
    govt: 'government',
    million: 'm',
    mn: 'm',
    pak: 'pakistan',
    percent: 'pc',
    pkr: 'rs',
    rupee: 'rs',
    trillion: 'tr',
    trn: 'tr',
  }),
);
const ARTICLES = new Set(['a', 'an', 'the']);
const MAX_LENGTH = 500;

/** Splits a text into lowercase words and figures, in order, with one spelling of units and without articles. */
function toWords(text: string): string[] {
  const normalized = text.slice(0, MAX_LENGTH).normalize('NFKC').toLowerCase().slice(0, MAX_LENGTH);
  const plain = normalized
    .replace(/['’]s\b/g, '')
    .replaceAll('&', ' and ')
    .replace(/%|\bper cent\b/g, ' percent ');
  return (plain.match(TOKENS) ?? [])
    .map((token) => (isFigure(token) ? token.replaceAll(',', '') : toSingular(token.replaceAll(/['’]/g, ''))))
    .map((token) => SPELLINGS.get(token) ?? token)
    .filter((token) => !ARTICLES.has(token));
}

const isFigure = (token: string) => /^\d/.test(token);

/**
 * Returns `true` only if two articles of different publishers are certainly about the same story: joining different stories
 * hides one of them, while listing a story twice does no harm. The headlines must be equal, or one be an edited version of the
 * other with a similar text, or the texts be copies of one agency report. Lists show only the lead, so it must be in every list
 * of a company or a sector that the other article would be in.
 */
export function isSameStory(lead: ComparableReport, other: ComparableReport): boolean {
  const hours = Math.abs(lead.date.getTime() - other.date.getTime()) / HOUR;
  if (hours > MAX_HOURS || !isListedWith(lead, other)) return false;
  const similarity = compareTexts(lead.text, other.text);
  const isRecurring = RECURRING_CATEGORIES.has(lead.category) || RECURRING_CATEGORIES.has(other.category);
  const isLater = isRecurring && hours > MAX_HOURS_RECURRING;
  if (isLater && !haveSameFigures(lead.text, other.text)) return false;
  if (lead.title.join(' ') === other.title.join(' ')) {
    if (lead.title.length < MIN_TITLE_WORDS) return false;
    if (isLater) return similarity >= SIMILAR_TEXT;
    return isSpecific(lead) || similarity >= RELATED_TEXT;
  }
  if (isEdited(lead.title, other.title)) return similarity >= SIMILAR_TEXT;
  return isCopied(lead, other);
}

function isListedWith(lead: ComparableReport, { sector, symbols }: ComparableReport): boolean {
  return (
    (sector === '' || sector === lead.sector) && symbols.every((symbol) => lead.symbols.includes(symbol))
  );
}

/** "Lucky Cement posts Rs9.4bn profit" is about one event, "Economic outlook of Pakistan" may be an editorial of both. */
function isSpecific({ title, symbols }: ComparableReport): boolean {
  const hasFigure = title.some((word) => isFigure(word) && word !== '100');
  return title.length >= SPECIFIC_TITLE_WORDS || hasFigure || symbols.length > 0;
}

/** Returns the share of the words of the shorter text that the other has too; 0 if one of them says too little. */
function compareTexts(a: readonly string[], b: readonly string[]): number {
  const [smaller, larger] = [new Set(a), new Set(b)].sort((one, other) => one.size - other.size);
  if (!smaller || !larger || smaller.size < MIN_TEXT_WORDS) return 0;
  const meaningful = [...smaller].filter((word) => word.length > 3 || isFigure(word));
  return meaningful.filter((word) => larger.has(word)).length / Math.max(1, meaningful.length);
}

/** Determines whether one headline is the other with a few words added, in the same order and with the same figures. */
function isEdited(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length <= MIN_TITLE_WORDS || shorter.length / longer.length < MIN_SHARED) return false;
  const added: string[] = [];
  let at = 0;
  for (const word of longer) {
    if (word === shorter[at]) at += 1;
    else added.push(word);
  }
  return at === shorter.length && !added.some((word) => isFigure(word) || NEGATIONS.has(word));
}

/** Determines whether two articles about the same companies have one text under different headlines. */
function isCopied(a: ComparableReport, b: ComparableReport): boolean {
  if (Math.min(a.text.length, b.text.length) < MIN_COPIED_WORDS) return false;
  if (a.symbols.length !== b.symbols.length || a.symbols.some((symbol) => !b.symbols.includes(symbol)))
    return false;
  const [fewer, more] = [listPhrases(a.text), listPhrases(b.text)].sort(
    (one, other) => one.size - other.size,
  );
  const shared = [...(fewer ?? [])].filter((phrase) => more?.has(phrase)).length;
  return (
    shared / (fewer?.size ?? 1) >= COPIED_TEXT &&
    haveSameFigures(a.text, b.text) &&
    shareWords(a.title, b.title)
  );
}

function listPhrases(words: readonly string[]): Set<string> {
  return new Set(words.slice(PHRASE_WORDS - 1).map((_, at) => words.slice(at, at + PHRASE_WORDS).join(' ')));
}

function haveSameFigures(a: readonly string[], b: readonly string[]): boolean {
  const [fewer, more] = [a.filter(isFigure), b.filter(isFigure)].sort(
    (one, other) => one.length - other.length,
  );
  return (fewer ?? []).every((figure) => more?.includes(figure));
}

function shareWords(a: readonly string[], b: readonly string[]): boolean {
  const figures = new Set([...a, ...b].filter(isFigure));
  const haveOtherFigures = [...figures].some(
    (figure) => a.some(isFigure) && b.some(isFigure) && !(a.includes(figure) && b.includes(figure)),
  );
  const isNegated = [...a, ...b].some(
    (word) => NEGATIONS.has(word) && !(a.includes(word) && b.includes(word)),
  );
  const shared = a.filter((word) => b.includes(word)).length;
  return !haveOtherFigures && !isNegated && shared * 2 >= Math.min(a.length, b.length);
}

/** Limits the rows per query. Stories beyond it are listed once per source. */
const MAX_CANDIDATES = 5_000;
/** The articles that are compared in one turn of the event loop, so that responses are not delayed. */
const ARTICLES_PER_STEP = 20;

/** A stored article that lists show, with the sources of its story. */
interface Lead extends ComparableReport {
  id: number;
  sourceIds: Set<number>;
}

/**
 * Finds, for new articles of a source, the articles of other sources that reported the same story first. A story has at most
 * one article of each source. Requires `lockArticles`, because otherwise two sources could store a story at the same time.
 */
export async function findLeads(
  tx: Transaction,
  sourceId: number,
  items: readonly (Report & { key: string })[],
): Promise<Map<string, number>> {
  const leads = await listLeads(tx, sourceId, items);
  const byWord = new Map<string, Lead[]>();
  for (const [index, lead] of leads.entries()) {
    if (index % ARTICLES_PER_STEP === 0) await setImmediate();
    for (const word of new Set(lead.title)) byWord.set(word, [...(byWord.get(word) ?? []), lead]);
  }
  const found = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    if (index % ARTICLES_PER_STEP === 0) await setImmediate();
    const report = toComparable(item);
    const lead = listSimilar(byWord, report.title).find(
      (each) => !each.sourceIds.has(sourceId) && isSameStory(each, report),
    );
    if (!lead) continue;
    lead.sourceIds.add(sourceId);
    found.set(item.key, lead.id);
  }
  return found;
}

/** Lists the articles that share half of the words of a headline, oldest first. */
function listSimilar(byWord: ReadonlyMap<string, Lead[]>, title: readonly string[]): Lead[] {
  const words = new Set(title);
  const shared = new Map<Lead, number>();
  for (const word of words)
    for (const lead of byWord.get(word) ?? []) shared.set(lead, (shared.get(lead) ?? 0) + 1);
  return [...shared]
    .filter(([lead, count]) => count * 2 >= Math.min(words.size, new Set(lead.title).size))
    .map(([lead]) => lead)
    .sort((a, b) => a.id - b.id);
}

async function listLeads(tx: Transaction, sourceId: number, items: readonly Report[]): Promise<Lead[]> {
  if (items.length === 0) return [];
  const ranges = mergeDateRanges(
    items.map(({ date }) => date),
    MAX_HOURS * HOUR,
  );
  const rows = await tx
    .select({
      id: articles.id,
      title: articles.title,
      excerpt: articles.excerpt,
      sector: articles.sector,
      category: articles.category,
      symbols: articles.symbols,
      date: articles.sortDate,
      sourceIds: sql<number[]>`array(
        select articles.source_id union all
        select other.source_id from articles as other where other.lead_id = articles.id)`,
    })
    .from(articles)
    .where(
      and(
        isNull(articles.leadId),
        ne(articles.sourceId, sourceId),
        or(...ranges.map(([from, to]) => between(articles.sortDate, from, to))),
      ),
    )
    .limit(MAX_CANDIDATES);
  return rows.map(({ id, sourceIds, ...report }) => ({
    ...toComparable(report),
    id,
    sourceIds: new Set(sourceIds),
  }));
}
