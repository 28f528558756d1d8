import type { Company } from '#features/market/contract/companies.ts';
import companyRows from './companies.json' with { type: 'json' };
import {
  createCompanyFinder,
  isCommonWord,
  normalizeCompanyName,
} from './company-search/find-company-by-name.ts';
import { findSimilarCompanies } from './company-search/match-words.ts';
import { createCompanyRanking, OTHER_NAMES } from './company-search/rank-companies.ts';
import { COMPANY_CHANGES, deriveStatus } from './company-status.ts';
import sectorRows from './sectors.json' with { type: 'json' };

// Worker processes load this part of the feature and `trading-days.ts`, because the rest loads the database.

export { isLegalForm, normalizeCompanyName } from './company-search/find-company-by-name.ts';
export { findShareClass, glueShareClass, normalizeShareClass } from './company-search/share-class.ts';

/** The exchange's sector names by code, as of April 2026. */
const sectorNames = new Map(sectorRows.map(([code, name]) => [code, name] as [string, string]));

const foldSectorName = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]+/g, '');

const sectorCodes = new Map(
  [...sectorNames, ['0813', 'INV. BANKS / INV. COS. / SECURITIES COS.'] as const].map(([code, name]) => [
    foldSectorName(name),
    code,
  ]),
);

/** A right to new shares of a company trades under the company's symbol with R, and a number from the second issue on. */
const RIGHT_SYMBOL = /^([0-9A-Z]+?)R\d?$/;
const RIGHT_NAME = /\(R\d?\)|\brights?\b/i;
const MARKED_NAME = /(?:\((?:R\d?|rights?)\)|\srights?)\s*$/i;

/** Returns the symbol of the company that a symbol would be a right of, or `null`. The symbols of trusts end in R too. */
export const getRightIssuer = (symbol: string): string | null => RIGHT_SYMBOL.exec(symbol)?.[1] ?? null;

/**
 * Returns whether a symbol is that of a right, which is no company: its name says so, and the directory has the company unless the
 * name ends with the exchange's mark. A symbol without a name, such as one of which only prices are stored, has itself as its name.
 */
export function isRight(
  { symbol, name }: Pick<Company, 'symbol' | 'name'>,
  directory: { has: (symbol: string) => boolean } = companies,
): boolean {
  const issuer = getRightIssuer(symbol);
  if (issuer === null) return false;
  const hasIssuer = directory.has(issuer);
  return name === symbol ? hasIssuer : RIGHT_NAME.test(name) && (hasIssuer || MARKED_NAME.test(name));
}

/** The securities of the exchange by symbol, as of April 2026; without debt instruments. */
const securities = new Map(
  companyRows.map((row) => {
    const [symbol, name, sectorCode] = row as [string, string, string | null];
    const sector = sectorCode === null ? null : (sectorNames.get(sectorCode) ?? null);
    const status = deriveStatus({ change: COMPANY_CHANGES.get(symbol) ?? null });
    return [
      symbol,
      { symbol, name, sector_code: sectorCode, sector, isin: null, is_listed: true, ...status },
    ] as [string, Company];
  }),
);

/** The companies and funds among them. Imports add to it (`createDirectory`). */
const companies = new Map([...securities].filter(([, security]) => !isRight(security, securities)));

/** Finds a listed company by symbol, ignoring case. */
export function findCompany(symbol: string): Company | null {
  return companies.get(symbol.toUpperCase()) ?? null;
}

/** Finds a listed company by name. Returns `null` if no company or several companies match. */
export const findCompanyByName = createCompanyFinder([...companies.values()]);

const LABELED = /^(?:symbol|scrip|company|ticker)\s*[:–-]\s*(?=\S)/i;
/** `LUCK - Lucky Cement Limited`, `Lucky Cement Limited (LUCK)` */
const TWICE_NAMED =
  /^([^()]{1,100}?)(?:\s+[-–|]\s+|\s*[:(]\s*)([^()]{1,100}(?:\([^()]{1,20}\)[^()]{0,50})?)\)?$/;

/**
 * Finds the company that a line above a table names: exactly its symbol, in capital letters, or its full name, of which only the
 * legal form may be missing, or both. A page has many other lines, such as `Power`, `NEXT` and `Services` in a menu, that name none.
 */
export function findCompanyOfHeading(line: string): Company | null {
  const text = line.trim().replace(LABELED, '');
  const [, first, second] = TWICE_NAMED.exec(text) ?? [];
  const [one, other] = [first, second].map((part) => (part === undefined ? null : findNamed(part)));
  return one && one === other ? one : findNamed(text);
}

function findNamed(line: string): Company | null {
  const text = line.trim();
  if (isCommonWord(text)) return null;
  const company = companies.get(text) ?? findCompanyByName(text);
  if (company === null || company.symbol === text) return company;
  return normalizeCompanyName(company.name) === normalizeCompanyName(text) ? company : null;
}

/** Returns listed companies whose symbols are easily confused with `symbol`, the most similar first. */
export const suggestCompanies = (symbol: string): Company[] =>
  findSimilarCompanies([...companies.values()], symbol);

const rankCompanies = createCompanyRanking([...companies.values()], OTHER_NAMES);

/** Searches the directory, best match first. Visitors search a `CompanyIndex`. */
export const searchCompanies = (search: string): readonly Company[] => rankCompanies(search);

export const listCompanies = (): Company[] => [...companies.values()];

export const findSectorName = (code: string): string | null => sectorNames.get(code) ?? null;

/** Returns the code of a sector by its name, ignoring case, spaces and punctuation. Accepts the names in the exchange's files. */
export const findSectorCode = (name: string): string | null => sectorCodes.get(foldSectorName(name)) ?? null;

export const listSectors = (): string[] => [...sectorNames.values()];

/** Returns the sectors that have companies, by name. */
export const listCompanySectors = (): string[] =>
  [...new Set(listCompanies().flatMap(({ sector }) => sector ?? []))].sort();
