import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { and, inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#core/server/platform/database.ts';
import { pageAssets } from './assets.tables.ts';

/** Tabs that stay open load scripts of the release from which their page is. */
const KEPT_DAYS = 30;
const CACHED_BYTES = 4 * 1024 * 1024;
/** The shortest time between two queries for names, however many requests there are for names that do not exist. */
const NAMES_INTERVAL_MS = 250;

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const compress = promisify(brotliCompress);

/**
 * Stores the assets of the build in `clientDir`, so that servers of other releases can serve them: before a server is ready, and
 * while it runs. Servers of the same release may do so at the same time.
 */
export async function storeAssets(db: Queryable, clientDir: string | null): Promise<void> {
  if (clientDir === null) return;
  const folder = join(clientDir, 'assets');
  const names = (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name)).sort();
  const recent = await db
    .select({ name: pageAssets.name })
    .from(pageAssets)
    .where(and(inArray(pageAssets.name, names), sql`${pageAssets.usedAt} > now() - interval '1 day'`));
  const existing = new Set(recent.map(({ name }) => name));
  const missing = names.filter((name) => !existing.has(name));
  if (missing.length === 0) return;
  const rows = await Promise.all(
    missing.map(async (name) => ({
      name,
      contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
      content: await readCompressed(join(folder, name)),
    })),
  );
  const set = { usedAt: sql`now()` };
  await db.insert(pageAssets).values(rows).onConflictDoUpdate({ target: pageAssets.name, set });
}

/** The build has a compressed copy of every text file. */
const readCompressed = (path: string) =>
  readFile(`${path}.br`).catch(async () => compress(await readFile(path)));

/** Deletes the assets of releases that no server has run for a month. */
export async function removeOldAssets(db: Queryable): Promise<void> {
  await db.delete(pageAssets).where(sql`${pageAssets.usedAt} < now() - ${KEPT_DAYS} * interval '1 day'`);
}

type StoredAsset = Pick<typeof pageAssets.$inferSelect, 'contentType' | 'content'>;

/**
 * Returns a function that reads a stored asset; `null` if there is none. The names of all are in memory and are read again for one
 * that is not among them, at most every quarter of a second.
 */
export function createAssetReader(db: Queryable): (name: string) => Promise<StoredAsset | null> {
  let names = new Set<string>();
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  let readAt = Number.NEGATIVE_INFINITY;
  const assets = new LRUCache<string, StoredAsset>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ content }) => content.length,
    fetchMethod: async (name) => {
      const { contentType, content } = pageAssets;
      const rows = await db
        .select({ contentType, content })
        .from(pageAssets)
        .where(inArray(pageAssets.name, [name]));
      return rows[0];
    },
  });

  /** Starts after the call, so that it finds what another server has stored before, and after the last one, however slow that is. */
  async function readNames(): Promise<void> {
    await last.catch(() => {});
    await wait(Math.max(0, readAt + NAMES_INTERVAL_MS - performance.now()), undefined, { ref: false });
    next = null;
    readAt = performance.now();
    const rows = await db.select({ name: pageAssets.name }).from(pageAssets);
    names = new Set(rows.map(({ name }) => name));
  }

  return async (name) => {
    if (!names.has(name)) {
      next ??= last = readNames();
      await next;
    }
    if (!names.has(name)) return null;
    const asset = await assets.fetch(name);
    if (!asset) names.delete(name);
    return asset ?? null;
  };
}
