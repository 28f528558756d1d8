import type { Company } from '#features/market/contract/companies.ts';
import type { FoundCompany, FoundTopic, SearchResults } from '#features/market/contract/search.ts';
import { listCompanies } from '#features/market/server/companies.ts';
import { COMPANY_CHANGES } from '#features/market/server/company-status.ts';
import sectorRows from '#features/market/server/sectors.json' with { type: 'json' };
import { normalizeCompanyName, splitText } from './find-company-by-name.ts';
import { countEdits, spellSounds } from './match-words.ts';
import { listNames, OTHER_NAMES, SEARCH_NAMES } from './rank-companies.ts';

/** Joins the words of a text, so that names that are written alike are equal. */
const normalize = (text: string) => splitText(text).join(' ');

const toSet = (names: readonly string[]) => new Set(names.map(normalize));

const sectors = new Map(sectorRows.map(([code, name]) => [code, name] as [string, string]));
const topics = new Map<string, FoundTopic>([
  ...[...sectors].map(([code, name]) => [normalize(name), toSector(code, name)] as const),
  ...listNames(SEARCH_NAMES.sectors).map(
    ([code, name]) => [normalize(name), toSector(code, sectors.get(code) ?? '')] as const,
  ),
  ...listNames(SEARCH_NAMES.indices).map(
    ([code, name]) => [normalize(name), { kind: 'index', code, name: toIndexName(code) }] as const,
  ),
]);
const parts = new Map(
  listNames(SEARCH_NAMES.partWords).map(([part, words]) => [
    normalize(words),
    part as NonNullable<FoundCompany['part']>,
  ]),
);
const maxPartWords = Math.max(...[...parts.keys()].map((words) => words.split(' ').length));
const companyWords = toSet(SEARCH_NAMES.companyWords);
const indexWords = toSet(['index', 'indices', 'انڈیکس']);
const topicWords = toSet(SEARCH_NAMES.topicWords);
const fillerWords = toSet(SEARCH_NAMES.fillerWords);
const companyFillers = new Set([...companyWords, ...fillerWords]);
const topicFillers = new Set([...topicWords, ...companyFillers]);
const productWords = toSet(SEARCH_NAMES.productWords);
const otherThings = toSet(SEARCH_NAMES.otherThings);
const directoryWords = new Set(listCompanies().flatMap(({ name }) => splitText(name)));
const soundsOfTopics = [...topics].map(([name, topic]) => ({ sounds: spellSounds(name), topic }));
const otherNames = new Set(OTHER_NAMES.map(({ name }) => normalize(name)));
const brandNotes = new Map(
  SEARCH_NAMES.unlistedBrands.flatMap(({ symbol, names, note }) =>
    names.map((name) => [normalize(name), { symbol, note }] as const),
  ),
);

function toSector(code: string, name: string): FoundTopic {
  return { kind: 'sector', code, name };
}

/** Formats `KSE100` as `KSE 100`. */
function toIndexName(code: string): string {
  return code.replace(/(?<=\D)(?=\d)/, ' ');
}

type MarketResults = Pick<SearchResults, 'companies' | 'topics' | 'is_topic_first'>;

/**
 * Finds the companies, the sector and the index that a text means. A text that ends or begins with a word such as "dividend"
 * leads to that part of the company's page. A brand of an unlisted firm leads to its listed parent, and a former symbol to what
 * continues it; both say so. A sector or an index is first unless the text is also the symbol or a name of a company.
 */
export async function searchMarket(
  text: string,
  search: (text: string) => Promise<readonly Company[]>,
): Promise<MarketResults> {
  const words = splitText(text);
  const { topic, isNamed } = findTopic(words);
  const { companies, rest, part } = await findCompanies(text, words, search);
  const query = rest.join(' ');
  const isFullName =
    words.length > 1 && normalizeCompanyName(companies[0]?.name ?? '') === normalizeCompanyName(text);
  const isName = companies[0]?.symbol.toLowerCase() === query || otherNames.has(query);
  return {
    companies: companies.map((company) => ({ ...company, part, reason: explain(company, query) })),
    topics: topic === null ? [] : [topic],
    is_topic_first: topic !== null && !isFullName && (isNamed || !isName),
  };
}

/** Returns what a search leads to first: a symbol, `LUCK#news`, `sector:0804`, `index:KSE100`, or `none`. */
export function describeFirst({
  companies: [company],
  topics: [topic],
  is_topic_first,
}: MarketResults): string {
  if (topic && (is_topic_first || !company)) return `${topic.kind}:${topic.code}`;
  if (!company) return 'none';
  return company.part === null ? company.symbol : `${company.symbol}#${company.part}`;
}

