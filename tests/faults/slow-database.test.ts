import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { COUNT_TITLES, expectNothingLost, report, startFaultServer } from './support/fault-server.ts';
import { usePostgres } from './support/postgres.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';
import { startWriteLoad } from './support/write-load.ts';

const DELAYS_MS = [50, 500, 5_000];
const PHASE_MS = 10_000;
/** More than the pool has connections. */
const SEARCHES = 30;
const CACHED_PAGES = ['/', '/signals/intraday', '/news'];
/** The pool of ten, the one that listens for changes, and the one of the readiness check. */
const MAX_CONNECTIONS = 12;
/** The longest wait for a response of the database, that for a connection and some time for the rest. */
const LONGEST_RESPONSE_MS = 30_000;
const RECOVERY_LIMIT_MS = 5_000;
const CUTS = 20;

type Stored = { title: string; count: number };

interface Phase {
  searches: Map<number, number>;
  longestSearchMs: number;
  pageTimesMs: number[];
  failedPages: number;
  mostConnections: number;
}

describe('a server behind a slow network to its database', () => {
  const postgres = usePostgres();

  /** Returns a new database and the proxy in front of it. */
  async function createProxiedDatabase(
    name: string,
  ): Promise<{ direct: string; url: string; proxy: TcpProxy }> {
    const direct = new URL(await (postgres as NonNullable<typeof postgres>).createDatabase(name));
    const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) });
    onTestFinished(() => proxy.close());
    const url = new URL(direct);
    url.port = String(proxy.port);
    return { direct: direct.href, url: url.href, proxy };
  }

  it.skipIf(!postgres)('sheds load, keeps its limit of connections and serves cached pages', async () => {
    const { direct, url, proxy } = await createProxiedDatabase('slow_database');
    const product = await startFaultServer({ DATABASE_URL: url });
    const countConnections = async () => {
      const rows = await postgres?.query<{ count: number }>(
        direct,
        'select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return rows?.[0]?.count ?? 0;
    };
    const usual = await measure(product, countConnections);
    describePhase('no delay', usual, usual);
    for (const delayMs of DELAYS_MS) {
      proxy.setDelay(delayMs);
      const slow = await measure(product, countConnections);
      proxy.setDelay(0);
      const begin = performance.now();
      while ((await search(product, 'recovered')) !== 200) await wait(50);
      const recoveryMs = performance.now() - begin;
      describePhase(`${delayMs} ms, recovered after ${Math.round(recoveryMs)} ms`, slow, usual);
      expect([...slow.searches.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(slow.longestSearchMs).toBeLessThan(LONGEST_RESPONSE_MS);
      expect(slow.failedPages).toBe(0);
      expect(slow.mostConnections).toBeLessThanOrEqual(MAX_CONNECTIONS);
      expect(recoveryMs).toBeLessThan(RECOVERY_LIMIT_MS);
    }
    expect(product.hasExited(), product.output()).toBe(false);
  });

  it.skipIf(!postgres)(`survives ${CUTS} connections that are cut in the middle of a result`, async () => {
    const { direct, url, proxy } = await createProxiedDatabase('cut_results');
    const product = await startFaultServer({ DATABASE_URL: url });
    const load = await startWriteLoad(product);
    const recoveries: number[] = [];
    while (proxy.countCut() < CUTS) {
      const cutsBefore = proxy.countCut();
      proxy.cutNext(1);
      while (proxy.countCut() === cutsBefore) await search(product, `cut ${Math.random()}`);
      recoveries.push(await load.nextAcknowledged());
    }
    await load.stop();
    report('connection cut in the middle of a result, PostgreSQL', recoveries, load);
    expectNothingLost(
      product,
      load,
      await (postgres as NonNullable<typeof postgres>).query<Stored>(direct, COUNT_TITLES),
    );
  });
});

/** Searches with many clients while others request cached pages. */
async function measure(product: ServerProcess, countConnections: () => Promise<number>): Promise<Phase> {
  const phase: Phase = {
    searches: new Map(),
    longestSearchMs: 0,
    pageTimesMs: [],
    failedPages: 0,
    mostConnections: 0,
  };
  for (const page of CACHED_PAGES) await fetch(product.url + page);
  const end = performance.now() + PHASE_MS;
  const repeat = async (work: () => Promise<void>) => {
    while (performance.now() < end) await work();
  };
  await Promise.all([
    ...Array.from({ length: SEARCHES }, (_, client) =>
      repeat(async () => {
        const begin = performance.now();
        const status = await search(product, `cement ${client} ${Math.random()}`);
        phase.searches.set(status, (phase.searches.get(status) ?? 0) + 1);
        phase.longestSearchMs = Math.max(phase.longestSearchMs, performance.now() - begin);
      }),
    ),
    ...CACHED_PAGES.map((page) =>
      repeat(async () => {
        const begin = performance.now();
        const response = await fetch(product.url + page);
        await response.arrayBuffer();
        phase.pageTimesMs.push(performance.now() - begin);
        if (response.status !== 200) phase.failedPages += 1;
        await wait(5);
      }),
    ),
    repeat(async () => {
      phase.mostConnections = Math.max(phase.mostConnections, await countConnections());
      await wait(100);
    }),
  ]);
  return phase;
}

async function search({ url }: ServerProcess, text: string): Promise<number> {
  const response = await fetch(`${url}/api/news/articles/?search=${encodeURIComponent(text)}`);
  await response.arrayBuffer();
  return response.status;
}

function describePhase(name: string, phase: Phase, usual: Phase): void {
  const p99 = getP99(phase.pageTimesMs);
  process.stdout.write(
    `  database with ${name}: searches ${phase.searches.get(200) ?? 0} × 200, ${phase.searches.get(503) ?? 0} × 503, ` +
      `longest ${(phase.longestSearchMs / 1_000).toFixed(1)} s; at most ${phase.mostConnections} connections; ` +
      `${phase.pageTimesMs.length} cached pages, ${phase.failedPages} failed, p99 ${p99.toFixed(1)} ms ` +
      `(${(p99 / getP99(usual.pageTimesMs)).toFixed(2)} × that without a delay)\n`,
  );
}

function getP99(timesMs: readonly number[]): number {
  return timesMs.toSorted((a, b) => a - b)[Math.floor(timesMs.length * 0.99)] ?? Number.NaN;
}
