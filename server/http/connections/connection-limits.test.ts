import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_IMPORT_BYTES } from '#contract/corporate-actions/imports.ts';
import { allEndpoints } from '#tests/support/contract.ts';
import { makeMeetings } from '#tests/support/corporate-actions.ts';
import { appOnDatabase } from '#tests/support/database/app-on-database.ts';
import { connectTo, type RawClient } from '#tests/support/sockets.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { bodyTimeoutMs, CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';

const LIMITS: ConnectionLimits = {
  headersMs: 300,
  // The usual limit of a body allows a second more.
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
const SIGN_IN = JSON.stringify({ email: 'nobody@example.com', password: 'secret' });
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

/** Sends the text slowly, a byte now and then, for as long as the connection is open. */
function trickle({ socket, send }: RawClient, text: string): void {
  const bytes = text[Symbol.iterator]();
  const timer = setInterval(() => {
    const { value, done } = bytes.next();
    if (!done) send(value);
  }, 40);
  socket.once('close', () => clearInterval(timer));
}

/** Fails when the server keeps the connection for longer than that. */
async function closedWithin(connection: RawClient, limitMs: number): Promise<string> {
  const begin = performance.now();
  const received = await connection.closed;
  // Other work on the machine must not fail the test: half as much again, and a second.
  expect(performance.now() - begin).toBeLessThan(limitMs * 1.5 + 1_000);
  return received;
}

describe('a connection is closed', () => {
  it('when nothing arrives on it, without a response', async () => {
    expect(await closedWithin(await client(), LIMITS.headersMs)).toBe('');
  });

  it('when its headers do not end', async () => {
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    expect(await closedWithin(connection, LIMITS.headersMs)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('when its headers trickle', async () => {
    const connection = await client();
    trickle(connection, `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ${'x'.repeat(500)}`);
    expect(await closedWithin(connection, LIMITS.headersMs)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['of a stated length', `Content-Length: ${SIGN_IN.length}\r\n\r\n${SIGN_IN.slice(0, 10)}`],
    ['in chunks', `Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`],
  ])('when its body %s does not end', async (_, halfBody) => {
    const connection = await client();
    connection.send(POST + halfBody);
    expect(await closedWithin(connection, 1_100)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('when its body trickles', async () => {
    const connection = await client();
    connection.send(`${POST}Content-Length: 5000\r\n\r\n`);
    trickle(connection, ' '.repeat(5_000));
    expect(await closedWithin(connection, 1_100)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('when the body of a request that was rejected before trickles on', async () => {
    const connection = await client();
    connection.send('POST /api/no-such-thing/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n');
    trickle(connection, ' '.repeat(5_000));
    expect(await closedWithin(connection, 1_100)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('when no further request follows', async () => {
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const received = await closedWithin(connection, LIMITS.keepAliveMs + 1_000);
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('when its client stops reading a long download', async () => {
    const long = 'x'.repeat(10_000);
    await makeMeetings(
      test.database,
      Array.from({ length: 1_200 }, () => ({ place: long })),
    );
    const connection = await client({ isReading: false });
    connection.send('GET /api/board-meetings/export.csv HTTP/1.1\r\nHost: x\r\n\r\n');
    await closedBy(connection);
  });

  it('when it sends more requests than it waits for', async () => {
    const connection = await client();
    connection.send('GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    expect((await connection.closed).split('HTTP/1.1 200').length).toBeLessThan(100);
  });

  /** A client that does not read does not notice the end of the connection, so the server is asked. */
  async function closedBy(connection: RawClient): Promise<void> {
    await vi.waitUntil(async () => (await openConnections()) === 1);
    await vi.waitUntil(async () => (await openConnections()) === 0, { timeout: 10_000 });
    expect(connection.socket.bytesRead).toBeLessThan(1_000_000);
  }
});

describe('an honest client', () => {
  it('may send a few requests at once', async () => {
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(9));
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect((await connection.closed).match(/HTTP\/1\.1 200/g)).toHaveLength(10);
  });

  it('may send its body in pieces', async () => {
    const connection = await client();
    connection.send(`${POST}Connection: close\r\nContent-Length: ${SIGN_IN.length}\r\n\r\n`);
    trickle(connection, SIGN_IN.slice(0, 10));
    setTimeout(() => connection.send(SIGN_IN.slice(10)), 40 * 12);
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('waits for a free connection only while all are taken', async () => {
    await Promise.all(Array.from({ length: LIMITS.maxConnections }, () => client()));
    expect(await (await client()).closed).toBe('');
    await vi.waitUntil(async () => (await openConnections()) < LIMITS.maxConnections);
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('in production', () => {
  it('the server is made with these limits', async () => {
    const app = await appOnDatabase(test.database);
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

  it('a sign-in has 21 seconds to arrive, and the largest import comes through at 256 kbit/s', () => {
    expect(bodyTimeoutMs(64 * 1024, CONNECTION_LIMITS)).toBe(21_000);
    const importMs = bodyTimeoutMs(MAX_IMPORT_BYTES * 2, CONNECTION_LIMITS);
    expect(importMs).toBeGreaterThan(((MAX_IMPORT_BYTES * 8) / 256_000) * 1_000);
  });

  it('no endpoint accepts bodies for which the whole request has no time', () => {
    const longest = Math.max(...allEndpoints.map(({ bodyLimitBytes = 0 }) => bodyLimitBytes));
    expect(bodyTimeoutMs(longest, CONNECTION_LIMITS) + CONNECTION_LIMITS.headersMs).toBeLessThan(
      CONNECTION_LIMITS.requestMs,
    );
  });
});
