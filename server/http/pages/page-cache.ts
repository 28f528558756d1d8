import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCallback } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { CanonicalUrl } from '#contract/page-entry.ts';
import type { ChangeBus, ChangeTopic } from '#server/platform/change-bus.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Page } from './render-page.ts';
import { isQueueFull, type RenderQueue } from './render-queue.ts';

/** A page ready to send: rendered, hashed and compressed once. */
export interface CachedPage extends Page {
  etag: string;
  encoded: { br: Buffer; gzip: Buffer };
}

export type ServedPage =
  | { kind: 'fresh'; page: CachedPage }
  /** The last good page with a notice, because it could not be rendered again. */
  | { kind: 'stale'; page: CachedPage; ageSeconds: number }
  | { kind: 'uncached'; page: Page };

/** Separate limits, so that pages with free text in their URLs cannot evict the others (`isEnumerable`). */
const ENUMERABLE_MAX_BYTES = 16 * 1024 * 1024;
const FREE_TEXT_MAX_BYTES = 48 * 1024 * 1024;
/** The URL, the headers and the entry itself. */
const OVERHEAD_BYTES = 2048;
/** Long enough for bursts of requests, short enough for the time that a page displays. */
const FRESH_MS = MINUTE;
/** Older data are of no use to a trader. */
const MAX_STALE_MS = HOUR;
/** The minimum time between a failed rendering and the next attempt. */
const RETRY_MS = 5 * SECOND;
/** A request for a stale page waits this long for a new rendering, which then continues in the background. */
const MAX_RETRY_WAIT_MS = SECOND;

const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCallback);

interface Entry {
  page: CachedPage;
  topics: ReadonlySet<ChangeTopic>;
  renderedAt: Date;
  /** By `performance.now()`, as is `retryAt`. */
  freshUntil: number;
  /** 0 unless the last attempt to render the page again failed or took too long. */
  retryAt: number;
  /** Set once the stale notice is inserted, which is permanent; `false` if the page cannot have one. */
  staleMarking: Promise<boolean> | null;
}

interface Rendering {
  topics: ReadonlySet<ChangeTopic>;
  promise: Promise<Page | CachedPage>;
  isOutdated: boolean;
  join(client: string): void;
}

export interface PageCacheParts {
  changes: Pick<ChangeBus, 'subscribe'>;
  /** The render queue for pages with many URLs. */
  queue: RenderQueue;
  /** Inserts a notice with the render time; returns `null` for responses that cannot have one. */
  insertStaleNotice: (html: string, renderedAt: Date) => Promise<string | null>;
}

/** Renders a page and adds the topics that it depends on, each before their data are read. */
export type RenderPage = (topics: Set<ChangeTopic>) => Promise<Page>;

/**
 * Caches rendered pages by canonical URL. Pages are rendered for an unauthenticated user, so the URL is the whole cache
 * key. A change makes the pages stale that depend on its topic. A stale page is rendered again on request; while that
 * fails because the service is unavailable, it is served with a notice for up to an hour.
 */
export class PageCache {
  readonly #enumerable = createCache(ENUMERABLE_MAX_BYTES);
  readonly #freeText = createCache(FREE_TEXT_MAX_BYTES);
  readonly #rendering = new Map<string, Rendering>();
  readonly #queue: RenderQueue;
  readonly #insertStaleNotice: PageCacheParts['insertStaleNotice'];

