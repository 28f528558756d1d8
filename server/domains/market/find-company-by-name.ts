import type { Company } from '#contract/market/companies.ts';

/** What distinguishes companies in the directory's names, from the strictest to the most forgiving way to look at them. */
const FORMS = [
  (name: string) => splitWords(name).join(' '),
  (name: string) => removeLegalForm(name).join(' '),
  (name: string) =>
    removeLegalForm(name)
      .filter((word) => !COUNTRY.has(word))
      .join(' '),
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
]);
const COUNTRY = new Set(['pak', 'pakistan']);

/**
 * Finds companies by their names as the press and other sources write them: without regard to case, punctuation, "The",
 * the legal form and "Pakistan", or by the symbol in the name's place. What could be two companies is none.
 */
export function createCompanyFinder(companies: readonly Company[]): (name: string) => Company | null {
  const bySymbol = new Map(companies.map((company) => [company.symbol, company]));
  const byForm = FORMS.map((form) => indexBy(companies, form));
  return (name) => {
    const companyWithSymbol = bySymbol.get(name.trim());
    if (companyWithSymbol) return companyWithSymbol;
    for (const [index, form] of FORMS.entries()) {
      const found = byForm[index]?.get(form(name));
      if (found !== undefined) return found;
    }
    return null;
  };
}

/** A company's name without what sources leave out or write differently, to compare it with others. */
export const normalizeCompanyName = (name: string): string =>
  removeLegalForm(name).join(' ') || splitWords(name).join(' ');

/** `null` stands for names that several companies share. */
function indexBy(companies: readonly Company[], form: (name: string) => string): Map<string, Company | null> {
  const index = new Map<string, Company | null>();
  for (const company of companies) {
    const name = form(company.name);
    if (name !== '') index.set(name, index.has(name) ? null : company);
  }
  return index;
}

function splitWords(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('&', ' and ');
  const words = plain.replace(/[.'’]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words[0] === 'the' ? words.slice(1) : words;
}

const removeLegalForm = (name: string) => splitWords(name).filter((word) => !LEGAL_FORM.has(word));
