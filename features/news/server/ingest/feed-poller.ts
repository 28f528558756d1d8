import { MINUTE } from '#core/server/platform/clock.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { type FetchResult, fetchSource, type IngestDependencies } from './fetch-source.ts';
import { leaseDueSource, leaseSource, listDueSourceIds, queueFetches, sourceQueue } from './schedule.ts';

export interface FeedPoller {
  /** Fetches every source that is due. */
  fetchDue(): Promise<void>;
  /**
   * Fetches one source immediately, even if it is not due. Returns `null` if it is already being fetched. `record` runs in the
   * transaction that begins the fetch.
   */
  fetchNow(id: number, record: (tx: Transaction) => Promise<void>): Promise<FetchResult | null>;
  /** Aborts the fetches of `fetchNow`, whose sources remain due. */
  close(): Promise<void>;
}

/** A slow publisher blocks one fetch; the other continues. */
const MAX_FETCHES = 2;

/** Looks for sources that are due by the product's clock. */
const dueSourcesQueue = defineQueue('fetch-due-sources', { timeLimitMs: MINUTE, isExclusive: true });

/**
 * Fetches the news sources when they are due, a few at a time on each server. Leases ensure that only one server fetches a
 * source at a time.
 */
export function createFeedPoller(jobs: Jobs, dependencies: IngestDependencies): FeedPoller {
  const { database, clock } = dependencies;
  const shutdown = new AbortController();
  const pending = new Set<Promise<unknown>>();

  async function queueDueSources(): Promise<void> {
    await database.transaction(async (tx) => queueFetches(tx, await listDueSourceIds(tx, clock.now())));
  }

  async function fetchIfDue(id: number, signal?: AbortSignal): Promise<void> {
    const source = await leaseDueSource(database.db, id, clock.now());
    if (source) await fetchSource(source, dependencies, { signal, isBackground: true });
  }

  function track<T>(work: Promise<T>): Promise<T> {
    pending.add(work);
    const untrack = () => pending.delete(work);
    work.then(untrack, untrack);
    return work;
  }

  jobs.handleSchedule(dueSourcesQueue, { cron: '* * * * *', isRunAtStart: true }, queueDueSources);
  jobs.handle(sourceQueue, ({ sourceId }, { signal }) => fetchIfDue(sourceId, signal), {
    concurrency: MAX_FETCHES,
  });
  return {
    async fetchDue() {
      await queueDueSources();
      await jobs.runDue(sourceQueue);
    },
    fetchNow: (id, record) => track(fetchSourceNow(id, dependencies, { record, signal: shutdown.signal })),
    async close() {
      shutdown.abort();
      await Promise.allSettled(pending);
    },
  };
}

/** See `FeedPoller.fetchNow`. */
export async function fetchSourceNow(
  id: number,
  dependencies: IngestDependencies,
  { record, signal }: { record: (tx: Transaction) => Promise<void>; signal?: AbortSignal },
): Promise<FetchResult | null> {
  const source = await dependencies.database.transaction(async (tx) => {
    const leased = await leaseSource(tx, id, dependencies.clock.now());
    if (leased) await record(tx);
    return leased;
  });
  return source && fetchSource(source, dependencies, { signal });
}
