import pg from 'pg';
import { readConfig } from '#core/server/config/config.ts';
import { CHANGE_CHANNEL } from '#core/server/platform/change-bus.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { PRICE_RANGES } from '#features/market/contract/prices.ts';
import { listCompanies } from '#features/market/server/market.ts';
import type { Server } from '../support/server.ts';
import { type Comparison, compare } from './compare.ts';
import { type Context, measureOnPeer } from './context.ts';
import { measureRate, measureTotalRate } from './load.ts';
import { hasPaths, reportPeer } from './peer.ts';
import { measureStatements, recordScripts } from './pgbench.ts';

const TARGET = 0.5;
const SAMPLES = 40;
/** Those that change with the content of the benchmark. */
const TOPICS = ['news', 'corporate-actions', 'prices'];

/** A date before all events. */
const pastDate = (n: string) =>
  `string.format("%04d-%02d-%02d", 1000 + ${n} % 900, 1 + math.floor(${n} / 900) % 12, 1 + math.floor(${n} / 10800) % 28)`;
const SYMBOLS = listCompanies().map(({ symbol }) => symbol);
const toLuaTable = (values: readonly string[]) => `({${values.map((value) => `"${value}"`).join(',')}})`;
/** A range of prices of a company. */
const luaPrices = `${toLuaTable(SYMBOLS)}[1 + n % ${SYMBOLS.length}] .. "/?range=" .. ${toLuaTable(PRICE_RANGES)}[1 + math.floor(n / ${SYMBOLS.length}) % ${PRICE_RANGES.length}]`;
/** The paths within the API. Every request number `n` has another URL, so that none is cached. */
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

/** Compares responses with URLs that were not requested before with pgbench, which executes the statements of such requests. */
export async function compareCold(context: Context, servers: readonly [Server, ...Server[]]): Promise<void> {
  const { database, databaseUrl, peer, rounds, seconds, dir } = context;
  const [server] = servers;
  const { database: opened, close } = await openDatabase(
    readConfig(database.settings),
    createLogger('silent'),
  );
  const notifier = new pg.Client({ connectionString: databaseUrl });
  await notifier.connect();
  try {
    const comparisons: Comparison[] = [];
    for (const { name, lua, sample } of COLD) {
      const samples = Array.from({ length: SAMPLES }, (_, index) => `/api${sample(index)}`);
      const peerWithPath = peer && (await hasPaths(peer, [sample(0), sample(SAMPLES - 1)])) ? peer : null;
      const scripts = await recordScripts(opened, samples, dir);
      const path = `"/api" .. ${lua}`;
      comparisons.push({
        name,
        ours: async () => {
          await notifyOfChanges(notifier);
          return measureRate(dir, server.url, { seconds, path, pid: server.pid });
        },
        reference: async () => ({
          perSecond: await measureStatements(scripts, databaseUrl, seconds),
          cpuMicroseconds: Number.NaN,
        }),
        peer: peerWithPath && {
          ours: async () => {
            await notifyOfChanges(notifier);
            const urls = servers.map(({ url }) => url);
            return measureTotalRate(dir, urls, { seconds, path });
          },
          peer: () =>
            measureOnPeer(context, peerWithPath.apiUrl, { path: `"${peerWithPath.apiPath}" .. ${lua}` }),
        },
        size: `${scripts.length} scripts`,
      });
    }
    const measured = await compare(comparisons, {
      table: 'Cold responses per second, and pgbench with the same statements',
      target: TARGET,
      rounds,
    });
    if (!peer) return;
    reportPeer(
      'Cold responses',
      comparisons.map(({ name }, index) => ({ name, rounds: measured[index] ?? [] })),
    );
  } finally {
    await notifier.end();
    await close();
  }
}

/** Makes all stored responses stale that depend on the content of the benchmark. */
export async function notifyOfChanges(notifier: pg.Client): Promise<void> {
  for (const topic of TOPICS) await notifier.query(`select pg_notify('${CHANGE_CHANNEL}', '${topic}')`);
}
