import { SECOND } from '#server/platform/clock.ts';
import { type FetchResult, fetchSource, type IngestDependencies } from './fetch-source.ts';
import { leaseDueSource, leaseSource } from './lease.ts';

export interface FeedPoller {
  /** Starts fetching sources when they are due. */
  start(): void;
  /** Fetches every source that is due. */
  fetchDue(): Promise<void>;
  /** Fetches one source immediately, even if it is not due. Returns `null` if it is already being fetched. */
  fetchNow(id: number): Promise<FetchResult | null>;
  /** Aborts the fetches in progress, whose sources remain due, and stops. */
  close(): Promise<void>;
}

const POLL_MS = 15 * SECOND;
/** A slow publisher blocks one worker; the other continues. */
const MAX_WORKERS = 2;

/** Polls the news sources, a few at a time. Leases ensure that only one server fetches a source at a time. */
export function createFeedPoller(dependencies: IngestDependencies): FeedPoller {
  const { database, clock, logger } = dependencies;
  const shutdown = new AbortController();
  const pending = new Set<Promise<unknown>>();
  let activeWorkers = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Fetches due sources one after another until none is left. */
  async function runWorker(): Promise<void> {
    activeWorkers += 1;
    try {
      while (!shutdown.signal.aborted) {
        const source = await leaseDueSource(database.db, clock.now());
        if (!source) return;
        await fetchSource(source, dependencies, shutdown.signal);
      }
    } catch (error) {
      logger.error({ err: error }, 'polling news sources failed');
    } finally {
      activeWorkers -= 1;
    }
  }

  function fetchDue(): Promise<void> {
    const workers: Promise<void>[] = [];
    while (activeWorkers < MAX_WORKERS && !shutdown.signal.aborted) workers.push(track(runWorker()));
    return Promise.all(workers).then(() => {});
  }

  async function fetchNow(id: number): Promise<FetchResult | null> {
    const source = await leaseSource(database.db, id, clock.now());
    return source && fetchSource(source, dependencies, shutdown.signal);
  }

  function track<T>(work: Promise<T>): Promise<T> {
    pending.add(work);
    const untrack = () => pending.delete(work);
    work.then(untrack, untrack);
    return work;
  }

  return {
    fetchDue,
    fetchNow: (id) => track(fetchNow(id)),
    start() {
      timer ??= setInterval(fetchDue, POLL_MS);
      void fetchDue();
    },
    async close() {
      clearInterval(timer);
      shutdown.abort();
      await Promise.allSettled(pending);
    },
  };
}
