import {
  isLegalForm,
  type MatchedCompany,
  matchCompany,
  removeNameMarks,
} from '#features/corporate-actions/server/import/event-record.ts';
import { cleanText, findPrintedCompany } from '#features/imports/server/parsing.ts';
import {
  findCompany,
  findCompanyByName,
  findShareClass,
  glueShareClass,
  listCompanies,
  normalizeCompanyName,
  normalizeShareClass,
} from '#features/market/server/companies.ts';

/** The company of a printed name. An exact name is certain; the start of a longer name may be another company's. */
interface NameMatch {
  symbol: string;
  /** The name as printed if it is legible, else the name in the directory. */
  companyName: string;
  isExact: boolean;
}

/** Words that newspapers abbreviate. */
const ABBREVIATIONS: Record<string, string> = {
  ind: 'industries',
  inds: 'industries',
  intl: 'international',
  engg: 'engineering',
  engrs: 'engineers',
  mfg: 'manufacturing',
  ins: 'insurance',
  inv: 'investment',
  tex: 'textile',
  spg: 'spinning',
  mod: 'modaraba',
  lab: 'laboratories',
  labs: 'laboratories',
  chem: 'chemicals',
  fert: 'fertilizer',
  pharma: 'pharmaceuticals',
  pak: 'pakistan',
  telecom: 'telecommunication',
};

const LEGAL_END = /(?:limited|limted|ltd|company|corporation|private|pvt)+$/;

/** The words of a name without its legal form, and with abbreviations in full. */
const toWords = (name: string): string[] =>
  normalizeCompanyName(name.replace(/^\W*t he\b/i, 'The'))
    .split(' ')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .map((word) => (word.length > 4 ? word.replace(/s$/, '') : word));

/** Joins the letters of a name, so that spaces inside or missing between its words do not count: `Murree B rewery`. */
const toLetters = (words: readonly string[]): string =>
  words.join('').replace(LEGAL_END, '').replace(/s$/, '');

const removeCountry = (letters: string) => letters.replaceAll('pakistan', '');

/** The letters of a name with its legal form, which distinguishes Arif Habib Limited from Arif Habib Corporation. */
const toFullLetters = (name: string): string =>
  cleanText(name)
    .toLowerCase()
    .replace(/^the\b/, '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?:ltd|limted)$/, 'limited');

interface NameIndex {
  /** Companies by the letters of their names with the legal form. */
  byFullLetters: Map<string, string | null>;
  /** Companies by the letters of their names; `null` if several share them. */
  byLetters: Map<string, string | null>;
  byLettersWithoutCountry: Map<string, string | null>;
  /** The letters of all names by their number. */
  byLength: Map<number, string[]>;
  /** Companies by the first words of longer names. */
  byStart: Map<string, string | null>;
}

let index: NameIndex | undefined;

const MIN_START_WORDS = 2;
const MIN_START_LETTERS = 10;

function getIndex(): NameIndex {
  if (index) return index;
  index = {
    byLength: new Map(),
    byFullLetters: new Map(),
    byLetters: new Map(),
    byLettersWithoutCountry: new Map(),
    byStart: new Map(),
  };
  for (const { symbol, name } of listCompanies()) {
    const words = toWords(name);
    const letters = toLetters(words);
    addName(index.byFullLetters, toFullLetters(name), symbol);
    addName(index.byLetters, letters, symbol);
    addName(index.byLettersWithoutCountry, removeCountry(letters), symbol);
    // Rights and preference shares have names such as `Searl Company(R)`.
    if (/\((?:R|Right|Pref|ETF|Ptc)\)/i.test(name)) continue;
    for (let count = MIN_START_WORDS; count < words.length; count += 1)
      addName(index.byStart, toLetters(words.slice(0, count)), symbol);
  }
  for (const letters of index.byLetters.keys()) {
    const same = index.byLength.get(letters.length);
    if (same) same.push(letters);
    else index.byLength.set(letters.length, [letters]);
  }
  return index;
}

function addName(names: Map<string, string | null>, letters: string, symbol: string): void {
  if (letters === '') return;
  const existing = names.get(letters);
  names.set(letters, existing === undefined || existing === symbol ? symbol : null);
}

/** Finds the company of a printed name, which may be damaged, abbreviated or cut off. Returns `null` if it is not certain. */
export function findPrintedName(name: string): NameMatch | null {
  const text = cleanText(name);
  const cached = matches.get(text);
  if (cached !== undefined) return cached;
  const match = findOfClass(text);
  if (matches.size === MAX_CACHED) matches.clear();
  matches.set(text, match);
  return match;
}

/** The same names are looked up alone and together with the lines around them. */
const matches = new Map<string, NameMatch | null>();
const MAX_CACHED = 10_000;

/** Finds the company of a name with a class, which must not be that of the ordinary share or of another class. */
function findOfClass(text: string): NameMatch | null {
  const match = findWithNumber(normalizeShareClass(text)) ?? findName(glueShareClass(text));
  const printed = findShareClass(text);
  if (!match || printed === findShareClass(findCompany(match.symbol)?.name ?? '')) return match;
  return null;
}

function findWithNumber(text: string): NameMatch | null {
  // A number before the name counts the rows of the table.
  return findName(text) ?? (/^\d{1,3}[.)]? \p{L}/u.test(text) ? findName(text.replace(/^\S+ /, '')) : null);
}

