import type { Company } from '#features/market/contract/companies.ts';

const withoutCountry = (name: string) =>
  removeLegalForm(name)
    .filter((word) => !COUNTRY.has(word))
    .join(' ');

/** Normalized forms of a company name, from the strictest to the most lenient. */
const FORMS = [
  (name: string) => splitWords(name).join(' '),
  (name: string) => removeLegalForm(name).join(' '),
  withoutCountry,
];

const LEGAL_FORM = new Set([
  'company',
  'co',
  'corp',
  'corporation',
  'inc',
  'limited',
  'limted',
  'ltd',
  'lt',
  'private',
  'pvt',
  'لمیٹڈ',
  'کمپنی',
]);
const COUNTRY = new Set(['pak', 'pakistan']);

/** Words of menus, headings and sectors that alone name no company, although they are symbols or all that is special in a name. */
const COMMON_WORDS = new Set(
  (
    'cables cash clover cloud cost engineering extraction hallmark ideal image imperial loads merit meta moon next oilfields ' +
    'oxygen pace packages petroleum power refinery regal reinsurance ruby salt select services shield silk sing synthetics systems ' +
    'tele telecommunication tobacco unity waves whale'
  ).split(' '),
);

/**
 * Creates a function that finds a company by its name as the press writes it, or by its symbol. Case,
 * punctuation, "The", the legal form and "Pakistan" are ignored. Returns `null` if more than one company
 * matches, and for a single common word: "Services" is not Pakistan Services.
 */
export function createCompanyFinder(companies: readonly Company[]): (name: string) => Company | null {
  const bySymbol = new Map(companies.map((company) => [company.symbol, company]));
  const byForm = FORMS.map((form) => indexBy(companies, form));
  return (name) => {
    const companyWithSymbol = bySymbol.get(name.trim());
    if (companyWithSymbol) return companyWithSymbol;
    for (const [index, form] of FORMS.entries()) {
      const found = byForm[index]?.get(form(name));
      if (found === undefined) continue;
      // "Systems Limited" is the full name of a company, and "Services Limited" is not that of Pakistan Services.
      const given = form === withoutCountry ? removeLegalForm(name) : splitWords(name);
      return isOneCommonWord(given) ? null : found;
    }
    return null;
  };
}

const isOneCommonWord = (words: readonly string[]) => words.length === 1 && COMMON_WORDS.has(words[0] ?? '');

/** Returns true if a text is one common word, which names no company in a heading even if it is a symbol: `Power`, `NEXT`. */
export const isCommonWord = (text: string): boolean => isOneCommonWord(splitWords(text));

/** Normalizes a company name for comparison: without case, punctuation, accents, "The" and the legal form. */
export const normalizeCompanyName = (name: string): string =>
  removeLegalForm(name).join(' ') || splitWords(name).join(' ');

/** Indexes companies by name; a name that several companies share maps to `null`. */
function indexBy(companies: readonly Company[], form: (name: string) => string): Map<string, Company | null> {
  const index = new Map<string, Company | null>();
  for (const company of companies) {
    const name = form(company.name);
    if (name !== '') index.set(name, index.has(name) ? null : company);
  }
  return index;
}

/** Longer than any name. Names that are equal up to here are equal names. */
const MAX_LENGTH = 400;

/**
 * Splits a text into words in lower case, without accents and punctuation. Only its first 400 characters count, before and after
 * the normalization, which turns one character into up to 18.
 */
export function splitText(text: string): string[] {
  const normalized = text.slice(0, MAX_LENGTH).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = normalized.slice(0, MAX_LENGTH).replaceAll('&', ' and ').replace(/[.'’]/g, '');
  return (foldUrdu(plain).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => URDU_SPELLINGS.get(word) ?? word);
}

/** Letters that keyboards and fonts encode in several ways. A hamza is a mark, so it is already removed. */
const URDU_LETTERS = new Map([
  ['ي', 'ی'],
  ['ى', 'ی'],
  ['ك', 'ک'],
  ['ه', 'ہ'],
  ['ة', 'ہ'],
  ['ە', 'ہ'],
  ['ۃ', 'ہ'],
  ['ں', 'ن'],
  ['ٱ', 'ا'],
]);

/** Words that the Urdu press spells in several ways, after `foldUrdu`. */
const URDU_SPELLINGS = new Map([
  ['بنک', 'بینک'],
  ['پٹرولیم', 'پیٹرولیم'],
  ['پٹرولییم', 'پیٹرولیم'],
  ['سٹاک', 'اسٹاک'],
  ['سٹیل', 'اسٹیل'],
  ['سٹیلز', 'اسٹیلز'],
  ['سٹیٹ', 'اسٹیٹ'],
]);

/** Unites variants of Urdu letters, and removes the tatweel and joiners, which are invisible. */
function foldUrdu(text: string): string {
  if (!/[\u0600-\u06ff]/.test(text)) return text;
  return text
    .replace(/[\u0640\u200c\u200d]/g, '')
    .replace(/[\u0600-\u06ff]/g, (letter) => URDU_LETTERS.get(letter) ?? letter);
}

export const removeArticle = (words: string[]) => (words[0] === 'the' ? words.slice(1) : words);

export const isLegalForm = (word: string) => LEGAL_FORM.has(word);

const splitWords = (name: string) => removeArticle(splitText(name));

const removeLegalForm = (name: string) => splitWords(name).filter((word) => !isLegalForm(word));
