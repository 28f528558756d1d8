import { listSectors } from '#features/market/server/companies.ts';
import { matchCompanies } from './match-companies.ts';
import { Phrases, type Token, toEntries, tokenize } from './phrases.ts';
import {
  CATEGORY_KEYWORDS,
  COMPANY_EVENT_WORDS,
  EVENT_PHRASES,
  FEED_SECTIONS,
  GENERAL_CATEGORY,
  NON_EVENT_PHRASES,
  OWN_FIGURES,
  PAYMENT_PER_SHARE,
  REGULATED_TOPICS,
  TITLE_PATTERNS,
} from './rules/categories.ts';
import { FOREIGN_COMPANIES, FOREIGN_REGIONS, LOCAL_WORDS } from './rules/foreign-news.ts';
import { CRIME_WORDS, FEED_SECTOR_SECTIONS, NON_SECTOR_PHRASES, SECTOR_KEYWORDS } from './rules/sectors.ts';

/** The length of the beginning of a text that is classified, in characters. */
const MAX_TEXT_LENGTH = 4_000;
const MAX_COMPANIES = 8;
/** A sector found only in the text needs this many keywords, and twice as many as any other sector. */
const MIN_TEXT_HITS = 3;
/** Reports on these name companies of one sector only by chance. */
const CATEGORIES_WITHOUT_SECTOR = new Set(['Markets', 'World']);

const sectorKeywords = new Phrases([
  ...toEntries(SECTOR_KEYWORDS),
  ...NON_SECTOR_PHRASES.map((words): [string, null] => [words, null]),
]);
const sectorsBySection = new Map([
  ...toEntries(FEED_SECTOR_SECTIONS),
  ...listSectors().map((name) => [normalizeSection(name), name] as const),
]);
const categoriesBySection = new Map(toEntries(FEED_SECTIONS));

/** Classifies an article by the sections of its feed, else by the keywords of the title, then of the text. */
export function classify({
  title,
  text,
  feedCategories,
}: {
  title: string;
  text: string;
  feedCategories: string[];
}): { sector: string | null; category: string; symbols: string[] } {
  const body = text.slice(0, MAX_TEXT_LENGTH);
  const titleTokens = tokenize(title);
  const bodyTokens = tokenize(body);
  // "Bestway to acquire Attock Cement" is about the Bestway of Pakistan.
  const isLocal =
    LOCAL_WORDS.test(title) ||
    LOCAL_WORDS.test(body) ||
    matchCompanies(title, titleTokens, { isTitle: true, isLocal: false }).length > 0;
  const titleCompanies = matchCompanies(title, titleTokens, { isTitle: true, isLocal });
  const companies = [...titleCompanies, ...matchCompanies(body, bodyTokens, { isTitle: false, isLocal })];
  const symbols = [...new Set(companies.map(({ symbol }) => symbol))];

  const sections = feedCategories.map(normalizeSection);
  const feedSector = sections
    .map((section) => sectorsBySection.get(section))
    .find((name) => name !== undefined);
  const feedCategory = sections
    .map((section) => categoriesBySection.get(section))
    .find((name) => name !== undefined);

  const titleSector =
    getOnlyValue(titleCompanies.map(({ sector }) => sector)) ??
    (titleCompanies.length === 0 && !CRIME_WORDS.test(title)
      ? (findTitleSector(getMainClause(titleTokens)) ?? findTitleSector(titleTokens))
      : null);
  const subject = {
    title: titleTokens,
    text: bodyTokens,
    titleCompanies: titleCompanies.length,
    companies: symbols.length,
    hasSector: titleSector !== null,
    isLocal,
  };
  const category = chooseCategory(subject);
  const hasNoSector = category === 'Currency' || (category === 'World' && !isLocal && companies.length === 0);
  return {
    sector:
      feedSector ??
      (hasNoSector ? null : titleSector) ??
      (titleCompanies.length === 0 && !CATEGORIES_WITHOUT_SECTOR.has(category)
        ? findSectorInText(companies, bodyTokens)
        : null),
    // A publisher's section "Companies" does not distinguish the events that companies report.
    category:
      feedCategory === 'Companies' ? (findTitleEvent(subject) ?? feedCategory) : (feedCategory ?? category),
    symbols: symbols.slice(0, MAX_COMPANIES),
  };
}

