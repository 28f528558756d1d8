import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_IMPORT_BYTES } from '#features/imports/contract/imports.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { connectTo, type RawClient } from '#tests/support/network/sockets.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, getBodyTimeoutMs } from './connection-limits.ts';

const LIMITS: ConnectionLimits = {
  headersMs: 300,
  // The default body limit adds a second.
  bodyMs: 100,
  requestMs: 120_000,
  inactivityMs: 120_000,
  stalledResponseMs: 500,
  keepAliveMs: 300,
  checkIntervalMs: 50,
  maxPipelinedRequests: 10,
  maxConnections: 40,
};

const LOGIN = '/api/customers/auth/login/';
const SIGN_IN = JSON.stringify({ email: 'ayesha@example.com', password: 'secret' });
const POST = `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;

const PATIENT: ConnectionLimits = { ...LIMITS, headersMs: 2_000, bodyMs: 60_000 };

const test = useTestApp({}, { connectionLimits: LIMITS });
const patient = useTestApp({}, { connectionLimits: PATIENT });
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

/** Waits for the connection to close because of its limit: the others, which are for all connections, are two minutes. */
async function expectClosed(connection: RawClient): Promise<string> {
  const begin = performance.now();
  const received = await connection.closed;
  expect(performance.now() - begin).toBeLessThan(60_000);
  return received;
}

describe('a connection is closed', () => {
  it('closes a connection on which nothing arrives, without a response', async () => {
    expect(await expectClosed(await client())).toBe('');
  });

  it('closes a connection whose headers do not end', async () => {
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    expect(await expectClosed(connection)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes a connection whose headers trickle in', async () => {
    const connection = await client();
    trickle(connection, `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ${'x'.repeat(500)}`);
    expect(await expectClosed(connection)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['of a stated length', `Content-Length: ${SIGN_IN.length}\r\n\r\n${SIGN_IN.slice(0, 10)}`],
    ['in chunks', `Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`],
  ])('closes a connection whose body %s does not end', async (_, halfBody) => {
    const connection = await client();
    connection.send(POST + halfBody);
    expect(await expectClosed(connection)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes a connection whose body trickles in', async () => {
    const connection = await client();
    connection.send(`${POST}Content-Length: 5000\r\n\r\n`);
    trickle(connection, ' '.repeat(5_000));
    expect(await expectClosed(connection)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes a connection when the body of an already rejected request trickles in', async () => {
    const connection = await client();
    connection.send('POST /api/no-such-thing/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n');
    trickle(connection, ' '.repeat(5_000));
    expect(await expectClosed(connection)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('closes a connection on which no further request follows', async () => {
    const connection = await client();
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const received = await expectClosed(connection);
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
    await vi.waitUntil(async () => (await openConnections()) === 0, { timeout: 60_000 });
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

  it('accepts a body that takes longer than headers may', async () => {
    const { app } = patient;
    await app.listen({ host: '127.0.0.1', port: 0 });
    const connection = await connectTo(app.server.address() as AddressInfo);
    connection.send(`${POST}Connection: close\r\nContent-Length: ${SIGN_IN.length}\r\n\r\n`);
    const begin = performance.now();
    connection.send(SIGN_IN.slice(0, -1));
    await vi.waitUntil(() => performance.now() - begin > PATIENT.headersMs);
    connection.send(SIGN_IN.slice(-1));
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
