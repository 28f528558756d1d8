import type { EndpointInput } from '#contract/endpoint.ts';
import { type RecentRecord, readRecentRecord } from '#contract/track-record/recent-record.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';

export type RecordScope = EndpointInput<typeof readRecentRecord>['query'];

/** The record as the server rendered it. */
export interface RenderedRecord {
  record: RecentRecord | null;
  asOf: string;
}

/** Loads the record of a scope. `null` if it could not be loaded: a page is complete without it, but must not be cached. */
export async function loadRecord(scope: RecordScope, send: Send): Promise<RecentRecord | null> {
  try {
    return await callEndpoint(readRecentRecord, { query: scope }, send);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export const NOT_CACHED = { headers: { 'Cache-Control': 'no-store' } };