  constructor({ changes, queue, insertStaleNotice }: PageCacheParts) {
    this.#queue = queue;
    this.#insertStaleNotice = insertStaleNotice;
    changes.subscribe((topic) => this.#invalidate(topic));
  }

  /** Simultaneous requests for one page share a rendering, which takes the turn of `client` in the queue. */
  async get(url: CanonicalUrl, client: string, render: RenderPage): Promise<ServedPage> {
    const renderShared = () => this.#renderShared(url, client, render);
    const entry = this.#getEntries(url).get(url.url);
    if (!entry) return toServedPage(await renderShared());
    if (performance.now() < entry.freshUntil) return { kind: 'fresh', page: entry.page };
    const attempt = performance.now() < entry.retryAt ? null : await tryToRender(entry, renderShared);
    if (attempt && attempt.status !== 503) return toServedPage(attempt);
    return (await this.#getStale(entry)) ?? toServedPage(attempt ?? (await renderShared()));
  }

  #getEntries({ isEnumerable }: CanonicalUrl): LRUCache<string, Entry> {
    return isEnumerable ? this.#enumerable : this.#freeText;
  }

  #renderShared(url: CanonicalUrl, client: string, render: RenderPage): Promise<Page | CachedPage> {
    const running = this.#rendering.get(url.url);
    if (running) {
      running.join(client);
      return running.promise;
    }
    const topics = new Set<ChangeTopic>();
    let renderedAt = new Date();
    const work = async () => {
      renderedAt = new Date();
      const page = await render(topics);
      return isCacheable(page) ? compress(page) : page;
    };
    const queued = url.isEnumerable
      ? { promise: work(), join() {} }
      : this.#queue.add(client, getPagePath(url), work);
    const rendering: Rendering = { topics, isOutdated: false, join: queued.join, promise: queued.promise };
    this.#rendering.set(url.url, rendering);
    rendering.promise = queued.promise
      .then((page) => {
        if ('etag' in page && !rendering.isOutdated) {
          this.#getEntries(url).set(url.url, createEntry(page, topics, renderedAt));
        }
        return page;
      })
      .finally(() => {
        if (this.#rendering.get(url.url) === rendering) this.#rendering.delete(url.url);
      });
    // Waiting requests handle the error. If there are none, it must not become an unhandled rejection.
    rendering.promise.catch(() => {});
    return rendering.promise;
  }

  /** Returns the page with the stale notice; `null` if it cannot have one. */
  async #getStale(entry: Entry): Promise<ServedPage | null> {
    entry.staleMarking ??= this.#insertNotice(entry);
    if (!(await entry.staleMarking)) return null;
    const ageSeconds = Math.floor((Date.now() - entry.renderedAt.getTime()) / SECOND);
    return { kind: 'stale', page: entry.page, ageSeconds };
  }

  /** Replaces the page with the marked one. The entry is never fresh again. */
  async #insertNotice(entry: Entry): Promise<boolean> {
    const { page, renderedAt } = entry;
    if (page.status !== 200) return false;
    const html = await this.#insertStaleNotice(page.body.toString('utf8'), renderedAt);
    if (html === null) return false;
    entry.page = await compress({ ...page, body: Buffer.from(html) });
    return true;
  }

  #invalidate(topic: ChangeTopic | null): void {
    for (const entry of [...this.#enumerable.values(), ...this.#freeText.values()]) {
      if (!isAffected(entry.topics, topic)) continue;
      entry.freshUntil = 0;
      entry.retryAt = 0;
    }
    for (const [url, rendering] of this.#rendering) {
      if (!isAffected(rendering.topics, topic)) continue;
      rendering.isOutdated = true;
      this.#rendering.delete(url);
    }
  }
}

const createCache = (maxSize: number) =>
  new LRUCache<string, Entry>({
    maxSize,
    sizeCalculation: ({ page: { body, encoded } }, url) =>
      body.length + encoded.br.length + encoded.gzip.length + url.length + OVERHEAD_BYTES,
    ttl: FRESH_MS + MAX_STALE_MS,
  });

const createEntry = (page: CachedPage, topics: ReadonlySet<ChangeTopic>, renderedAt: Date): Entry => ({
  page,
  topics,
  renderedAt,
  freshUntil: performance.now() + FRESH_MS,
  retryAt: 0,
  staleMarking: null,
});

/** `null` means that any topic may have changed. A page without topics depends on code and configuration only. */
const isAffected = (topics: ReadonlySet<ChangeTopic>, changed: ChangeTopic | null) =>
  changed === null ? topics.size > 0 : topics.has(changed);

/** Returns the path of a page, also for requests for its data. */
const getPagePath = ({ url }: CanonicalUrl) => url.replace(/\?.*$/, '').replace(/\.data$/, '');

const toServedPage = (page: Page | CachedPage): ServedPage =>
  'etag' in page ? { kind: 'fresh', page } : { kind: 'uncached', page };

/** Renders a stale page again; returns `null` if that takes too long or the queue is full. */
async function tryToRender(
  entry: Entry,
  render: () => Promise<Page | CachedPage>,
): Promise<Page | CachedPage | null> {
  const timeout = new AbortController();
  try {
    const page = await Promise.race([render(), wait(MAX_RETRY_WAIT_MS, null, { signal: timeout.signal })]);
    if (page === null || page.status === 503) entry.retryAt = performance.now() + RETRY_MS;
    return page;
  } catch (error) {
    if (isQueueFull(error)) return null;
    throw error;
  } finally {
    timeout.abort();
  }
}

async function compress(page: Page): Promise<CachedPage> {
  const [br, gzipped] = await Promise.all([
    brotli(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    gzip(page.body),
  ]);
  // Weak: the same for every encoding.
  const etag = `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`;
  return { ...page, etag, encoded: { br, gzip: gzipped } };
}

/** 404 pages are cached and invalidated like any other. */
const isCacheable = ({ status, headers }: Page) =>
  (status === 200 || status === 404) && !headers['cache-control']?.includes('no-store');
