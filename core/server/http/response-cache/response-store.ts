import { LRUCache } from 'lru-cache';
import type { ChangeTopic } from '#core/contract/topics.ts';
import { type ChangeOptions, STALE_WHILE_REVALIDATE_MS } from '#core/server/platform/change-bus.ts';
import { type Clock, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import type { StoredResponse, Validity } from './stored-response.ts';

/**
 * Separate limits: URLs with free text and ids are unlimited in number, so that they must not evict the others. The bodies
 * of all representations count.
 */
const ENUMERABLE_MAX_BYTES = 24 * 1024 * 1024;
const UNLIMITED_MAX_BYTES = 72 * 1024 * 1024;
/** The key, the headers of each representation and the entry itself. */
const OVERHEAD_BYTES = 4096;
/** Long enough for bursts of requests, short enough for the time that a page displays. */
const FRESH_MS = MINUTE;
/** The previous response is served for this share of the time that a response is fresh. */
const MAX_REVALIDATING_SHARE = 0.1;
/** Older data are of no use to a trader. */
const MAX_STALE_MS = HOUR;

export interface Entry {
  response: StoredResponse;
  topics: ReadonlySet<ChangeTopic>;
  renderedAt: Date;
  /** By `performance.now()`, as are the next ones and `retryAt`. */
  freshUntil: number;
  /** From then on a request renders the response again, while all still get it until `freshUntil`. */
  revalidateAt: number;
  isRevalidating: boolean;
  usableUntil: number;
  /** On the server's clock, in milliseconds. */
  changesAt: number;
  /** 0 unless the last attempt to render the response again failed or took too long. */
  retryAt: number;
  /** Set once the stale notice is inserted, which is permanent; `false` if the response cannot have one. */
  staleMarking: Promise<boolean> | null;
}

/** What an entry is stored under. */
export interface ResourceKey {
  /** The canonical path and query, and the callers that share the response if not all do. */
  key: string;
  /** True if requests cannot create an unlimited number of such keys. */
  isEnumerable: boolean;
}

/** The stored responses by key. It decides whether a response is fresh, and drops the least recently used ones. */
export class ResponseStore {
  readonly #enumerable = createPartition(ENUMERABLE_MAX_BYTES);
  readonly #unlimited = createPartition(UNLIMITED_MAX_BYTES);
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the entry, which may be stale. */
  get(resource: ResourceKey): Entry | undefined {
    const entry = this.#getPartition(resource).get(resource.key);
    return entry && performance.now() < entry.usableUntil ? entry : undefined;
  }

  isFresh(entry: Entry): boolean {
    const now = performance.now();
    return now < entry.revalidateAt && this.isServable(entry, now);
  }

  /**
   * Returns the fresh response, or the one that is being rendered again. The first request for a response to render again gets
   * `undefined`, and must render it.
   */
  getServable(resource: ResourceKey): StoredResponse | undefined {
    const entry = this.#getPartition(resource).get(resource.key);
    const now = performance.now();
    if (!entry || !this.isServable(entry, now)) return undefined;
    if (now < entry.revalidateAt || entry.isRevalidating) return entry.response;
    entry.isRevalidating = true;
    return undefined;
  }

  /** Returns true also while the response is rendered again. False if the clock was set back behind the rendering. */
  isServable({ freshUntil, changesAt, renderedAt }: Entry, now = performance.now()): boolean {
    if (now >= freshUntil) return false;
    const time = this.#clock.now().getTime();
    return time < changesAt && time >= renderedAt.getTime();
  }

  set(resource: ResourceKey, entry: Entry): void {
    this.#getPartition(resource).set(resource.key, entry);
  }

  /** Counts the bytes of an entry again, if it is still stored. */
  resize(resource: ResourceKey, response: StoredResponse): void {
    const partition = this.#getPartition(resource);
    const entry = partition.peek(resource.key);
    if (entry?.response !== response) return;
    // Setting the same value again would keep its former size.
    partition.delete(resource.key);
    partition.set(resource.key, entry);
  }

  /** Makes the entries stale that depend on the topic. */
  invalidate(topic: ChangeTopic | null, { staleWhileRevalidate = false }: ChangeOptions): void {
    const now = performance.now();
    for (const entry of [...this.#enumerable.values(), ...this.#unlimited.values()]) {
      if (!isAffected(entry.topics, topic)) continue;
      entry.retryAt = 0;
      entry.revalidateAt = 0;
      entry.isRevalidating = false;
      // A second change does not prolong the time. What was missing may exist now.
      const isServable = staleWhileRevalidate && entry.response.status === 200;
      const freshUntil = isServable ? now + STALE_WHILE_REVALIDATE_MS : 0;
      entry.freshUntil = Math.min(entry.freshUntil, freshUntil);
    }
  }

  /** The size of all entries in bytes, and their number. */
  get usage(): { bytes: number; entries: number } {
    return {
      bytes: this.#enumerable.calculatedSize + this.#unlimited.calculatedSize,
      entries: this.#enumerable.size + this.#unlimited.size,
    };
  }

  #getPartition({ isEnumerable }: ResourceKey): LRUCache<string, Entry> {
    return isEnumerable ? this.#enumerable : this.#unlimited;
  }
}

const createPartition = (maxSize: number) =>
  new LRUCache<string, Entry>({
    maxSize,
    sizeCalculation: ({ response }, key) => response.byteLength + 2 * key.length + OVERHEAD_BYTES,
  });

export function createEntry(response: StoredResponse, validity: Validity, renderedAt: Date): Entry {
  const now = performance.now();
  const freshUntil = Math.min(now + FRESH_MS, validity.freshUntil);
  return {
    response,
    topics: validity.topics,
    renderedAt,
    freshUntil,
    revalidateAt:
      freshUntil - Math.min(STALE_WHILE_REVALIDATE_MS, (freshUntil - now) * MAX_REVALIDATING_SHARE),
    isRevalidating: false,
    usableUntil: now + FRESH_MS + MAX_STALE_MS,
    changesAt: validity.changesAt,
    retryAt: 0,
    staleMarking: null,
  };
}

/** `null` means that any topic may have changed. A response without topics depends on code and configuration only. */
export const isAffected = (topics: ReadonlySet<ChangeTopic>, changed: ChangeTopic | null) =>
  changed === null ? topics.size > 0 : topics.has(changed);