/** Returns the sector that a title is about: "Govt borrows from banks" is not about banks. */
const findTitleSector = (tokens: readonly Token[]) =>
  getOnlyValue(sectorKeywords.find(tokens, ({ at }) => !/^(?:from|with)$/.test(tokens[at - 1]?.word ?? '')));

function findSectorInText(companies: { sector: string | null }[], tokens: readonly Token[]): string | null {
  const named = getOnlyValue(companies.map(({ sector }) => sector));
  if (named) return named;
  const [first, second] = rankByFrequency(sectorKeywords.find(tokens));
  if (!first || first.hits < MIN_TEXT_HITS) return null;
  return second && second.hits * 2 > first.hits ? null : first.value;
}

/** Returns the only distinct value, ignoring `null`; `null` if there are several. */
function getOnlyValue(values: Iterable<string | null>): string | null {
  const different = new Set([...values].filter((value) => value !== null));
  const [value] = different;
  return different.size === 1 ? (value ?? null) : null;
}

/** Counts distinct values, most frequent first. */
function rankByFrequency(values: Iterable<string | null>): { value: string; hits: number }[] {
  const hits = new Map<string, number>();
  for (const value of values) if (value !== null) hits.set(value, (hits.get(value) ?? 0) + 1);
  return [...hits].map(([value, count]) => ({ value, hits: count })).sort((a, b) => b.hits - a.hits);
}

function normalizeSection(section: string): string {
  return tokenize(section)
    .map(({ word }) => word)
    .join(' ');
}

const SUBORDINATING_WORDS = new Set(
  'after ahead amid amidst as because despite due following on over while'.split(' '),
);
const TITLE_WEIGHT = 3;
/** Long texts use many keywords in passing: a text adds less to a category than one keyword in the title. */
const MAX_TEXT_WEIGHT = 2;
const KEYWORD_CATEGORIES = Object.keys(CATEGORY_KEYWORDS);
const FOREIGN_CATEGORY = 'World';
/** Categories of domestic news. Their keywords also occur in news from abroad. */
const DOMESTIC_CATEGORIES = new Set([
  'Banking & Finance',
  'Companies',
  'Economy',
  'Markets',
  'Politics & Policy',
]);

const keywords = new Phrases(toEntries(CATEGORY_KEYWORDS));
const foreignCompanies = new Phrases(
  FOREIGN_COMPANIES.map((name): [string, string] => [name, FOREIGN_CATEGORY]),
);
const nonEvents = NON_EVENT_PHRASES.map((words): [string, null] => [words, null]);
const foreignRegions = new Phrases(FOREIGN_REGIONS.map((name): [string, string] => [name, FOREIGN_CATEGORY]));
const events = new Phrases<string | null>([...nonEvents, ...toEntries(EVENT_PHRASES)]);
const companyEvents = new Phrases<string | null>([
  ...nonEvents,
  ...toEntries(EVENT_PHRASES),
  ...toEntries(COMPANY_EVENT_WORDS),
]);

const ownFigures = new Phrases<string | null>([
  ...nonEvents,
  ...OWN_FIGURES.map((words): [string, string] => [words, 'Financial Results']),
]);
const regulatedTopics = new Phrases(REGULATED_TOPICS.map((phrase): [string, true] => [phrase, true]));

interface Subject {
  title: readonly Token[];
  text: readonly Token[];
  /** The numbers of companies that the title names, and that the whole article names. */
  titleCompanies: number;
  companies: number;
  hasSector: boolean;
  isLocal: boolean;
}

