/**
 * `npm run bench:ingestion [-- --feeds N] [-- --items N] [-- --database URL|embedded]`: fetches N feeds of N new items each
 * from memory, two at a time as the server does: parsing and sanitizing in the feed processes, classification, detection of
 * duplicates, and storage. Prints the articles per second, the fixed cost of a feed, and the speed of the classification.
 * Uses the embedded database, or PostgreSQL if TEST_DATABASE_URL is set or `--database` names one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#core/server/config/config.ts';
import { systemClock } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { classify } from '#features/news/server/classify/classify.ts';
import { addSource, createFeedPipeline, fetchSourceNow } from '#features/news/server/news.ts';
import { readLabeledHeadlines } from '#tests/support/news/labeled-headlines.ts';
import { createRandom, WORDS } from './news/articles.ts';
import { createServerDatabase } from './support/database-on-server.ts';

const CONCURRENCY = 2;
const BODY_WORDS = 100;
const MINUTE_MS = 60_000;
const SMALL_FEEDS = 20;

const { values } = parseArgs({
  options: {
    feeds: { type: 'string', default: '24' },
    items: { type: 'string', default: '500' },
    database: { type: 'string' },
  },
});
const feeds = Number(values.feeds);
const items = Number(values.items);
const serverUrl =
  values.database === 'embedded' ? undefined : (values.database ?? process.env.TEST_DATABASE_URL);
const headlines = readLabeledHeadlines();
const logger = createLogger('warn');
const pipeline = createFeedPipeline(() => Promise.reject(new Error('not used')));

measureClassification();
if (serverUrl) {
  const created = await createServerDatabase(serverUrl, '_ingestion');
  await measure('PostgreSQL', { DATABASE_URL: created.url });
  await created.remove();
} else {
  const dataDir = mkdtempSync(join(tmpdir(), 'tezi-bench-ingestion-'));
  await measure('embedded database', { DATA_DIR: dataDir });
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(name: string, settings: Record<string, string>): Promise<void> {
  const { database, close } = await openDatabase(readConfig(settings), logger);
  try {
    const warmUp = await fetchAll(database, 'warm-up', CONCURRENCY, 10);
    console.log(`${name}: first feed, with the start of its process: ${toMs(warmUp / CONCURRENCY)}`);
    const small = await fetchAll(database, 'small', SMALL_FEEDS, 1);
    console.log(`${name}: feed with one item: ${toMs((small * CONCURRENCY) / SMALL_FEEDS)}`);
    const total = await fetchAll(database, 'large', feeds, items);
    const rate = (feeds * items) / (total / 1_000);
    console.log(
      `${name}: ${feeds} feeds of ${items} items in ${(total / 1_000).toFixed(1)} s: ${Math.round(rate)} articles/s`,
    );
  } finally {
    await close();
  }
}

/** Fetches feeds, two at a time. Returns the time in milliseconds. */
async function fetchAll(database: Database, name: string, count: number, itemCount: number): Promise<number> {
  const bodies = new Map<string, Buffer>();
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const url = `https://${name}-${index}.example/feed`;
    bodies.set(url, generateFeed(index, itemCount));
    const source = { name: `${name} ${index}`, url, isSummaryOnly: false };
    ids.push((await database.transaction((tx) => addSource(tx, source, new Date()))).id);
  }
  const headers = new Headers({ 'content-type': 'application/rss+xml' });
  pipeline.fetch = async (url) => ({ status: 200, headers, body: bodies.get(url) as Buffer, url });
  const begin = performance.now();
  const fetchNext = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const dependencies = { database, clock: systemClock, logger, pipeline };
      const result = await fetchSourceNow(id, dependencies, { record: async () => {} });
      if (result?.kind !== 'fetched' || result.new === 0) throw new Error(JSON.stringify(result));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext));
  return performance.now() - begin;
}

/** Generates a feed deterministically: a real headline and a text of random words for each item. */
function generateFeed(seed: number, itemCount: number): Buffer {
  const random = createRandom(seed);
  const pickWords = (count: number) =>
    Array.from({ length: count }, () => WORDS[Math.floor(WORDS.length ** random()) - 1]).join(' ');
  const entries = Array.from({ length: itemCount }, (_, index) => {
    const headline = headlines[Math.floor(random() * headlines.length)]?.title ?? '';
    const published = new Date(Date.now() - index * 10 * MINUTE_MS).toUTCString();
    return `<item><title><![CDATA[${headline} ${pickWords(4)}]]></title><guid>${seed}-${index}</guid>
      <link>https://publisher.example/${seed}/${index}</link><pubDate>${published}</pubDate>
      <description><![CDATA[<p>${pickWords(BODY_WORDS / 2)}</p><p><a href="/more">${pickWords(BODY_WORDS / 2)}</a></p>]]></description></item>`;
  });
  return Buffer.from(
    `<rss version="2.0"><channel><title>Wire ${seed}</title>${entries.join('')}</channel></rss>`,
  );
}

function measureClassification(): void {
  const text = WORDS.slice(0, BODY_WORDS).join(' ');
  const run = () => {
    for (const { title } of headlines) classify({ title, text, feedCategories: [] });
  };
  run();
  const begin = performance.now();
  run();
  const seconds = (performance.now() - begin) / 1_000;
  console.log(`Classification: ${Math.round(headlines.length / seconds)} articles/s on one core`);
}

function toMs(durationMs: number): string {
  return `${durationMs.toFixed(0)} ms`;
}
