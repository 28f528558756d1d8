/**
 * `npm run bench:open-loop -- --database URL [--rate N --seconds N --streams N]`: measures the latency of cached pages at a
 * constant rate of requests, corrected for coordinated omission, while streams are open and news is ingested. Exits with 1
 * if the p99 exceeds its target or a request fails.
 */
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { paths } from '#core/contract/paths.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { addArticles } from '../news/articles.ts';
import { createServerNewsDatabase } from '../news/databases.ts';
import { getQuantile, report, reportVerdict } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import type { OpenLoopResult } from './generator.ts';
import { sendAtRate } from './send-at-rate.ts';

const ARTICLES = 20_000;
const PAGES = [
  paths.home,
  paths.psxSignals,
  paths.news,
  paths.boardMeetings,
  paths.bookClosure,
  paths.pricing,
];
const MAX_P99_MS = 10;
/** Feeds are fetched every few minutes, so this is far more than usual. */
const INGEST_INTERVAL_MS = 500;
const ARTICLES_PER_INGEST = 10;
const WARM_UP_SECONDS = 2;

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    streams: { type: 'string', default: '1000' },
  },
});
const serverUrl = values.database ?? process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error('Name a PostgreSQL server with `--database URL`.');
const perSecond = Number(values.rate);
const seconds = Number(values.seconds);
const streamCount = Number(values.streams);

const database = await createServerNewsDatabase(serverUrl, ARTICLES);
const streams: ClientRequest[] = [];
try {
  await database.fill((db) => addArticles(db, ARTICLES));
  const server = await startServer({ ...database.settings, MAX_STREAMS_PER_IP: String(streamCount) });
  try {
    await measure(server.url);
  } finally {
    for (const stream of streams) stream.destroy();
    await server.stop();
  }
} finally {
  await database.remove();
}
reportVerdict();

async function measure(url: string): Promise<void> {
  const load = { url, paths: PAGES, perSecond, seconds, warmUpSeconds: WARM_UP_SECONDS };
  reportLatencies('pages alone', await sendAtRate(load));
  for (let opened = 0; opened < streamCount; opened += 1) streams.push(await openStream(url));
  reportLatencies(`and ${streamCount} streams`, await sendAtRate(load));
  const ingest = ingestNews();
  const result = await sendAtRate(load);
  const articles = await ingest.stop();
  reportLatencies(`and ${articles} new articles`, result, MAX_P99_MS);
}

function reportLatencies(name: string, { latenciesMs, failed }: OpenLoopResult, maxP99Ms?: number): void {
  const [p50, p99, p999, max] = [0.5, 0.99, 0.999, 1].map((share) => getQuantile(latenciesMs, share));
  report({
    table: `Latency of cached pages at ${perSecond} requests per second for ${seconds} s, from the intended send time, in ms`,
    name,
    figures: {
      p50: (p50 ?? 0).toFixed(1),
      p99: (p99 ?? 0).toFixed(1),
      'p99.9': (p999 ?? 0).toFixed(1),
      max: (max ?? 0).toFixed(1),
      failed: String(failed),
    },
    ...(maxP99Ms === undefined
      ? {}
      : { target: `p99 ${maxP99Ms} ms`, isMet: (p99 ?? Number.NaN) < maxP99Ms && failed === 0 }),
  });
}

async function openStream(url: string): Promise<ClientRequest> {
  const request = get(`${url}/api${SIGNAL_STREAM_PATH}?signal_type=intraday`, { agent: false });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A stream responded ${response.statusCode}.`);
  response.on('error', () => {});
  response.resume();
  return request;
}

/** Stores new articles and announces them, as the feed poller does. */
function ingestNews(): { stop: () => Promise<number> } {
  let isStopped = false;
  let articles = 0;
  const done = (async () => {
    const client = new pg.Client({ connectionString: database.settings.DATABASE_URL });
    await client.connect();
    while (!isStopped) {
      articles += ARTICLES_PER_INGEST;
      await addArticles(client, ARTICLES_PER_INGEST, -articles);
      await database.announce({ staleWhileRevalidate: true });
      await setTimeout(INGEST_INTERVAL_MS);
    }
    await client.end();
  })();
  return {
    async stop() {
      isStopped = true;
      await done;
      return articles;
    },
  };
}
