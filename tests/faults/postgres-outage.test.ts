import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { COUNT_TITLES, expectNothingLost, report, startFaultServer } from './support/fault-server.ts';
import { usePostgres, whilePaused } from './support/postgres.ts';
import { startWriteLoad } from './support/write-load.ts';

const RESTARTS = 5;
const PAUSES_MS = [2_000, 8_000];
/** Decision 20: waiting for a connection, then for the response to a statement, and some time for the rest. */
const LONGEST_RESPONSE_MS = 3_000 + 18_000 + 2_000;
/** From the time at which PostgreSQL accepts connections again. */
const RECOVERY_LIMIT_MS = 5_000;

type Stored = { title: string; count: number };

describe('a server under write load', () => {
  const postgres = usePostgres();

  it.skipIf(!postgres)('survives restarts of PostgreSQL', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('restarts');
    const product = await startFaultServer({ DATABASE_URL: url });
    const load = await startWriteLoad(product);
    const recoveries: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await load.nextAcknowledged();
      await server.crash();
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${product.url}/readyz`)).status).toBe(503);
      await server.start();
      recoveries.push(await load.nextAcknowledged());
    }
    await load.stop();
    report('crashed and restarted PostgreSQL', recoveries, load);
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERY_LIMIT_MS);
    expect(load.getLongestMs()).toBeLessThan(LONGEST_RESPONSE_MS);
    expectNothingLost(product, load, await server.query<Stored>(url, COUNT_TITLES));
  });

  it.skipIf(!postgres)('responds while PostgreSQL is paused and recovers when it resumes', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('pause');
    const product = await startFaultServer({ DATABASE_URL: url });
    const load = await startWriteLoad(product);
    await load.nextAcknowledged();
    const newsPage = `${product.url}/news`;
    expect((await fetch(newsPage)).status).toBe(200);
    await whilePaused(server, async () => {
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${product.url}/readyz`)).status).toBe(503);
      expect((await fetch(newsPage)).status).toBe(200);
      // This list is not cached: the server must respond with 503 instead of hanging.
      expect((await fetch(`${product.url}/api/news/articles/?search=cement`)).status).toBe(503);
    });
    const recovery = await load.nextAcknowledged();
    await load.stop();
    report('paused PostgreSQL', [recovery], load);
    expectNothingLost(product, load, await server.query<Stored>(url, COUNT_TITLES));
  });

  it.skipIf(!postgres)('survives the end of all its connections at the same time', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('ended_connections');
    const product = await startFaultServer({ DATABASE_URL: url });
    const load = await startWriteLoad(product);
    const recoveries: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await load.nextAcknowledged();
      const ended = await server.query(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      expect(ended.length).toBeGreaterThan(0);
      recoveries.push(await load.nextAcknowledged());
    }
    await load.stop();
    report('all connections ended by PostgreSQL', recoveries, load);
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERY_LIMIT_MS);
    expectNothingLost(product, load, await server.query<Stored>(url, COUNT_TITLES));
  });

  it.skipIf(!postgres)('responds in time to writes that begin before PostgreSQL is paused', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('pauses');
    const product = await startFaultServer({ DATABASE_URL: url });
    const load = await startWriteLoad(product);
    const recoveries: number[] = [];
    for (const pauseMs of PAUSES_MS) {
      await load.nextAcknowledged();
      await whilePaused(server, () => wait(pauseMs));
      recoveries.push(await load.nextAcknowledged());
    }
    await load.stop();
    report(`PostgreSQL paused for ${PAUSES_MS.join(' and ')} ms`, recoveries, load);
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERY_LIMIT_MS);
    expect(load.getLongestMs()).toBeLessThan(LONGEST_RESPONSE_MS);
    expectNothingLost(product, load, await server.query<Stored>(url, COUNT_TITLES));
  });
});
