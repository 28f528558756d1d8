import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  COUNT_TITLES,
  expectNothingLost,
  getEmbeddedDatabasePid,
  listDatabaseProcesses,
  makeTemporaryDataDir,
  queryEmbedded,
  report,
  startFaultServer,
} from './support/fault-server.ts';
import { usePostgres } from './support/postgres.ts';
import { startWriteLoad } from './support/write-load.ts';

const FAULTS = 20;
const BETWEEN_FAULTS_MS = 100;

const PAUSE_MS = 8_000;
const RECOVERY_LIMIT_MS = 5_000;
/** Decision 20: waiting for a connection, then for the response to a statement, and some time for the rest. */
const LONGEST_RESPONSE_MS = 3_000 + 18_000 + 2_000;

type Stored = { title: string; count: number };

describe('a server under write load', () => {
  const postgres = usePostgres();

  it.skipIf(!postgres)('survives 20 connections ended by PostgreSQL during transactions', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('connection_loss');
    const product = await startFaultServer({ DATABASE_URL: url });
    const load = await startWriteLoad(product);
    await load.nextAcknowledged();
    const recoveries: number[] = [];
    while (recoveries.length < FAULTS) {
      expect(product.hasExited(), product.output()).toBe(false);
      const ended = await server.query(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
      );
      if (ended.length === 0) continue;
      recoveries.push(await load.nextAcknowledged());
      await wait(BETWEEN_FAULTS_MS);
    }
    await load.stop();
    report('connection loss, PostgreSQL', recoveries, load);
    expectNothingLost(product, load, await server.query<Stored>(url, COUNT_TITLES));
  });

  it('survives 20 kills of the embedded database', async () => {
    const dataDir = makeTemporaryDataDir();
    const product = await startFaultServer({ DATA_DIR: dataDir });
    const load = await startWriteLoad(product);
    const recoveries: number[] = [];
    for (let fault = 0; fault < FAULTS; fault += 1) {
      await load.nextAcknowledged();
      process.kill(getEmbeddedDatabasePid(dataDir), 'SIGKILL');
      recoveries.push(await load.nextAcknowledged());
      await wait(BETWEEN_FAULTS_MS);
    }
    await load.stop();
    report('killed process, embedded database', recoveries, load);
    expectNothingLost(product, load, await queryEmbedded<Stored>(dataDir, COUNT_TITLES));
    expect(await product.stop(), product.output()).toBe(0);
  });

  it('responds while the embedded database is paused, and recovers afterwards', async () => {
    const dataDir = makeTemporaryDataDir();
    const product = await startFaultServer({ DATA_DIR: dataDir });
    const load = await startWriteLoad(product);
    await load.nextAcknowledged();
    const processes = listDatabaseProcesses(dataDir);
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    const paused = load.nextAcknowledged();
    await wait(PAUSE_MS);
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(503);
    for (const pid of processes) process.kill(pid, 'SIGCONT');
    await paused;
    const resumedMs = await load.nextAcknowledged();
    await load.stop();
    report(`processes paused for ${PAUSE_MS} ms, embedded database`, [resumedMs], load);
    expect(resumedMs).toBeLessThan(RECOVERY_LIMIT_MS);
    expect(load.getLongestMs()).toBeLessThan(LONGEST_RESPONSE_MS);
    expectNothingLost(product, load, await queryEmbedded<Stored>(dataDir, COUNT_TITLES));
  });
});
