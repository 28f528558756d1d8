import { listSectors } from '#server/domains/market/market.ts';
import { matchCompanies } from './match-companies.ts';
import { Phrases, tokenize } from './phrases.ts';
import {
  CATEGORY_KEYWORDS,
  FEED_CATEGORIES,
  FEED_SECTORS,
  NON_SECTOR_PHRASES,
  SECTOR_KEYWORDS,
} from './rules.ts';

const FALLBACK_CATEGORY = 'General';
const TITLE_WEIGHT = 3;
/** The length of the beginning of a text that is classified, in characters. */
const MAX_TEXT_LENGTH = 4_000;
const MAX_COMPANIES = 8;
/** A sector found only in the text needs this many keywords, and twice as many as any other sector. */
const MIN_TEXT_HITS = 3;

const sectorKeywords = new Phrases([
  ...toEntries(SECTOR_KEYWORDS),
  ...NON_SECTOR_PHRASES.map((words): [string, null] => [words, null]),
]);
const categoryKeywords = new Phrases(toEntries(CATEGORY_KEYWORDS));
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
  const titleCompanies = matchCompanies(title);
  const companies = [...titleCompanies, ...matchCompanies(body)];
  const sections = feedCategories.map(normalizeSection);
  const feedSector = sections.map((section) => feedSectors.get(section)).find((name) => name !== undefined);
  const feedCategory = sections.map((section) => feedCategoryNames.get(section)).find((name) => name != null);
  return {
    sector:
      feedSector ??
      getOnlyValue(titleCompanies.map(({ sector }) => sector)) ??
      getOnlyValue(sectorKeywords.find(tokenize(title))) ??
      (titleCompanies.length === 0 ? findSectorInText(companies, body) : null),
    category: feedCategory ?? chooseCategory(title, body, titleCompanies.length > 0),
    symbols: [...new Set(companies.map(({ symbol }) => symbol))].slice(0, MAX_COMPANIES),
  };
}

function findSectorInText(companies: { sector: string | null }[], text: string): string | null {
  const named = getOnlyValue(companies.map(({ sector }) => sector));
  if (named) return named;
  const [first, second] = rankByFrequency(sectorKeywords.find(tokenize(text)));
  if (!first || first.hits < MIN_TEXT_HITS) return null;
  return second && second.hits * 2 > first.hits ? null : first.value;
}

function chooseCategory(title: string, text: string, hasCompanyInTitle: boolean): string {
  const hits = [
    ...Array.from({ length: TITLE_WEIGHT }, () => [...categoryKeywords.find(tokenize(title))]).flat(),
    ...categoryKeywords.find(tokenize(text)),
    ...(hasCompanyInTitle ? Array.from({ length: TITLE_WEIGHT }, () => 'Companies') : []),
  ];
  const order = Object.keys(CATEGORY_KEYWORDS);
  const [best] = rankByFrequency(hits).sort(
    (a, b) => b.hits - a.hits || order.indexOf(a.value) - order.indexOf(b.value),
  );
  return best?.value ?? FALLBACK_CATEGORY;
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

function* toEntries(rules: Record<string, string[]>): Generator<[string, string]> {
  for (const [value, words] of Object.entries(rules)) for (const word of words) yield [word, value];
}
