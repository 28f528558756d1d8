import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCallback } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ChangeBus } from '#server/platform/change-bus.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Page } from './render-page.ts';

/** A page ready to be sent: rendered, hashed and compressed once. */
export interface KeptPage extends Page {
  etag: string;
  encoded: { br: Buffer; gzip: Buffer };
}

const MAX_BYTES = 64 * 1024 * 1024;
/** The address, the headers and what the bookkeeping takes. */
const OVERHEAD_BYTES = 2048;
/** Long enough for a crowd, short enough that the time a page names as its own stays true. */
const MAX_AGE_MS = MINUTE;

const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCallback);

/**
 * Keeps whole pages by their address: they are rendered for a visitor, so an address is all they depend on, and whatever
 * a page is made of. Any announced change forgets them all; a page whose rendering began before a change is not kept.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, encoded }) =>
      body.length + encoded.br.length + encoded.gzip.length + OVERHEAD_BYTES,
    ttl: MAX_AGE_MS,
  });
  readonly #rendering = new Map<string, Promise<KeptPage>>();

  constructor(changes: ChangeBus) {
    changes.subscribe(() => {
      this.#pages.clear();
      this.#rendering.clear();
    });
  }

  /** The kept page of an address, or the one that `render` makes; those who ask meanwhile wait for the same one. */
  async get(address: string, render: () => Promise<Page>): Promise<KeptPage> {
    const kept = this.#pages.get(address);
    if (kept) return kept;
    const underWay = this.#rendering.get(address);
    if (underWay) return underWay;

    const rendering = render().then(compress);
    this.#rendering.set(address, rendering);
    try {
      const page = await rendering;
      const isCurrent = this.#rendering.get(address) === rendering;
      if (isCurrent && mayBeKept(page)) this.#pages.set(address, page);
      return page;
    } finally {
      if (this.#rendering.get(address) === rendering) this.#rendering.delete(address);
    }
  }
}

async function compress(page: Page): Promise<KeptPage> {
  const [br, gzipped] = await Promise.all([
    brotli(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    gzip(page.body),
  ]);
  // Weak: the same for every encoding.
  const etag = `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`;
  return { ...page, etag, encoded: { br, gzip: gzipped } };
}

function mayBeKept(page: Page): boolean {
  return page.status === 200 && !page.headers['cache-control']?.includes('no-store');
}
