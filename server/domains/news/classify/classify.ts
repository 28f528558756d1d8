import { listSectors } from '#server/domains/market/market.ts';
import { nameCompanies } from './match-companies.ts';
import { Phrases, tokensOf } from './phrases.ts';
import { CATEGORY_WORDS, FEED_CATEGORIES, FEED_SECTORS, NO_SECTOR, SECTOR_WORDS } from './rules.ts';

const FALLBACK_CATEGORY = 'General';
const TITLE_WEIGHT = 3;
/** As much of a text as tells what it is about, in characters. */
const MAX_TEXT = 4_000;
const MAX_COMPANIES = 8;
/** A sector that only the text tells is named so often, and twice as often as any other. */
const MIN_TEXT_HITS = 3;

const sectorWords = new Phrases([
  ...entriesOf(SECTOR_WORDS),
  ...NO_SECTOR.map((words): [string, null] => [words, null]),
]);
const categoryWords = new Phrases(entriesOf(CATEGORY_WORDS));
const feedSectors = new Map([
  ...Object.entries(FEED_SECTORS),
  ...listSectors().map((name) => [sectionKey(name), name] as const),
]);

const feedCategoryNames = new Map(Object.entries(FEED_CATEGORIES));

/** What an article is about: by the sections of its feed where they say, else by the words of the title, then of the text. */
export function classify({
  title,
  text,
  feedCategories,
}: {
  title: string;
  text: string;
  feedCategories: string[];
}): { sector: string | null; category: string; symbols: string[] } {
  const body = text.slice(0, MAX_TEXT);
  const inTitle = nameCompanies(title);
  const companies = [...inTitle, ...nameCompanies(body)];
  const sections = feedCategories.map(sectionKey);
  const sectorOfFeed = sections.map((section) => feedSectors.get(section)).find((name) => name !== undefined);
  const categoryOfFeed = sections
    .map((section) => feedCategoryNames.get(section))
    .find((name) => name != null);
  return {
    sector:
      sectorOfFeed ??
      onlyOne(inTitle.map(({ sector }) => sector)) ??
      onlyOne(sectorWords.find(tokensOf(title))) ??
      (inTitle.length === 0 ? sectorOfText(companies, body) : null),
    category: categoryOfFeed ?? categoryOf(title, body, inTitle.length > 0),
    symbols: [...new Set(companies.map(({ symbol }) => symbol))].slice(0, MAX_COMPANIES),
  };
}

function sectorOfText(companies: { sector: string | null }[], text: string): string | null {
  const named = onlyOne(companies.map(({ sector }) => sector));
  if (named) return named;
  const [first, second] = ranked(sectorWords.find(tokensOf(text)));
  if (!first || first.hits < MIN_TEXT_HITS) return null;
  return second && second.hits * 2 > first.hits ? null : first.value;
}

function categoryOf(title: string, text: string, namesCompany: boolean): string {
  const hits = [
    ...Array.from({ length: TITLE_WEIGHT }, () => [...categoryWords.find(tokensOf(title))]).flat(),
    ...categoryWords.find(tokensOf(text)),
    ...(namesCompany ? Array.from({ length: TITLE_WEIGHT }, () => 'Companies') : []),
  ];
  const order = Object.keys(CATEGORY_WORDS);
  const [best] = ranked(hits).sort(
    (a, b) => b.hits - a.hits || order.indexOf(a.value) - order.indexOf(b.value),
  );
  return best?.value ?? FALLBACK_CATEGORY;
}

/** The value that all of them are, of those that are any; `null` when they differ. */
function onlyOne(values: Iterable<string | null>): string | null {
  const different = new Set([...values].filter((value) => value !== null));
  const [value] = different;
  return different.size === 1 ? (value ?? null) : null;
}

/** Different values with how often they come, most often first. */
function ranked(values: Iterable<string | null>): { value: string; hits: number }[] {
  const hits = new Map<string, number>();
  for (const value of values) if (value !== null) hits.set(value, (hits.get(value) ?? 0) + 1);
  return [...hits].map(([value, count]) => ({ value, hits: count })).sort((a, b) => b.hits - a.hits);
}

function sectionKey(section: string): string {
  return tokensOf(section)
    .map(({ word }) => word)
    .join(' ');
}

function* entriesOf(rules: Record<string, string[]>): Generator<[string, string]> {
  for (const [value, words] of Object.entries(rules)) for (const word of words) yield [word, value];
}
