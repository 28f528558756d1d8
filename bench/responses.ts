/**
 * `npm run bench:responses -- --database URL [--rounds N --seconds N --only hot|cold]`: fills a database on a PostgreSQL server with
 * 20,000 articles and other content, and measures the rate of responses with wrk on 32 connections.
 *
 * Hot responses are compared with a bare `node:http` server that sends the same bytes, cold ones with pgbench, which
 * executes the statements of such requests. Both are measured in turn, in short rounds, so that other load on the machine
 * affects both; the ratio is the median of the rounds. Exits with 1 if a ratio is below its target.
 *
 * `PEER_URL` names the API of another server with the same lists, without `/api`: `PEER_URL/news/articles/` is its list of
 * news. It is measured in the same rounds on the paths that it has; `docs/benchmarks.md` describes what it needs.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { PRICE_RANGES } from '#contract/market/prices.ts';
import { getCompanyPath, paths } from '#contract/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { listCompanies } from '#server/domains/market/market.ts';
import { CHANGE_CHANNEL } from '#server/platform/change-bus.ts';
import { createLogger } from '#server/platform/logger.ts';
import { openDatabase } from '#server/startup/open-database.ts';
import { NODE } from '#tests/support/server-process.ts';
import { addArticles } from './news/articles.ts';
import { createServerNewsDatabase } from './news/databases.ts';
import { getMedian, getQuantile, report, reportVerdict } from './report.ts';
import { addEvents } from './responses/events.ts';
import { type Load, measureRate, type Rate, readCpuTime } from './responses/load.ts';
import { connectPeer, hasPaths, probePeer, toPeerUrl } from './responses/peer.ts';
import { measureStatements, recordScripts } from './responses/pgbench.ts';
import { addPrices } from './responses/prices.ts';
import { getHeader, type RecordedResponse, record } from './responses/record.ts';
import { startServer } from './server.ts';

const ARTICLES = 20_000;
const EVENTS = 3_000;
const DAYS_OF_PRICES = 250;
const COMPANY = 'LUCK';
const HOT_TARGET = 0.8;
const COLD_TARGET = 0.5;
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
});
const serverUrl = values.database ?? process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error('Name a PostgreSQL server with `--database URL`.');
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

interface Hot {
  name: string;
  path: string;
  headers: Record<string, string>;
  isConditional?: boolean;
  /** How many times the rate of the peer. */
  peerTarget?: number;
}

const HOT: Hot[] = [
  {
    name: 'signals list',
    path: '/api/signals/psx-signals/?signal_type=intraday',
    headers: {},
    peerTarget: 60,
  },
  { name: 'news list', path: '/api/news/articles/', headers: {}, peerTarget: 100 },
  { name: 'news list, compressed', path: '/api/news/articles/', headers: BROWSER },
  { name: 'article', path: '/api/news/articles/7/', headers: {} },
  { name: 'board meetings', path: '/api/board-meetings/', headers: BROWSER },
  { name: 'book closures', path: '/api/book-closures/', headers: BROWSER },
  { name: 'company prices', path: `/api/market/prices/${COMPANY}/`, headers: BROWSER },
  { name: 'news list, 304', path: '/api/news/articles/', headers: BROWSER, isConditional: true },
  { name: 'home page', path: paths.home, headers: BROWSER },
  { name: 'signals page', path: paths.psxSignals, headers: BROWSER },
  { name: 'news page', path: paths.news, headers: BROWSER },
  { name: 'article page', path: `${paths.newsDetails}?news_article=7`, headers: BROWSER },
  { name: 'board meetings page', path: paths.boardMeetings, headers: BROWSER },
  { name: 'company page', path: getCompanyPath(COMPANY), headers: BROWSER },
  { name: 'news page, 304', path: paths.news, headers: BROWSER, isConditional: true },
];

/** The paths within the API. Every request number `n` has another URL, so that none is cached. The dates are before all events. */
const pastDate = (n: string) =>
  `string.format("%04d-%02d-%02d", 1000 + ${n} % 900, 1 + math.floor(${n} / 900) % 12, 1 + math.floor(${n} / 10800) % 28)`;
