import type { ChangeTopic } from '#core/contract/topics.ts';
import { HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';

/** Changes reach a CDN only after this, because nothing purges it. Short enough for news and dates. */
const CHANGING_MS = 5 * SECOND;
/** For responses that depend on code and configuration only. */
const STATIC_MS = MINUTE;
const STATIC_STALE_MS = HOUR;

/** Signals are traded on within seconds, so no cache may serve them without asking. */
const LIVE_TOPICS: readonly ChangeTopic[] = ['signals', 'premium-signals'];

/**
 * Returns the `Cache-Control` of a response that depends on these topics. Browsers always ask whether it has changed; a CDN
 * (`s-maxage`) may serve it for a short time, unless it contains signals.
 */
export function getCacheControl(topics: Iterable<ChangeTopic>, kind: 'page' | 'data'): string {
  const list = [...topics];
  if (list.some((topic) => LIVE_TOPICS.includes(topic))) return 'no-cache';
  if (list.length > 0) return revalidating(CHANGING_MS);
  // Browsers also follow `stale-while-revalidate`. A stale page could refer to scripts of an earlier release.
  if (kind === 'page') return revalidating(STATIC_MS);
  return `public, max-age=0, s-maxage=${STATIC_MS / SECOND}, stale-while-revalidate=${STATIC_STALE_MS / SECOND}`;
}

const revalidating = (sharedMs: number) =>
  `public, max-age=0, must-revalidate, s-maxage=${sharedMs / SECOND}`;

/**
 * Returns the query string of parsed parameters without absent ones; empty if there are none. Parsing orders them as the
 * contract declares them, and the values of one parameter if their order means nothing.
 */
export function getCanonicalQuery(parameters: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    for (const each of [value].flat()) {
      if (each !== undefined) query.append(name, String(each));
    }
  }
  return query.size > 0 ? `?${query}` : '';
}
