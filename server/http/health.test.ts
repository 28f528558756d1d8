import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';
import { appOnDatabase } from '#tests/support/database/app-on-database.ts';
import { startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { testDatabase } from '#tests/support/database/test-database.ts';

type Made = Awaited<ReturnType<typeof testDatabase>>;
let made: Made;
beforeAll(async () => {
  made = await testDatabase({ isMigrated: false });
});
afterAll(() => made.remove());

describe('becoming ready', () => {
  it('happens when the database has the tables of this version', async () => {
    const app = await appOnDatabase(made.database);
    const before = await app.inject('/readyz');
    expect(before.statusCode).toBe(503);
    expect(before.json()).toEqual({ status: 'not ready', database: 'ok', migrations: 'pending' });

    await migrateDatabase(made.database);
    const after = await app.inject('/readyz');
    expect(after.statusCode).toBe(200);
    expect(after.json()).toEqual({ status: 'ready', database: 'ok', migrations: 'applied' });
    expect(after.headers['cache-control']).toBe('no-store');
    await app.close();
  });
});

describe('being ready', () => {
  it('does not need a free connection of the pool', async () => {
    const app = await appOnDatabase(made.database);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    const used = await Promise.all(Array.from({ length: 10 }, () => made.database.pool.connect()));
    const response = await app.inject('/readyz');
    for (const client of used) client.release();
    expect(response.json()).toEqual({ status: 'ready', database: 'ok', migrations: 'applied' });
    await app.close();
  });

  it('ends when a table of the product is gone', async () => {
    const app = await appOnDatabase(made.database);
    await made.database.pool.query('alter table users rename to users_away');
    const response = await app.inject('/readyz');
    await made.database.pool.query('alter table users_away rename to users');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({
      status: 'not ready',
      database: 'misconfigured',
      migrations: 'applied',
    });
    await app.close();
  });

  it('ends when the search path of sessions leads elsewhere', async () => {
    const { database } = made;
    // A session of its own on a server; the one that all connections share on the embedded database.
    await database.probe.query('set search_path = pg_catalog');
    const app = await appOnDatabase(database);
    const response = await app.inject('/readyz');
    await database.probe.query('reset search_path');
    expect(response.json()).toMatchObject({ status: 'not ready', database: 'misconfigured' });
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    await app.close();
  });

  it('is checked once for simultaneous requests, which are 503 long before the database gives up', async () => {
    const proxy = await startDatabaseProxy(made.database.source);
    const database = connectDatabase(proxy.source, createLogger('silent'));
    const app = await appOnDatabase(database);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    const connections = proxy.countConnections();
    proxy.blackHole(true);
    const begun = performance.now();
    const responses = await Promise.all(Array.from({ length: 50 }, () => app.inject('/readyz')));
    // A statement may take 18 seconds, the probe two.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(503));
    expect(proxy.countConnections()).toBeLessThanOrEqual(connections);
    proxy.blackHole(false);
    await vi.waitFor(async () => expect((await app.inject('/readyz')).statusCode).toBe(200), {
      timeout: 5_000,
    });
    await app.close();
    await proxy.close();
    await database.close();
  });
});

describe('being alive', () => {
  it('needs no database', async () => {
    const app = await appOnDatabase(made.database);
    const answer = await app.inject('/healthz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ok' });
    expect(answer.headers['cache-control']).toBe('no-store');
    await app.close();
  });
});
