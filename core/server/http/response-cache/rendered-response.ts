import type { ChangeTopic } from '#core/contract/topics.ts';

/** A response as its route produces it, before it is compressed. */
export interface RenderedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What a response depends on. A route completes it while it renders, each part before it reads the data. */
export interface Validity {
  topics: Set<ChangeTopic>;
  /** The end of its freshness by `performance.now()`, in addition to the general limit. */
  freshUntil: number;
  /** The time on the server's clock, in milliseconds, at which the response changes even if nothing is written. */
  changesAt: number;
}

export const createValidity = (topics: Iterable<ChangeTopic> = []): Validity => ({
  topics: new Set(topics),
  freshUntil: Number.POSITIVE_INFINITY,
  changesAt: Number.POSITIVE_INFINITY,
});

/** Limits how long the response is fresh from now. */
export function limitFreshness(validity: Validity, maxAgeMs: number): void {
  validity.freshUntil = Math.min(validity.freshUntil, performance.now() + maxAgeMs);
}

/** Limits the validity of a response to that of a response that it contains. Topics are not merged. */
export function limitValidity(
  validity: Validity,
  { freshUntil, changesAt }: Pick<Validity, 'freshUntil' | 'changesAt'>,
): void {
  validity.freshUntil = Math.min(validity.freshUntil, freshUntil);
  validity.changesAt = Math.min(validity.changesAt, changesAt);
}

/** What the cache has done since the server started. The fast path logs nothing, so its responses are counted here only. */
export interface CacheCounters {
  /** Responses of the fast path, and how many of those were 304. */
  hits: number;
  notModified: number;
  /** Stored responses that took the path through the framework. */
  shared: number;
  rendered: number;
  /** Renderings that were not started because the same one was running. */
  joined: number;
  stale: number;
}

export const createCounters = (): CacheCounters => ({
  hits: 0,
  notModified: 0,
  shared: 0,
  rendered: 0,
  joined: 0,
  stale: 0,
});

/** The responses of the fast path for one route, by status. */
export interface RouteHits {
  readonly route: string;
  200: number;
  304: number;
  404: number;
}
