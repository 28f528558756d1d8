import { listSectors } from '#server/domains/market/market.ts';
import { chooseCategory, findTitleEvent } from './choose-category.ts';
import { matchCompanies } from './match-companies.ts';
import { Phrases, type Token, toEntries, tokenize } from './phrases.ts';
import { FEED_CATEGORIES, FEED_SECTORS } from './rules/feed-sections.ts';
import { LOCAL_WORDS } from './rules/foreign-news.ts';
import { CRIME_WORDS, NON_SECTOR_PHRASES, SECTOR_KEYWORDS } from './rules/sectors.ts';

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
const feedSectors = new Map([
  ...Object.entries(FEED_SECTORS),
  ...listSectors().map((name) => [normalizeSection(name), name] as const),
]);

const feedCategoryNames = new Map(Object.entries(FEED_CATEGORIES));

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
  const isLocal = LOCAL_WORDS.test(title) || LOCAL_WORDS.test(body);
  const titleTokens = tokenize(title);
  const bodyTokens = tokenize(body);
  const titleCompanies = matchCompanies(title, titleTokens, { isTitle: true, isLocal });
  const companies = [...titleCompanies, ...matchCompanies(body, bodyTokens, { isTitle: false, isLocal })];
  const symbols = [...new Set(companies.map(({ symbol }) => symbol))];

  const sections = feedCategories.map(normalizeSection);
  const feedSector = sections.map((section) => feedSectors.get(section)).find((name) => name !== undefined);
  const feedCategory = sections.map((section) => feedCategoryNames.get(section)).find((name) => name != null);

  const titleSector =
    getOnlyValue(titleCompanies.map(({ sector }) => sector)) ??
    (titleCompanies.length === 0 && !CRIME_WORDS.test(title)
      ? getOnlyValue(sectorKeywords.find(titleTokens))
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
  const isForeign = category === 'World' && !isLocal && companies.length === 0;
  return {
    sector:
      feedSector ??
      (isForeign ? null : titleSector) ??
      (titleCompanies.length === 0 && !CATEGORIES_WITHOUT_SECTOR.has(category)
        ? findSectorInText(companies, bodyTokens)
        : null),
    // A publisher's section "Companies" does not distinguish the events that companies report.
    category:
      feedCategory === 'Companies' ? (findTitleEvent(subject) ?? feedCategory) : (feedCategory ?? category),
    symbols: symbols.slice(0, MAX_COMPANIES),
  };
}

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
