import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const unavailable = {
  detail: 'The service is temporarily unavailable. Please try again shortly.',
  code: 'database_unreachable',
};

describe.each<[string, () => Promise<string>]>([
  [
    'whose socket does not exist',
    async () =>
      `postgres:///tezi?user=postgres&host=${encodeURIComponent(join(tmpdir(), 'tezi-no-such-folder'))}`,
  ],
  ['that rejects connections', async () => `postgres://tezi:secret@127.0.0.1:${await getClosedPort()}/tezi`],
  [
    'that closes connections immediately',
    async () => `postgres://tezi:secret@127.0.0.1:${await startClosingServer()}/tezi`,
  ],
])('with a database %s', (_, getUrl) => {
  it('returns 503 with Retry-After', async () => {
    const database = connectDatabase(await getUrl(), createLogger('silent'));
    const app = await createAppOnDatabase(database);
    const requests = [
      { method: 'GET', url: '/api/signals/psx-signals/?signal_type=intraday' },
      {
        method: 'POST',
        url: '/api/customers/auth/login/',
        payload: { email: 'a@b.com', password: 'secret' },
      },
      { method: 'POST', url: '/api/customers/auth/token/refresh/', payload: { refresh: 'token' } },
    ] as const;
    for (const request of requests) {
      const response = await app.inject(request);
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      const request_id = response.headers['x-request-id'];
      expect(response.json()).toEqual({ ...unavailable, request_id });
    }
    const ready = await app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toEqual({ status: 'not ready', database: 'unreachable', migrations: 'unknown' });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await app.close();
    await database.close();
  });
});

describe('an unexpected error', () => {
  it('returns 500 without the cause of an unexpected error', async () => {
    const { access } = await signUpCustomer(test);
    await test.database.pool.query('alter table signals rename to signals_lost');
    const response = await test.request({
      url: '/api/signals/psx-signals/?signal_type=intraday',
      headers: { authorization: `Bearer ${access}` },
    });
    await test.database.pool.query('alter table signals_lost rename to signals');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      detail: 'Something went wrong on our side. Please try again.',
      request_id: response.headers['x-request-id'],
    });
    expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect((await test.request('/api/signals/psx-signals/?signal_type=intraday')).statusCode).toBe(200);
  });
});

async function getClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const closingServer = createServer((socket) => socket.destroy());
afterAll(() => void closingServer.close());

async function startClosingServer(): Promise<number> {
  closingServer.listen(0, '127.0.0.1');
  await once(closingServer, 'listening');
  return (closingServer.address() as { port: number }).port;
}
