import type { Company } from '#contract/market/companies.ts';
import { createCompanyRanking } from './rank-companies.ts';

/** The companies of the directory, and those outside it that have content. */
export interface CompanyIndex {
  /** Finds a company by its symbol, ignoring case. */
  find(symbol: string): Promise<Company | null>;
  /** Returns the companies that match, best match first. */
  search(text: string): Promise<readonly Company[]>;
}

/** `listUnlisted` returns the same array until it changes. */
export function createCompanyIndex(
  directory: readonly Company[],
  listUnlisted: () => Promise<readonly Company[]>,
): CompanyIndex {
  const listed = new Map(directory.map((company) => [company.symbol, company]));
  let indexed: { unlisted: readonly Company[]; rank: ReturnType<typeof createCompanyRanking> } | null = null;

  return {
    async find(text) {
      const symbol = text.toUpperCase();
      return listed.get(symbol) ?? (await listUnlisted()).find((each) => each.symbol === symbol) ?? null;
    },

    async search(text) {
      const unlisted = await listUnlisted();
      if (indexed?.unlisted !== unlisted)
        indexed = { unlisted, rank: createCompanyRanking([...directory, ...unlisted]) };
      return indexed.rank(text);
    },
  };
}
