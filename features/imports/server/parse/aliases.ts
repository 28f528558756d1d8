import type { Repairs } from '#features/imports/contract/imports.ts';
import { normalizeCompanyName } from '#features/market/server/companies.ts';

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
  printed = new Map([
    ...aliases
      .filter((alias) => alias.source === source)
      .map(({ name, symbol }) => [name, { symbol, isChosen: false }] as const),
    ...companies.map(({ name, symbol }) => [normalizeCompanyName(name), { symbol, isChosen: true }] as const),
  ]);
}

export const findPrintedCompany = (name: string): PrintedCompany | null =>
  printed.size === 0 ? null : (printed.get(normalizeCompanyName(name)) ?? null);
