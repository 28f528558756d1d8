import { SECOND } from '#server/platform/clock.ts';
import { type FetchResult, type ReadingParts, readSource } from './fetch-source.ts';
import { leaseDueSource, leaseSource } from './lease.ts';

export interface FeedPoller {
  /** Reads sources when they are due, from now on. */
  start(): void;
  /** Reads every source that is due. */
  readDue(): Promise<void>;
  /** Reads that source now, due or not; `null` when somebody reads it at this moment. */
  readNow(id: number): Promise<FetchResult | null>;
  /** Breaks off what is being read, to be read again later, and ends. */
  close(): Promise<void>;
}

const POLL_MS = 15 * SECOND;
/** A slow outlet keeps one of them; the other goes on. */
const READ_AT_ONCE = 2;

/** Reads the news sources, a few at once; over all servers each source is read by one at a time. */
export function createNewsReader(parts: ReadingParts): FeedPoller {
  const { database, clock, logger } = parts;
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Reads one due source after the other. */
  async function readInLine(): Promise<void> {
    lines += 1;
    try {
      while (!stopping.signal.aborted) {
        const source = await leaseDueSource(database.db, clock.now());
        if (!source) return;
        await readSource(source, parts, stopping.signal);
      }
    } catch (error) {
      logger.error({ err: error }, 'news sources could not be read');
    } finally {
      lines -= 1;
    }
  }

  function readDue(): Promise<void> {
    const started: Promise<void>[] = [];
    while (lines < READ_AT_ONCE && !stopping.signal.aborted) started.push(tracked(readInLine()));
    return Promise.all(started).then(() => {});
  }

  async function readNow(id: number): Promise<FetchResult | null> {
    const source = await leaseSource(database.db, id, clock.now());
    return source && readSource(source, parts, stopping.signal);
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    const forget = () => underWay.delete(work);
    work.then(forget, forget);
    return work;
  }

  return {
    readDue,
    readNow: (id) => tracked(readNow(id)),
    start() {
      timer ??= setInterval(readDue, POLL_MS);
      void readDue();
    },
    async close() {
      clearInterval(timer);
      stopping.abort();
      await Promise.allSettled(underWay);
    },
  };
}
