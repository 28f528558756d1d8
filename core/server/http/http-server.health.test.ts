import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SECOND } from '#core/server/platform/clock.ts';
import { connectDatabase } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { migrateDatabase } from '#core/server/platform/migrations/migrate.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { startDatabaseProxy } from '#tests/support/database/database-proxy.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { connectTo } from '#tests/support/network/sockets.ts';

type Made = Awaited<ReturnType<typeof createTestDatabase>>;
let made: Made;
beforeAll(async () => {
  made = await createTestDatabase({ isMigrated: false });
});
afterAll(() => made.remove());

describe('/readyz', () => {
  it('becomes ready when the database has the tables of this version', async () => {
    const app = await createAppOnDatabase(made.database);
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

  it('/readyz is not ready from the notice on, while the server still accepts connections', async () => {
    const app = await createAppOnDatabase(made.database);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const draining = app.drain({ noticeMs: SECOND, timeoutMs: 5 * SECOND });
    const request = async (path: string) => {
      const client = await connectTo({ port });
      client.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      return client.closed;
    };
    const readiness = await request('/readyz');
    expect(readiness).toMatch(/^HTTP\/1\.1 503 /);
    expect(readiness.toLowerCase()).toContain('connection: close');
    expect(readiness).toContain('{"status":"stopping"}');
    expect(await request('/healthz')).toMatch(/^HTTP\/1\.1 200 /);
    await draining;
    await expect(connectTo({ port })).rejects.toThrow('ECONNREFUSED');
    await app.close();
  });

  it('does not need a free connection of the pool', async () => {
    const app = await createAppOnDatabase(made.database);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    const used = await Promise.all(Array.from({ length: 10 }, () => made.database.pool.connect()));
    const response = await app.inject('/readyz');
    for (const client of used) client.release();
    expect(response.json()).toEqual({ status: 'ready', database: 'ok', migrations: 'applied' });
    await app.close();
  });

  it('/readyz is not ready when a table is missing', async () => {
    const app = await createAppOnDatabase(made.database);
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

  it('/readyz is not ready when the search path of sessions is wrong', async () => {
    const { database } = made;
    // The probe has its own session.
    await database.probe.query('set search_path = pg_catalog');
    const app = await createAppOnDatabase(database);
    const response = await app.inject('/readyz');
    await database.probe.query('reset search_path');
    expect(response.json()).toMatchObject({ status: 'not ready', database: 'misconfigured' });
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    await app.close();
  });

  it('runs one check for simultaneous requests, which fail with 503 long before the database timeout', async () => {
    const proxy = await startDatabaseProxy(made.database.url);
    const database = connectDatabase(proxy.url, createLogger('silent'));
    const app = await createAppOnDatabase(database);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    const connections = proxy.countConnections();
    proxy.setBlackHole(true);
    const begun = performance.now();
    const responses = await Promise.all(Array.from({ length: 50 }, () => app.inject('/readyz')));
    // A statement may take 18 seconds, the probe two.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(503));
    expect(proxy.countConnections()).toBeLessThanOrEqual(connections);
    proxy.setBlackHole(false);
    await vi.waitFor(async () => expect((await app.inject('/readyz')).statusCode).toBe(200), {
      timeout: 5_000,
    });
    await app.close();
    await proxy.close();
    await database.close();
  });
});

describe('/healthz', () => {
  it('responds to /healthz without a database', async () => {
    const app = await createAppOnDatabase(made.database);
    const response = await app.inject('/healthz');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'ok' });
    expect(response.headers['cache-control']).toBe('no-store');
    await app.close();
  });
});
