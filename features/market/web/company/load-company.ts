import { callEndpoint, isNotFound, type Send } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import {
  type BoardMeetingList,
  listBoardMeetings,
} from '#features/corporate-actions/contract/board-meetings.ts';
import {
  type BookClosureList,
  listBookClosures,
} from '#features/corporate-actions/contract/book-closures.ts';
import { type Company, getCompany } from '#features/market/contract/companies.ts';
import { type CompanyFactSheet, getCompanyFacts } from '#features/market/contract/facts.ts';
import type { PriceRange } from '#features/market/contract/prices.ts';
import { loadPrices, type PriceOverview } from '#features/market/web/public/company/prices/summarize-bars.ts';
import { type ArticleList, listArticles } from '#features/news/contract/endpoints.ts';
import { listPsxSignals, type SignalList } from '#features/signals/contract/endpoints.ts';
import type { RecentResults } from '#features/signals/contract/track-record/recent-results.ts';
import { NO_FILTERS, toSignalsQuery } from '#features/signals/web/public/psx/filters.ts';
import {
  loadRecentResults,
  NOT_CACHED,
} from '#features/signals/web/public/track-record/load-recent-results.ts';

export const toNewsQuery = (symbol: string) => ({ symbol, content: 'excerpt' }) as const;

/** The latest meetings, which include all that are due. */
export const toMeetingsQuery = (symbol: string) => ({ symbol, ordering: '-meeting_date' }) as const;

/** The latest closures, which include all that are due. */
export const toClosuresQuery = (symbol: string) => ({ symbol, ordering: '-bc_from' }) as const;

export const getSignalFilters = (symbol: string) => ({ ...NO_FILTERS, symbol: [symbol] });

/** The page as the server rendered it for a visitor. */
export interface RenderedCompany {
  /** `null` if the company does not exist or could not be loaded. */
  company: Company | null;
  isNotFound: boolean;
  /** `null` if a part could not be loaded; the browser then loads all of them. */
  sections: RenderedSections | null;
  asOf: string;
}

interface RenderedSections {
  prices: PriceOverview;
  signals: SignalList;
  news: ArticleList;
  meetings: BoardMeetingList;
  closures: BookClosureList;
  /** `null` if they could not be loaded, like the results. */
  figures: CompanyFactSheet | null;
  results: RecentResults | null;
}

/** Loads a company and what concerns it, as a visitor. Returns the HTTP status and headers if a call failed. */
export async function loadCompany(
  { symbol, range }: { symbol: string; range: PriceRange },
  send: Send,
  asOf: string,
) {
  let company: Company | null = null;
  try {
    company = await callEndpoint(getCompany, { params: { symbol } }, send);
    const signalsQuery = toSignalsQuery('intraday', getSignalFilters(symbol));
    const [prices, signals, news, meetings, closures, figures, results] = await Promise.all([
      loadPrices(symbol, range, send),
      callEndpoint(listPsxSignals, { query: signalsQuery }, send),
      callEndpoint(listArticles, { query: toNewsQuery(symbol) }, send),
      callEndpoint(listBoardMeetings, { query: toMeetingsQuery(symbol) }, send),
      callEndpoint(listBookClosures, { query: toClosuresQuery(symbol) }, send),
      callEndpoint(getCompanyFacts, { params: { symbol } }, send).catch(() => null),
      loadRecentResults({ symbol }, send),
    ]);
    const sections: RenderedSections = { prices, signals, news, meetings, closures, figures, results };
    const init = results === null || figures === null ? NOT_CACHED : undefined;
    return { rendered: { company, isNotFound: false, sections, asOf }, init };
  } catch (error) {
    const init = toErrorResponseInit(error);
    const isMissing = company === null && isNotFound(error);
    return { rendered: { company, isNotFound: isMissing, sections: null, asOf }, init };
  }
}
