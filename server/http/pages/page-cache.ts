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

/** A page ready to be sent: rendered, hashed and compressed once. */
export interface CachedPage extends Page {
  etag: string;
  encoded: { br: Buffer; gzip: Buffer };
}

export type ServedPage =
  | { kind: 'fresh'; page: CachedPage }
  /** The last good page, marked as such, because it could not be rendered again. */
  | { kind: 'stale'; page: CachedPage; ageSeconds: number }
  | { kind: 'uncached'; page: Page };

/** Pages with free text in their URLs cannot displace the others. */
const FEW_MAX_BYTES = 16 * 1024 * 1024;
const MANY_MAX_BYTES = 48 * 1024 * 1024;
/** The URL, the headers and the entry itself. */
const OVERHEAD_BYTES = 2048;
/** Long enough for a crowd, short enough that the time a page names as its own stays true. */
const FRESH_MS = MINUTE;
/** Older prices are of no use to a trader. */
const MAX_STALE_MS = HOUR;
/** After a failure the stale page is served without another try for so long. */
const RETRY_MS = 5 * SECOND;
/** A request for a stale page waits this long for its rendering, which then continues in the background. */
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
  /** 0 unless the last try to render the page again failed or took too long. */
  retryAt: number;
  /** Set once the page has been marked as stale, which it then stays; `false` for a page that cannot be. */
  marking: Promise<boolean> | null;
}

interface Rendering {
  topics: ReadonlySet<ChangeTopic>;
  promise: Promise<Page | CachedPage>;
  isOutdated: boolean;
  join(client: string): void;
}

export interface PageCacheParts {
  changes: Pick<ChangeBus, 'subscribe'>;
  /** Where pages wait for their rendering whose URLs are many. */
  queue: RenderQueue;
  /** The page with a notice of when it was rendered; `null` for what cannot have one. */
  insertStaleNotice: (html: string, renderedAt: Date) => Promise<string | null>;
}

/** Renders a page and adds the topics that it depends on, each before it reads anything of it. */
export type RenderPage = (topics: Set<ChangeTopic>) => Promise<Page>;

/**
 * Caches rendered pages by canonical URL. Pages are rendered for an unauthenticated user, so the URL is the whole cache
 * key. A change makes the pages stale that depend on its topic; a stale page is rendered again when it is requested, and
 * served with a notice for an hour at most as long as that fails because the service is unavailable.
 */
export class PageCache {
  readonly #few = entries(FEW_MAX_BYTES);
  readonly #many = entries(MANY_MAX_BYTES);
  readonly #rendering = new Map<string, Rendering>();
  readonly #queue: RenderQueue;
  readonly #insertStaleNotice: PageCacheParts['insertStaleNotice'];