/** `isNamed` if the text has a word such as "sector", so that it cannot mean a company. */
function findTopic(words: readonly string[]): { topic: FoundTopic | null; isNamed: boolean } {
  const whole = topics.get(words.join(' '));
  if (whole) return { topic: whole, isNamed: whole.kind === 'index' };
  const rest = trimWords(words, topicFillers);
  // "aaj ka index" and "30 ka index" mean an index.
  const index = words.some((word) => indexWords.has(word))
    ? topics.get(words.every((word) => topicFillers.has(word)) ? 'index' : `${rest.join(' ')} index`)
    : undefined;
  const topic =
    index ??
    topics.get(rest.join(' ')) ??
    topics.get(rest.map(toSingular).join(' ')) ??
    findTopicBySound(rest.join(' '));
  return { topic, isNamed: topic !== null && words.some((word) => topicWords.has(word)) };
}

/** Removes the endings of plurals and cases in Urdu, also in Latin letters: `بینکوں`, `لوہے`, `gariyon`. */
const toSingular = (word: string) =>
  word
    .replace(/(?<=^[\u0600-\u06ff]{2,})(?:ون|ین)$|(?<=\w{2}i)yo?a?a?n$|(?<=\w{4})on$/, '')
    .replace(/(?<=^[\u0600-\u06ff]{2,})ے$/, 'ا');

/** Shorter names of topics differ from other words by one letter. */
const MIN_SOUNDS = 5;

/** Finds the sector or the index whose name sounds alike, with one typing error in a longer name: `khaad`, `fertilzer`. */
function findTopicBySound(text: string): FoundTopic | null {
  const typed = spellSounds(text);
  const same = soundsOfTopics.find(({ sounds }) => sounds === typed);
  const isSimilar = (sounds: string) =>
    typed.length >= MIN_SOUNDS &&
    sounds[0] === typed[0] &&
    Math.abs(sounds.length - typed.length) <= 1 &&
    countEdits(sounds, typed) === 1;
  const found =
    same ?? soundsOfTopics.find(({ sounds, topic }) => topic.kind === 'sector' && isSimilar(sounds));
  return found?.topic ?? null;
}

async function findCompanies(
  text: string,
  words: string[],
  search: (text: string) => Promise<readonly Company[]>,
): Promise<{ companies: readonly Company[]; rest: string[]; part: FoundCompany['part'] }> {
  const split = splitPart(trimWords(words, fillerWords)) ?? splitPart(words);
  const named = trimWords(split?.rest ?? words, companyFillers);
  if (otherThings.has(named.join(' '))) return { companies: [], rest: named, part: null };
  if (split !== null) {
    const companies = await search(split.rest.join(' '));
    if (companies.length > 0) return { companies, ...split };
  }
  const companies = await search(text);
  if (companies.length > 0) return { companies, rest: words, part: null };
  for (const rest of [trimWords(words, companyFillers), findBrand(words)]) {
    if (rest === null || rest.length === words.length) continue;
    const found = await search(rest.join(' '));
    if (found.length > 0) return { companies: found, rest, part: null };
  }
  return { companies: [], rest: words, part: null };
}

/** Returns the longest name of a company with which a text starts or ends: "olpers milk", "new corolla". */
function findBrand(words: readonly string[]): string[] | null {
  for (let count = words.length - 1; count > 0; count -= 1)
    for (const [name, others] of [
      [words.slice(0, count), words.slice(count)],
      [words.slice(-count), words.slice(0, -count)],
    ] as const) {
      // The other words of "Habib Jalib" are not what a company sells.
      const isBrand = !name.some((word) => directoryWords.has(word));
      const canFollow = isBrand || others.every((word) => productWords.has(word));
      if (canFollow && otherNames.has(name.join(' '))) return [...name];
    }
  return null;
}

/** Splits the words into those of a company and those of a part of its page; returns `null` if they have no such part. */
function splitPart(words: readonly string[]): { rest: string[]; part: FoundCompany['part'] } | null {
  for (let count = Math.min(maxPartWords, words.length - 1); count > 0; count -= 1) {
    const ends = [
      { named: words.slice(-count), others: words.slice(0, -count) },
      { named: words.slice(0, count), others: words.slice(count) },
    ];
    for (const { named, others } of ends) {
      const part = parts.get(named.join(' '));
      const rest = trimWords(others, companyFillers);
      if (part && rest.length > 0) return { rest, part };
    }
  }
  return null;
}

/** Removes words of a set from both ends, but not all. */
function trimWords(words: readonly string[], removed: ReadonlySet<string>): string[] {
  const rest = [...words];
  while (rest.length > 1 && removed.has(rest.at(-1) ?? '')) rest.pop();
  while (rest.length > 1 && removed.has(rest[0] ?? '')) rest.shift();
  return rest;
}

/** Returns why a text that does not name a company leads to it. */
function explain({ symbol, status_note }: Company, query: string): string | null {
  const brand = brandNotes.get(query);
  if (brand?.symbol === symbol) return brand.note;
  const former = COMPANY_CHANGES.get(query.toUpperCase());
  if (former && former.successor === symbol) return `Continues ${query.toUpperCase()}`;
  return status_note;
}
