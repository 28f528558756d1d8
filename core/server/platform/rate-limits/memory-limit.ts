import { LRUCache } from 'lru-cache';
import { SECOND } from '#core/server/platform/clock.ts';
import { throttled } from '#core/server/platform/http-error.ts';
import type { Limit } from './counters.ts';
import { listIpBlocks } from './ip-block.ts';

/** About a megabyte. Beyond it, the IP addresses that have sent nothing for the longest time are forgotten. */
const MAX_CLIENTS = 10_000;

/** Counts one attempt from an IP address; throws `throttled` beyond the limit. */
export type MemoryLimit = (clientIp: string) => void;

/**
 * Creates a limit that counts in the memory of this server, each server on its own: for requests that take less time than
 * counting them in the database. `now` is in milliseconds.
 */
export function createMemoryLimit({ max, windowMs }: Limit, now = () => performance.now()): MemoryLimit {
  const clients = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_CLIENTS });
  return (clientIp) => {
    const time = now();
    for (const { key, multiple } of listIpBlocks(clientIp)) {
      const current = clients.get(key);
      if (current === undefined || current.endsAt <= time) {
        clients.set(key, { count: 1, endsAt: time + windowMs });
        continue;
      }
      current.count += 1;
      if (current.count > max * multiple) {
        throw throttled(Math.max(1, Math.ceil((current.endsAt - time) / SECOND)));
      }
    }
  };
}
