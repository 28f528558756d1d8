import type { Repairs } from '#features/imports/contract/imports.ts';
import { normalizeCompanyName, searchCompanies } from '#features/market/server/companies.ts';

/** A name that a source prints for a company of the directory. */
export interface Alias {
  /** The display name of the layout. */
  source: string;
  /** Normalized. */
  name: string;
  symbol: string;
}

interface PrintedCompany {
  /** `null` for a company without a symbol. */
  symbol: string | null;
  /** An administrator has chosen it for this file, so that it decides even if the row has another symbol. */
  isChosen: boolean;
}

/** The process parses one file at a time. */
let printed: ReadonlyMap<string, PrintedCompany> = new Map();

/** Sets the companies that an administrator has chosen for printed names, in this file or before in one of the same source. */
export function setPrintedCompanies(
  source: string,
  { aliases = [], companies = [] }: { aliases?: readonly Alias[]; companies?: Repairs['companies'] },
): void {
  sentences.clear();
  printed = new Map<string, PrintedCompany>([
    ...aliases
      .filter((alias) => alias.source === source)
      .map(({ name, symbol }) => [name, { symbol, isChosen: false }] as const),
    ...companies.map(({ name, symbol }) => [normalizeCompanyName(name), { symbol, isChosen: true }] as const),
  ]);
}

export const findPrintedCompany = (name: string): PrintedCompany | null =>
  printed.size === 0 ? null : (printed.get(normalizeCompanyName(name)) ?? null);

const MAX_SIMILAR = 3;
/** More than a preview lists. A file with more unknown companies is hardly one of this exchange. */
const MAX_WORDS = 200;
/** The sentences by the first word of a name. Searching takes longer than parsing the row. */
const sentences = new Map<string, string>();

/** Returns a sentence with the companies of the directory that a name may mean, or an empty string. */
export function describeSimilar(name: string): string {
  const [word = ''] = name.split(' ');
  const stored = sentences.get(word);
  if (stored !== undefined) return stored;
  const similar =
    word.length < 3 || sentences.size >= MAX_WORDS ? [] : searchCompanies(word).slice(0, MAX_SIMILAR);
  const names = similar.map((company) => `${company.name} (${company.symbol})`).join(', ');
  const sentence = names === '' ? '' : ` Similar names: ${names}.`;
  if (sentences.size < MAX_WORDS) sentences.set(word, sentence);
  return sentence;
}
