import { totalmem } from 'node:os';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ResponseCache } from '#core/server/http/response-cache/response-cache.ts';
import type { Database } from '#core/server/platform/database.ts';

interface MetricsDependencies {
  cache: Pick<ResponseCache, 'counters' | 'usage'>;
  database: Pick<Database, 'pool' | 'waiting'>;
  /** The open signal streams, and the events sent to them since the server started. */
  streams: { readonly open: number; readonly sentEvents: number };
}

/** Registers the metrics of this process, its cache, its streams and its database connections. */
export function registerServerMetrics(
  registry: Registry,
  { cache, database, streams }: MetricsDependencies,
): void {
  const registers = [registry];

  const cached = { ...cache.counters };
  new Counter({
    name: 'tezi_cache_responses_total',
    help: 'Responses of the cache: sent before routing (of those, not modified), sent by a route, rendered, joined to a running rendering, stale',
    labelNames: ['result'],
    registers,
    collect() {
      for (const [result, count] of Object.entries(cache.counters)) {
        const key = result as keyof typeof cached;
        this.inc({ result: SNAKE_CASE[key] }, count - cached[key]);
        cached[key] = count;
      }
    },
  });
  gauge('tezi_cache_bytes', 'Bytes of the stored responses', () => cache.usage.bytes);
  gauge('tezi_cache_entries', 'Stored responses', () => cache.usage.entries);

  gauge('tezi_streams', 'Open signal streams', () => streams.open);
  let sent = 0;
  new Counter({
    name: 'tezi_stream_events_total',
    help: 'Signal events that were sent to streams, each counted once per stream',
    registers,
    collect() {
      this.inc(streams.sentEvents - sent);
      sent = streams.sentEvents;
    },
  });

  gauge('tezi_memory_limit_bytes', 'Memory at which the system slows the process down or ends it', () =>
    getMemoryLimit(),
  );

  const { pool } = database;
  new Gauge({
    name: 'tezi_database_connections',
    help: 'Connections of the pool by state, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'awaited' }, database.waiting);
    },
  });

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
}

/** The limit of the control group (systemd's `MemoryHigh`, a container's limit), or the memory of the machine. */
function getMemoryLimit(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

const SNAKE_CASE = {
  hits: 'hit',
  notModified: 'not_modified',
  shared: 'shared',
  rendered: 'rendered',
  joined: 'joined',
  stale: 'stale',
} as const;
