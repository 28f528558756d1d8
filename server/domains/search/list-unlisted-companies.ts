import { type Company, SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { listEventSymbols } from '#server/domains/corporate-actions/corporate-actions.ts';
import { findCompany } from '#server/domains/market/market.ts';
import { listPricedSymbols } from '#server/domains/prices/prices.ts';
import { listFreeSymbols } from '#server/domains/signals/signals.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database } from '#server/platform/database.ts';

/**
 * Returns a function that lists the companies outside the directory that have prices, intraday signals, board meetings or book
 * closures. Premium signals do not count: that there is one is premium content. Returns the same array until one of them changes.
 */
export function cacheUnlistedCompanies({ db, changes }: Database): () => Promise<readonly Company[]> {
  const getPriced = cachedUntilChange(changes, 'prices', () => listPricedSymbols(db));
  const getFree = cachedUntilChange(changes, 'signals', () => listFreeSymbols(db));
  const getEvents = cachedUntilChange(changes, 'corporate-actions', () => listEventSymbols(db));
  let key = '';
  let companies: readonly Company[] = [];

  return async () => {
    const [priced, free, events] = await Promise.all([getPriced(), getFree(), getEvents()]);
    const names = new Map([...priced, ...free].map((symbol) => [symbol, symbol]));
    for (const { symbol, companyName } of events) names.set(symbol, companyName);
    const unlisted = [...names].filter(
      ([symbol]) => findCompany(symbol) === null && SYMBOL_PATTERN.test(symbol),
    );
    const newKey = JSON.stringify(unlisted);
    if (newKey !== key) {
      key = newKey;
      companies = unlisted.map(([symbol, name]) => ({
        symbol,
        name,
        sector_code: null,
        sector: null,
        is_listed: false,
      }));
    }
    return companies;
  };
}