const SYMBOLS = listCompanies().map(({ symbol }) => symbol);
const toLuaTable = (values: readonly string[]) => `({${values.map((value) => `"${value}"`).join(',')}})`;
/** A range of prices of a company. */
const luaPrices = `${toLuaTable(SYMBOLS)}[1 + n % ${SYMBOLS.length}] .. "/?range=" .. ${toLuaTable(PRICE_RANGES)}[1 + math.floor(n / ${SYMBOLS.length}) % ${PRICE_RANGES.length}]`;
const COLD = [
  {
    name: 'news list',
    lua: `string.format("/news/articles/?page=%0" .. (4 + math.floor(n / 1600) % 4) .. "d" .. (n >= 6400 and "&search=" or ""), 1 + n % 1600)`,
    sample: (n: number) => `/news/articles/?page=${1 + ((n * 37) % 1600)}`,
  },
  {
    name: 'article',
    lua: `"/news/articles/" .. n .. "/"`,
    sample: (n: number) => `/news/articles/${1 + n * 391}/`,
  },
  {
    name: 'board meetings',
    lua: `"/board-meetings/?from_date=" .. ${pastDate('n')}`,
    sample: (n: number) => `/board-meetings/?from_date=${1100 + n}-01-01`,
  },
  {
    name: 'book closures',
    lua: `"/book-closures/?from_date=" .. ${pastDate('n')}`,
    sample: (n: number) => `/book-closures/?from_date=${1100 + n}-01-01`,
  },
  {
    name: 'company prices',
    lua: `"/market/prices/" .. ${luaPrices} .. (n >= ${SYMBOLS.length * PRICE_RANGES.length} and "&adjusted=false" or "")`,
    sample: (n: number) =>
      `/market/prices/${SYMBOLS[n * 18]}/?range=${PRICE_RANGES[n % PRICE_RANGES.length]}`,
  },
];
/** Those that change with the content of the benchmark. */
const TOPICS = ['news', 'corporate-actions', 'prices'];
const FIRST = {
  'home page': paths.home,
  'news page': paths.news,
  'article page': `${paths.newsDetails}?news_article=7`,
  'board meetings page': paths.boardMeetings,
  'company page': getCompanyPath(COMPANY),
};
const WARM_UPS = 10;
const FIRST_ROUNDS = 20;
/** A client that requests pages with unlimited URLs waits this long at most until its next one is rendered. */
const PAUSE_MS = 510;
const SAMPLES = 40;
/** A slow peer, with all connections in its queue, needs longer for as many responses. */
const MIN_PEER_SECONDS = 3;

const { PEER_URL } = process.env;
const peer = PEER_URL ? await connectPeer(PEER_URL, ARTICLES) : null;
const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-responses-'));
const database = await createServerNewsDatabase(serverUrl, ARTICLES);
const databaseUrl = database.settings.DATABASE_URL ?? '';
try {
  await database.fill((db) => addArticles(db, ARTICLES));
  await database.fill((db) => addEvents(db, EVENTS));
  await database.fill((db) => addPrices(db, SYMBOLS, DAYS_OF_PRICES));
  const server = await startServer(database.settings);
  try {
    if (values.only !== 'cold') await compareHot(server);
    if (values.only !== 'hot') {
      await compareCold(server);
      await measureFirstResponses(server);
    }
    await measureInvalidation();
  } finally {
    await server.stop();
  }
} finally {
  await database.remove();
  rmSync(dir, { recursive: true, force: true });
}
reportVerdict();

async function compareHot({ url, pid }: { url: string; pid: number }): Promise<void> {
  const comparisons: PeerComparison[] = [];
  for (const hot of HOT) {
    const headers = { ...hot.headers };
    // Twice: the second response comes from the cache in front of the framework.
    await record(url + hot.path, headers);
    const full = await record(url + hot.path, headers);
    if (hot.isConditional) headers['If-None-Match'] = getHeader(full, 'etag');
    const recorded = hot.isConditional ? await record(url + hot.path, headers) : full;
    if (recorded.status !== (hot.isConditional ? 304 : 200))
      throw new Error(`${hot.path}: ${recorded.status}`);
    const onPeer = hot.isConditional ? null : await findOnPeer(hot.path, headers);
    const bare = await startBareServer(recorded);
    try {
      const rates = await compare(hot.name, HOT_TARGET, {
        table: `Hot responses per second, and those of bare node:http (median of ${rounds} rounds of ${seconds} s)`,
        ours: () => measureRate(dir, url + hot.path, { headers, seconds, pid }),
        reference: () => measureRate(dir, bare.url + hot.path, { headers, seconds, pid: bare.pid }),
        peer: onPeer && (() => measureOnPeer(onPeer.url, { headers })),
        details: `${getSize(recorded)} bytes`,
      });
      comparisons.push({
        name: hot.name,
        rates,
        sizes: [getSize(recorded), onPeer?.size],
        target: hot.peerTarget,
      });
    } finally {
      await bare.stop();
    }
  }
  if (peer) reportPeer('Hot responses per second, and those of the peer', comparisons);
}