  constructor({ changes, queue, insertStaleNotice }: PageCacheParts) {
    this.#queue = queue;
    this.#insertStaleNotice = insertStaleNotice;
    changes.subscribe((topic) => this.#invalidate(topic));
  }

  /** Simultaneous requests for one page share a rendering. `client` is whose turn in the queue a rendering takes. */
  async get(url: CanonicalUrl, client: string, render: RenderPage): Promise<ServedPage> {
    const rendered = () => this.#rendered(url, client, render);
    const entry = this.#entriesFor(url).get(url.url);
    if (!entry) return served(await rendered());
    if (performance.now() < entry.freshUntil) return { kind: 'fresh', page: entry.page };
    const attempt = performance.now() < entry.retryAt ? null : await renderedAgain(entry, rendered);
    if (attempt && attempt.status !== 503) return served(attempt);
    return (await this.#stale(entry)) ?? served(attempt ?? (await rendered()));
  }

  #entriesFor({ isOneOfFew }: CanonicalUrl): LRUCache<string, Entry> {
    return isOneOfFew ? this.#few : this.#many;
  }

  #rendered(url: CanonicalUrl, client: string, render: RenderPage): Promise<Page | CachedPage> {
    const underWay = this.#rendering.get(url.url);
    if (underWay) {
      underWay.join(client);
      return underWay.promise;
    }
    const topics = new Set<ChangeTopic>();
    let renderedAt = new Date();
    const work = async () => {
      renderedAt = new Date();
      const page = await render(topics);
      return isCacheable(page) ? compress(page) : page;
    };
    const queued = url.isOneOfFew
      ? { promise: work(), join() {} }
      : this.#queue.add(client, pagePath(url), work);
    const rendering: Rendering = { topics, isOutdated: false, join: queued.join, promise: queued.promise };
    this.#rendering.set(url.url, rendering);
    rendering.promise = queued.promise
      .then((page) => {
        if ('etag' in page && !rendering.isOutdated) {
          this.#entriesFor(url).set(url.url, newEntry(page, topics, renderedAt));
        }
        return page;
      })
      .finally(() => {
        if (this.#rendering.get(url.url) === rendering) this.#rendering.delete(url.url);
      });
    // Requests that still wait handle the error; without any it must not become an unhandled rejection.
    rendering.promise.catch(() => {});
    return rendering.promise;
  }

  /** The page marked as stale; `null` when there is none that can be. */
  async #stale(entry: Entry): Promise<ServedPage | null> {
    entry.marking ??= this.#mark(entry);
    if (!(await entry.marking)) return null;
    const ageSeconds = Math.floor((Date.now() - entry.renderedAt.getTime()) / SECOND);
    return { kind: 'stale', page: entry.page, ageSeconds };
  }

  /** Replaces the page, which is never served as fresh again. */
  async #mark(entry: Entry): Promise<boolean> {
    const { page, renderedAt } = entry;
    if (page.status !== 200) return false;
    const html = await this.#insertStaleNotice(page.body.toString('utf8'), renderedAt);
    if (html === null) return false;
    entry.page = await compress({ ...page, body: Buffer.from(html) });
    return true;
  }

  #invalidate(topic: ChangeTopic | null): void {
    for (const entry of [...this.#few.values(), ...this.#many.values()]) {
      if (!dependsOn(entry.topics, topic)) continue;
      entry.freshUntil = 0;
      entry.retryAt = 0;
    }
    for (const [url, rendering] of this.#rendering) {
      if (!dependsOn(rendering.topics, topic)) continue;
      rendering.isOutdated = true;
      this.#rendering.delete(url);
    }
  }
}

const entries = (maxSize: number) =>
  new LRUCache<string, Entry>({
    maxSize,
    sizeCalculation: ({ page: { body, encoded } }, url) =>
      body.length + encoded.br.length + encoded.gzip.length + url.length + OVERHEAD_BYTES,
    ttl: FRESH_MS + MAX_STALE_MS,
  });

const newEntry = (page: CachedPage, topics: ReadonlySet<ChangeTopic>, renderedAt: Date): Entry => ({
  page,
  topics,
  renderedAt,
  freshUntil: performance.now() + FRESH_MS,
  retryAt: 0,
  marking: null,
});

/** `null` means that any topic may have changed. A page without topics depends on the code and the configuration alone. */
const dependsOn = (topics: ReadonlySet<ChangeTopic>, changed: ChangeTopic | null) =>
  changed === null ? topics.size > 0 : topics.has(changed);

/** The path of a page, which is also that of its loaders' data. */
const pagePath = ({ url }: CanonicalUrl) => url.replace(/\?.*$/, '').replace(/\.data$/, '');

const served = (page: Page | CachedPage): ServedPage =>
  'etag' in page ? { kind: 'fresh', page } : { kind: 'uncached', page };

/** Renders a stale page again; `null` when that takes too long or has no place in the queue. */
async function renderedAgain(
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

/** That a page does not exist may be cached too: it is invalidated like any other. */
const isCacheable = ({ status, headers }: Page) =>
  (status === 200 || status === 404) && !headers['cache-control']?.includes('no-store');