function findName(text: string): NameMatch | null {
  if (text === '' || isLegalForm(text)) return null;
  const exact = findCompanyByName(text);
  if (exact) return { symbol: exact.symbol, companyName: text, isExact: true };
  const { byFullLetters, byLetters, byLettersWithoutCountry, byStart } = getIndex();
  const words = toWords(text);
  const letters = toLetters(words);
  if (letters.length < 3) return null;
  const symbol =
    byFullLetters.get(toFullLetters(text)) ??
    byLetters.get(letters) ??
    byLettersWithoutCountry.get(removeCountry(letters));
  if (symbol) return describe(symbol, true);
  if (words.length < MIN_START_WORDS || letters.length < MIN_START_LETTERS) return null;
  const start = byLetters.get(letters) === undefined ? byStart.get(letters) : null;
  if (start) return describe(start, false);
  // A short last word is more than a wrong letter: it can name a class of shares, such as B or PS.
  const hasShortEnd = (words.at(-1)?.length ?? 0) <= MAX_SHORT_LETTERS;
  const isLong = letters.length >= MIN_MISSPELLED_LETTERS;
  const misspelled = isLong && !hasShortEnd ? findMisspelled(letters, getIndex()) : null;
  return misspelled ? describe(misspelled, false) : null;
}

const MIN_MISSPELLED_LETTERS = 12;
const MAX_SHORT_LETTERS = 2;

/** Finds the only company whose name has one letter more, less, replaced or swapped: `Mahmood Textile`, `Mehmood Textile`. */
function findMisspelled(letters: string, { byLetters, byLength }: NameIndex): string | null {
  const found = [-1, 0, 1].flatMap((more) =>
    (byLength.get(letters.length + more) ?? []).filter((other) => isMisspelled(letters, other)),
  );
  return found.length === 1 ? (byLetters.get(found[0] ?? '') ?? null) : null;
}

function isMisspelled(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left === [...right].reverse().join('');
}

function describe(symbol: string, isExact: boolean): NameMatch {
  return { symbol, companyName: findCompany(symbol)?.name ?? symbol, isExact };
}

/** Matches the printed name of a row. Throws `RowRejection` if it has none. */
export function matchPrintedName(printed: string): MatchedCompany {
  const name = removeNameMarks(printed);
  if (findPrintedCompany(name) !== null) return matchCompany({ name });
  const isClass = findShareClass(name) !== '';
  const match =
    findPrintedName(name) ?? (isClass ? null : findPrintedName(name.replace(BRACKETED_SYMBOL, '')));
  return match ? { symbol: match.symbol, companyName: match.companyName } : matchCompany({ name });
}

/** `(BAFLTFC7) Bank Alfalah`; not `(Pakistan) Limited`. */
const BRACKETED_SYMBOL = /^\s*\((?!(?:PAKISTAN|PVT|PRIVATE|GUARANTEE)\b)([A-Z0-9]{3,12})\)\s*/;
const DEBT_WORDS =
  /\b(?:[A-Z]*TFC\d*|sukuks?(?:-?[ivx\d]+)?|term finance|commercial papers?|(?:saving|savings|government) bonds?|certificates of)\b/i;

/** Returns whether a name is that of a debt instrument: by its symbol in brackets that no share has, or by its words. */
export function isDebt(name: string): boolean {
  const symbol = BRACKETED_SYMBOL.exec(name)?.[1];
  if (symbol !== undefined && findShareClass(name) === '') return findCompany(symbol) === null;
  return DEBT_WORDS.test(name) && findPrintedName(name) === null;
}