async function findOnPeer(
  path: string,
  headers: Record<string, string>,
): Promise<{ url: string; size: number } | null> {
  const url = peer && toPeerUrl(peer, path);
  const response = url ? await probePeer(url, headers) : null;
  return url && response ? { url, size: getSize(response) } : null;
}

async function measureOnPeer(url: string, load: Omit<Load, 'seconds'>): Promise<Rate> {
  const rate = await measureRate(dir, url, { ...load, seconds: Math.max(seconds, MIN_PEER_SECONDS) });
  // What wrk left in the peer's queue would slow down the next measurement.
  await record(url, {});
  return rate;
}

function getSize({ body }: RecordedResponse): number {
  return Buffer.from(body, 'base64').length;
}

async function compareCold({ url, pid }: { url: string; pid: number }): Promise<void> {
  const comparisons: PeerComparison[] = [];
  const { database: opened, close } = await openDatabase(
    readConfig(database.settings),
    createLogger('silent'),
  );
  const notifier = new pg.Client({ connectionString: databaseUrl });
  await notifier.connect();
  try {
    for (const { name, lua, sample } of COLD) {
      const samples = Array.from({ length: SAMPLES }, (_, index) => `/api${sample(index)}`);
      const onPeer = peer && (await hasPaths(peer, [sample(0), sample(SAMPLES - 1)]));
      const scripts = await recordScripts(opened, samples, dir);
      const rates = await compare(name, COLD_TARGET, {
        table: 'Cold responses per second, and pgbench with the same statements',
        ours: async () => {
          for (const topic of TOPICS)
            await notifier.query(`select pg_notify('${CHANGE_CHANNEL}', '${topic}')`);
          return measureRate(dir, url, { seconds, path: `"/api" .. ${lua}`, pid });
        },
        reference: async () => ({
          perSecond: await measureStatements(scripts, databaseUrl, seconds),
          cpuMicroseconds: Number.NaN,
        }),
        peer: onPeer ? () => measureOnPeer(peer.apiUrl, { path: `"${peer.apiPath}" .. ${lua}` }) : null,
        details: `${scripts.length} scripts`,
      });
      comparisons.push({ name, rates });
    }
    if (peer) reportPeer('Cold responses per second, and those of the peer', comparisons);
  } finally {
    await notifier.end();
    await close();
  }
}

/** Prints how long a page takes that is rendered again after a change, one request at a time. */
async function measureFirstResponses({ url, pid }: { url: string; pid: number }): Promise<void> {
  const notifier = new pg.Client({ connectionString: databaseUrl });
  await notifier.connect();
  try {
    for (const [name, path] of Object.entries(FIRST)) {
      const durations: number[] = [];
      let busy = 0;
      for (let round = -WARM_UPS; round < FIRST_ROUNDS; round += 1) {
        for (const topic of TOPICS) await notifier.query(`select pg_notify('${CHANGE_CHANNEL}', '${topic}')`);
        await setTimeout(PAUSE_MS);
        const cpuBefore = readCpuTime(pid);
        const begin = performance.now();
        const { status } = await record(url + path, BROWSER);
        if (status !== 200) throw new Error(`${path}: ${status}`);
        if (round < 0) continue;
        durations.push(performance.now() - begin);
        busy += readCpuTime(pid) - cpuBefore;
      }
      report({
        table: 'First response of a page after a change, in ms',
        name,
        figures: {
          median: getMedian(durations).toFixed(1),
          worst: Math.max(...durations).toFixed(1),
          CPU: (busy / FIRST_ROUNDS / 1_000).toFixed(1),
        },
      });
    }
  } finally {
    await notifier.end();
  }
}

