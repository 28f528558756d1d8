import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_IMPORT_BYTES } from '#contract/imports/imports.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { connectTo, type RawClient } from '#tests/support/network/sockets.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, getBodyTimeoutMs } from './connection-limits.ts';

const LIMITS: ConnectionLimits = {
  headersMs: 300,
  // The default body limit adds a second.
  bodyMs: 100,
  requestMs: 30_000,
  inactivityMs: 10_000,
  stalledResponseMs: 500,
  keepAliveMs: 300,
  checkIntervalMs: 50,
  maxPipelinedRequests: 10,
  maxConnections: 40,
};

const LOGIN = '/api/customers/auth/login/';
const SIGN_IN = JSON.stringify({ email: 'ayesha@example.com', password: 'secret' });
const POST = `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;

const test = useTestApp({}, { connectionLimits: LIMITS });
const clients: RawClient[] = [];
let port: number;

beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await vi.waitUntil(async () => (await openConnections()) === 0);
});

async function client(options?: { isReading: boolean }): Promise<RawClient> {
  const connected = await connectTo({ port }, options);
  clients.push(connected);
  return connected;
}

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    test.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Sends the text one byte at a time while the connection is open. */
function trickle({ socket, send }: RawClient, text: string): void {
  const bytes = text[Symbol.iterator]();
  const timer = setInterval(() => {
    const { value, done } = bytes.next();
    if (!done) send(value);
  }, 40);
  socket.once('close', () => clearInterval(timer));
}

/** Waits for the connection to close and fails if it takes longer than the limit. */
async function expectClosedWithin(connection: RawClient, limitMs: number): Promise<string> {
  const begin = performance.now();
  const received = await connection.closed;
  // Other work on the machine must not fail the test.
  expect(performance.now() - begin).toBeLessThan(limitMs * 1.5 + 1_000);
  return received;
}

describe('a connection is closed', () => {
  it('closes a connection on which nothing arrives, without a response', async () => {
    expect(await expectClosedWithin(await client(), LIMITS.headersMs)).toBe('');
  });

  it('closes a connection whose headers do not end', async () => {
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    expect(await expectClosedWithin(connection, LIMITS.headersMs)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes a connection whose headers trickle in', async () => {
    const connection = await client();
    trickle(connection, `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ${'x'.repeat(500)}`);
    expect(await expectClosedWithin(connection, LIMITS.headersMs)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['of a stated length', `Content-Length: ${SIGN_IN.length}\r\n\r\n${SIGN_IN.slice(0, 10)}`],
    ['in chunks', `Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`],
  ])('closes a connection whose body %s does not end', async (_, halfBody) => {
    const connection = await client();
    connection.send(POST + halfBody);
    expect(await expectClosedWithin(connection, 1_100)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes a connection whose body trickles in', async () => {
    const connection = await client();
    connection.send(`${POST}Content-Length: 5000\r\n\r\n`);
    trickle(connection, ' '.repeat(5_000));
    expect(await expectClosedWithin(connection, 1_100)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes a connection when the body of an already rejected request trickles in', async () => {
    const connection = await client();
    connection.send('POST /api/no-such-thing/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n');
    trickle(connection, ' '.repeat(5_000));
    expect(await expectClosedWithin(connection, 1_100)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('closes a connection on which no further request follows', async () => {
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const received = await expectClosedWithin(connection, LIMITS.keepAliveMs + 1_000);
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('closes a connection whose client stops reading a long download', async () => {
    const long = 'x'.repeat(10_000);
    await makeMeetings(
      test.database,
      Array.from({ length: 1_200 }, () => ({ place: long })),
    );
    const connection = await client({ isReading: false });
    connection.send('GET /api/board-meetings/export.csv HTTP/1.1\r\nHost: x\r\n\r\n');
    await expectClosedByServer(connection);
  });

  it('closes a connection that pipelines too many requests', async () => {
    const connection = await client();
    connection.send('GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    expect((await connection.closed).split('HTTP/1.1 200').length).toBeLessThan(100);
  });

  /** A client that does not read does not notice that the connection is closed, so the server's count is used. */
  async function expectClosedByServer(connection: RawClient): Promise<void> {
    await vi.waitUntil(async () => (await openConnections()) === 1);
    await vi.waitUntil(async () => (await openConnections()) === 0, { timeout: 10_000 });
    expect(connection.socket.bytesRead).toBeLessThan(1_000_000);
  }
});

describe('a well-behaved client', () => {
  it('accepts a few pipelined requests', async () => {
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(9));
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect((await connection.closed).match(/HTTP\/1\.1 200/g)).toHaveLength(10);
  });

  it('accepts a body that is sent in pieces', async () => {
    const connection = await client();
    connection.send(`${POST}Connection: close\r\nContent-Length: ${SIGN_IN.length}\r\n\r\n`);
    trickle(connection, SIGN_IN.slice(0, 10));
    setTimeout(() => connection.send(SIGN_IN.slice(10)), 40 * 12);
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('rejects a connection only while all connections are in use', async () => {
    await Promise.all(Array.from({ length: LIMITS.maxConnections }, () => client()));
    expect(await (await client()).closed).toBe('');
    await vi.waitUntil(async () => (await openConnections()) < LIMITS.maxConnections);
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('the production limits', () => {
  it('sets the production limits on the server', async () => {
    const app = await createAppOnDatabase(test.database);
    expect(app.server).toMatchObject({
      headersTimeout: 20_000,
      requestTimeout: 600_000,
      timeout: 60_000,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: 5_000,
      maxConnections: 12_000,
    });
    await app.close();
  });

  it('allows 21 seconds for a sign-in and the largest import at 256 kbit/s', () => {
    expect(getBodyTimeoutMs(64 * 1024, CONNECTION_LIMITS)).toBe(21_000);
    const importMs = getBodyTimeoutMs(MAX_IMPORT_BYTES * 2, CONNECTION_LIMITS);
    expect(importMs).toBeGreaterThan(((MAX_IMPORT_BYTES * 8) / 256_000) * 1_000);
  });

  it('allows every endpoint its body timeout within the request timeout', () => {
    const longest = Math.max(...allEndpoints.map(({ bodyLimitBytes = 0 }) => bodyLimitBytes));
    expect(getBodyTimeoutMs(longest, CONNECTION_LIMITS) + CONNECTION_LIMITS.headersMs).toBeLessThan(
      CONNECTION_LIMITS.requestMs,
    );
  });
});
