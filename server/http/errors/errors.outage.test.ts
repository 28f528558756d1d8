import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDatabase, type DatabaseSource } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { appOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const unavailable = {
  detail: 'The service is not available at this moment. Please try again shortly.',
  code: 'database_unreachable',
};

describe.each<[string, () => Promise<DatabaseSource>]>([
  [
    'whose socket is not there',
    async () => ({ kind: 'embedded', socketDir: join(tmpdir(), 'tezi-no-such-folder') }),
  ],
  [
    'that refuses connections',
    async () => ({ kind: 'server', url: `postgres://tezi:secret@127.0.0.1:${await closedPort()}/tezi` }),
  ],
  [
    'that hangs up at once',
    async () => ({ kind: 'server', url: `postgres://tezi:secret@127.0.0.1:${await hangingUpPort()}/tezi` }),
  ],
])('with a database %s', (_, source) => {
  it('calls answer 503 and when to come back, not 500', async () => {
    const database = connectDatabase(await source(), createLogger('silent'));
    const app = await appOnDatabase(database);
    const calls = [
      { method: 'GET', url: '/api/signals/psx-signals/?signal_type=intraday' },
      {
        method: 'POST',
        url: '/api/customers/auth/login/',
        payload: { email: 'a@b.com', password: 'secret' },
      },
      { method: 'POST', url: '/api/customers/auth/token/refresh/', payload: { refresh: 'token' } },
    ] as const;
    for (const call of calls) {
      const answer = await app.inject(call);
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
      expect(answer.json()).toEqual(unavailable);
    }
    const ready = await app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toEqual({ status: 'not ready', database: 'unreachable', migrations: 'unknown' });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await app.close();
    await database.close();
  });
});

describe('an error that nobody expected', () => {
  it('answers 500 without a word about its cause', async () => {
    const { access } = await signUpCustomer(test);
    await test.database.pool.query('alter table signals rename to signals_lost');
    const answer = await test.request({
      url: '/api/signals/psx-signals/?signal_type=intraday',
      headers: { authorization: `Bearer ${access}` },
    });
    await test.database.pool.query('alter table signals_lost rename to signals');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ detail: 'Something went wrong on our side. Please try again.' });
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect((await test.request('/api/signals/psx-signals/?signal_type=intraday')).statusCode).toBe(200);
  });
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const hangingUp = createServer((socket) => socket.destroy());
afterAll(() => void hangingUp.close());

async function hangingUpPort(): Promise<number> {
  hangingUp.listen(0, '127.0.0.1');
  await once(hangingUp, 'listening');
  return (hangingUp.address() as { port: number }).port;
}
