import type { EndpointInput } from '#core/contract/endpoint.ts';
import { ApiError, callEndpoint, type Send } from '#core/web/api/call.ts';
import {
  type RecentResults,
  readRecentResults,
} from '#features/signals/contract/track-record/recent-results.ts';

export type ResultsScope = EndpointInput<typeof readRecentResults>['query'];

/** The results as the server rendered it. */
export interface RenderedResults {
  results: RecentResults | null;
  asOf: string;
}

/** Loads the results of a scope. `null` if it could not be loaded: a page is complete without it, but must not be cached. */
export async function loadRecentResults(scope: ResultsScope, send: Send): Promise<RecentResults | null> {
  try {
    return await callEndpoint(readRecentResults, { query: scope }, send);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export const NOT_CACHED = { headers: { 'Cache-Control': 'no-store' } };
