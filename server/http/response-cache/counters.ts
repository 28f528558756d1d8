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
