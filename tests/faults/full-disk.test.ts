import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  COUNT_TITLES,
  expectNothingLost,
  queryEmbedded,
  report,
  startFaultServer,
} from './support/fault-server.ts';
import { usePostgres } from './support/postgres.ts';
import { type SmallDisk, useSmallDisk } from './support/small-disk.ts';
import type { Query } from './support/verify-journal.ts';
import { startWriteLoad } from './support/write-load.ts';

const DISK_MEGABYTES = 300;
const FULL_MS = 10_000;
const HEALTH_LIMIT_MS = 1_000;
const HEALTH_INTERVAL_MS = 50;
const REJECTED_TIMEOUT_MS = 60_000;

type Stored = { title: string; count: number };

interface Target {
  settings: Record<string, string>;
  query: Query;
  /** Starts a database that has stopped, as a service manager does. Returns true if that was necessary. */
  startDatabase(): Promise<boolean>;
}

describe('a server whose embedded database has a full disk', () => {
  const disk = useSmallDisk(DISK_MEGABYTES);

  it.skipIf(!disk)('rejects writes, stays responsive and recovers when space is free', async () => {
    const small = disk as SmallDisk;
    const dataDir = mkdtempSync(join(small.path, 'data-'));
    await fillDisk('embedded database', small, {
      settings: { DATA_DIR: dataDir },
      query: (statement) => queryEmbedded(dataDir, statement),
      startDatabase: async () => false,
    });
  });
});

describe('a server whose PostgreSQL has a full disk', () => {
  const disk = useSmallDisk(DISK_MEGABYTES);
  const postgres = disk && usePostgres(disk.path);

  it.skipIf(!postgres)('rejects writes, stays responsive and recovers when space is free', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('full_disk');
    await fillDisk('PostgreSQL', disk as SmallDisk, {
      settings: { DATABASE_URL: url },
      query: (statement) => server.query(url, statement),
      async startDatabase() {
        if (server.isRunning()) return false;
        await server.start();
        return true;
      },
    });
  });
});

async function fillDisk(
  name: string,
  disk: SmallDisk,
  { settings, query, startDatabase }: Target,
): Promise<void> {
  const product = await startFaultServer({ METRICS_ALLOWED_IPS: '127.0.0.0/8,::1', ...settings });
  const load = await startWriteLoad(product);
  await load.nextAcknowledged();
  disk.fill();
  const begin = performance.now();
  const health = watchHealth(product.url);
  await expect
    .poll(() => load.statuses.get(503) ?? 0, { timeout: REJECTED_TIMEOUT_MS, interval: 20 })
    .toBeGreaterThan(0);
  const rejectedAfterMs = performance.now() - begin;
  await wait(FULL_MS);
  // Its alert fires, and load balancers still use the server for what can be read.
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  disk.free();
  const wasStarted = await startDatabase();
  const recoveryMs = await load.nextAcknowledged();
  const { slowestMs, failed } = await health.stop();
  await load.stop();
  report(`full disk, ${name}`, [recoveryMs], load);
  process.stdout.write(
    `    writes were rejected ${Math.round(rejectedAfterMs)} ms after the disk was full; ` +
      `the database ${wasStarted ? 'had stopped and was started by its service manager' : 'was not started by hand'}; ` +
      `slowest health check ${Math.round(slowestMs)} ms\n`,
  );
  expect(failed).toBe(0);
  expect(metrics).toMatch(/^tezi_check_state\{id="database-writes"\} 2$/m);
  expect(metrics).toMatch(/^tezi_database_failures_total\{reason="disk_full"\} [1-9]/m);
  expect(slowestMs).toBeLessThan(HEALTH_LIMIT_MS);
  expectNothingLost(product, load, await query<Stored>(COUNT_TITLES));
}

/** Requests `/healthz` until it is stopped. */
function watchHealth(url: string): { stop(): Promise<{ slowestMs: number; failed: number }> } {
  let isStopped = false;
  const watching = (async () => {
    let slowestMs = 0;
    let failed = 0;
    while (!isStopped) {
      const begin = performance.now();
      if ((await fetch(`${url}/healthz`)).status !== 200) failed += 1;
      slowestMs = Math.max(slowestMs, performance.now() - begin);
      await wait(HEALTH_INTERVAL_MS);
    }
    return { slowestMs, failed };
  })();
  return {
    stop() {
      isStopped = true;
      return watching;
    },
  };
}