/** Prints the time until another server has invalidated its cache after a commit. */
async function measureInvalidation(): Promise<void> {
  const config = readConfig(database.settings);
  const [writer, reader] = await Promise.all([1, 2].map(() => openDatabase(config, createLogger('silent'))));
  if (!writer || !reader) return;
  let onChange = () => {};
  reader.database.changes.subscribe(() => onChange());
  // Until both listen; their connections announce themselves as changes.
  await setTimeout(2_000);
  const delays: number[] = [];
  for (let change = 0; change < 200; change += 1) {
    const received = new Promise<number>((resolve) => {
      onChange = () => resolve(performance.now());
    });
    await writer.database.transaction(async (_tx, announce) => announce('market'));
    const committed = performance.now();
    delays.push(Math.max(0, (await received) - committed));
  }
  await Promise.all([writer.close(), reader.close()]);
  report({
    table: 'Invalidation on another server after the commit, in ms',
    name: 'change',
    figures: { p50: getQuantile(delays, 0.5).toFixed(1), p99: getQuantile(delays, 0.99).toFixed(1) },
  });
}

interface Comparison {
  table: string;
  ours: () => Promise<Rate>;
  reference: () => Promise<Rate>;
  /** `null` if the peer does not have the path. */
  peer: (() => Promise<Rate>) | null;
  details: string;
}

interface Round {
  ours: Rate;
  reference: Rate;
  peer: Rate | undefined;
}

/** Measures in rounds and reports the ratio to the reference. Returns the rounds. */
async function compare(
  name: string,
  target: number,
  { table, ours, reference, peer, details }: Comparison,
): Promise<Round[]> {
  const rates: Round[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    // In alternating order, because a measurement depends on what the machine did before it.
    const isOursFirst = round % 2 === 0;
    const first = isOursFirst ? await ours() : await reference();
    const second = isOursFirst ? await reference() : await ours();
    const rate = isOursFirst ? { ours: first, reference: second } : { ours: second, reference: first };
    if (round > 0) rates.push({ ...rate, peer: await peer?.() });
  }
  const ratio = getMedian(rates.map((rate) => rate.ours.perSecond / rate.reference.perSecond));
  const cpuRatio = getMedian(rates.map((rate) => rate.reference.cpuMicroseconds / rate.ours.cpuMicroseconds));
  report({
    table,
    name,
    figures: {
      Tezi: getMedian(rates.map((rate) => rate.ours.perSecond)).toFixed(0),
      reference: getMedian(rates.map((rate) => rate.reference.perSecond)).toFixed(0),
      ratio: ratio.toFixed(2),
      ...(Number.isNaN(cpuRatio) ? {} : { 'of CPU': cpuRatio.toFixed(2) }),
      'CPU µs': getMedian(rates.map((rate) => rate.ours.cpuMicroseconds)).toFixed(0),
      size: details,
    },
    target: String(target),
    isMet: ratio >= target,
  });
  return rates;
}

interface PeerComparison {
  name: string;
  rates: Round[];
  /** The bytes of the response of Tezi and of the peer. */
  sizes?: [number, number | undefined];
  target?: number | undefined;
}

/** Reports how many times the rate of the peer Tezi has. */
function reportPeer(table: string, comparisons: PeerComparison[]): void {
  for (const { name, rates, sizes, target } of comparisons) {
    const measured = rates.flatMap(({ ours, peer }) => (peer ? [{ ours, peer }] : []));
    const times = getMedian(measured.map(({ ours, peer }) => ours.perSecond / peer.perSecond));
    const format = (figure: number | undefined, digits = 0) =>
      figure === undefined || Number.isNaN(figure) ? '–' : figure.toFixed(digits);
    report({
      table,
      name,
      figures: {
        Tezi: format(getMedian(rates.map(({ ours }) => ours.perSecond))),
        peer: format(getMedian(measured.map(({ peer }) => peer.perSecond)), 1),
        'times the peer': format(times, times < 10 ? 1 : 0),
        ...(sizes ? { bytes: format(sizes[0]), "peer's bytes": format(sizes[1]) } : {}),
      },
      // A peer without the path misses the target: nothing was compared.
      ...(target === undefined ? {} : { target: String(target), isMet: times >= target }),
    });
  }
}

async function startBareServer(
  recorded: RecordedResponse,
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const file = join(dir, 'responses.json');
  writeFileSync(file, JSON.stringify([recorded]));
  const child = spawn(NODE, [join(import.meta.dirname, 'responses', 'bare-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: String(line).trim(),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