/** Chooses the category by the event that a company reports, else by the keywords of the title and the text. */
function chooseCategory(subject: Subject): string {
  const { title, text } = subject;
  const titleHits = [...findKeywords(title, subject)];
  const isMarketReport = subject.titleCompanies === 0 && titleHits.filter(isMarkets).length >= 2;
  const event = isMarketReport
    ? null
    : (findTitleEvent(subject) ?? (titleHits.length === 0 ? findEvent(text, subject) : null));
  if (event !== null) return event;
  // The text of company news names the exchange that the company notified.
  const isAboutCompanies = subject.companies > 0 && !titleHits.some(isMarkets);
  const textHits = [...findKeywords(text, subject)].filter((hit) => !(isAboutCompanies && isMarkets(hit)));
  if (subject.titleCompanies > 0) {
    titleHits.push('Companies');
    if (regulatedTopics.find(title).next().done) titleHits.push('Companies');
  } else if (subject.companies === 1) textHits.push('Companies', 'Companies');
  const mainClause = getMainClause(title);
  const mainHits = new Set(findKeywords(mainClause, subject));
  if (subject.titleCompanies > 0) mainHits.add('Companies');
  const words = (mainHits.size > 0 ? mainClause : title).map(({ text }) => text).join(' ');
  for (const [category, pattern] of TITLE_PATTERNS)
    if (pattern.test(words)) {
      titleHits.push(...Array<string>(subject.titleCompanies > 0 ? 1 : 2).fill(category));
      mainHits.add(category);
    }
  // Pakistan's trade is the subject of "EU-India deal to hurt Pakistan's exports", not the other countries.
  const isAboutPakistan = subject.isLocal && titleHits.some((hit) => DOMESTIC_CATEGORIES.has(hit));
  const best = findMostFrequent(
    isAboutPakistan ? titleHits.filter((hit) => hit !== FOREIGN_CATEGORY) : titleHits,
    textHits,
    mainHits,
  );
  if (best === null)
    return subject.companies > 0 ? 'Companies' : subject.hasSector ? 'Economy' : GENERAL_CATEGORY;
  const isForeign = !subject.isLocal && subject.companies === 0 && titleHits.includes(FOREIGN_CATEGORY);
  return isForeign && (DOMESTIC_CATEGORIES.has(best) || startsWithForeignCompany(title))
    ? FOREIGN_CATEGORY
    : best;
}

/** Returns the words before "as", "amid" and the like: "Oil stocks rally on circular debt plan" is about stocks. */
function getMainClause(title: readonly Token[]): readonly Token[] {
  const end = title.findIndex(({ word }, index) => index > 1 && SUBORDINATING_WORDS.has(word));
  return end === -1 ? title : title.slice(0, end);
}

const startsWithForeignCompany = (tokens: readonly Token[]) =>
  !foreignCompanies.find(tokens, ({ at }) => at === 0).next().done;

const isMarkets = (category: string) => category === 'Markets';

/** Returns the category of the event that an article reports, or `null`. */
function findTitleEvent(subject: Subject): string | null {
  const event = findEvent(subject.title, subject);
  if (event !== null || subject.titleCompanies === 0) return event;
  return [...ownFigures.find(subject.title)].find((category) => category !== null) ?? null;
}

function findEvent(tokens: readonly Token[], { companies, hasSector, isLocal }: Subject): string | null {
  const isForeign = !isLocal && companies === 0 && !foreignCompanies.find(tokens).next().done;
  if (isForeign) return null;
  const found = new Set((companies > 0 || hasSector ? companyEvents : events).find(tokens));
  if (companies > 0 && PAYMENT_PER_SHARE.test(tokens.map(({ text }) => text).join(' ')))
    found.add('Dividends');
  return Object.keys(EVENT_PHRASES).find((category) => found.has(category)) ?? null;
}

function* findKeywords(tokens: readonly Token[], { isLocal }: Subject): Generator<string> {
  yield* keywords.find(tokens);
  if (isLocal) return;
  yield* foreignCompanies.find(tokens);
  // "Turkey's lira sinks" is news from abroad, "Squad for Turkey named" is not.
  yield* foreignRegions.find(tokens, ({ at }) => at === 0);
}

/** Returns the category with the most keywords; the first in the order of the rules wins a tie. */
function findMostFrequent(titleHits: string[], textHits: string[], mainHits: Set<string>): string | null {
  const count = (hits: string[], category: string) => {
    const all = hits.filter((hit) => hit === category).length;
    // "Oil steady as US, Iran extend talks" is not mainly about other countries.
    return category === FOREIGN_CATEGORY ? Math.min(all, 1) : all;
  };
  const scores = KEYWORD_CATEGORIES.map((category) => ({
    category,
    score:
      count(titleHits, category) * TITLE_WEIGHT +
      (mainHits.has(category) ? 1 : 0) +
      (titleHits.length > 0
        ? Math.min(count(textHits, category), MAX_TEXT_WEIGHT)
        : count(textHits, category)),
  }));
  const best = scores.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.category : null;
}
