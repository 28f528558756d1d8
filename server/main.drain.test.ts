import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';
import { useDataDir } from '#tests/support/database/data-dir.ts';
import { connectTo, type RawClient } from '#tests/support/sockets.ts';

const STOP_LIMIT_MS = 9_000;
const SIGN_IN = JSON.stringify({ email: 'unregistered@example.com', password: 'secret' });
const HALF_SIGN_IN = [
  'POST /api/customers/auth/login/ HTTP/1.1',
  'Host: x',
  'Content-Type: application/json',
  `Content-Length: ${SIGN_IN.length}`,
  '',
  SIGN_IN.slice(0, 10),
].join('\r\n');
const GET_DOWNLOAD = 'GET /api/board-meetings/export.csv HTTP/1.1\r\nHost: x\r\n\r\n';

const dataDir = useDataDir();
let product: Product;
const clients: RawClient[] = [];

beforeEach(async () => {
  product = await startProduct({ DATA_DIR: dataDir.path });
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await product.stop();
});

async function client(options?: { isReading: boolean }): Promise<RawClient> {
  const { hostname, port } = new URL(product.url);
  const connected = await connectTo({ host: hostname, port: Number(port) }, options);
  clients.push(connected);
  return connected;
}

/** A kept-alive connection whose first request has been responded to. */
async function keptAlive(): Promise<RawClient> {
  const connection = await client();
  connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitUntil(() => connection.received().includes('"ok"'), { timeout: 10_000 });
  return connection;
}

/** Makes the download longer than what the operating system buffers for a client that does not read. */
async function importLongMeetings(): Promise<void> {
  const place = 'x'.repeat(5_000);
  // Two files, because one may not be that large.
  for (const part of [1, 2]) {
    const rows = Array.from(
      { length: 1_000 },
      (_, row) => `Company ${part}-${row} Limited,Accounts,2026-11-23,${place}`,
    );
    const file = join(dataDir.path, `meetings-${part}.csv`);
    await writeFile(file, ['company_name,subject,meeting_date,place', ...rows, ''].join('\n'));
    await product.tezi('import', 'board-meetings', file);
  }
}

async function rejectsConnections(): Promise<boolean> {
  const { hostname, port } = new URL(product.url);
  return connectTo({ host: hostname, port: Number(port) }).then(
    ({ socket }) => {
      socket.destroy();
      return false;
    },
    () => true,
  );
}

describe('a server that is asked to stop', () => {
  it('finishes the requests that are running, closes idle connections and exits with code 0', async () => {
    const unfinished = await client();
    unfinished.send('GET / HTTP/1.1\r\nHost: x\r\n');
    const running = await client();
    running.send(HALF_SIGN_IN);
    // The server has read both when it responds here.
    const idle = await keptAlive();
    const begin = performance.now();
    const exitCode = product.terminate();
    await vi.waitUntil(rejectsConnections, { timeout: 5_000 });
    await idle.closed;
    running.send(SIGN_IN.slice(10));
    const received = await running.closed;
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(received.toLowerCase()).toContain('connection: close');
    expect(await unfinished.closed).toMatch(/^HTTP\/1\.1 503 /);
    expect(await exitCode).toBe(0);
    expect(performance.now() - begin).toBeLessThan(STOP_LIMIT_MS);
  }, 60_000);

  it('exits in time with code 0 while clients neither finish their requests nor read', async () => {
    await importLongMeetings();
    await keptAlive();
    const stuck = await Promise.all(Array.from({ length: 8 }, () => client({ isReading: false })));
    for (const [index, { send }] of stuck.entries()) {
      if (index % 4 === 0) send('GET / HTTP/1.1\r\nHost: x\r\n');
      if (index % 4 === 1) send(HALF_SIGN_IN);
      if (index % 4 === 2) send(GET_DOWNLOAD);
    }
    // Responded to after all of these have been read.
    await keptAlive();
    const begin = performance.now();
    expect(await product.terminate()).toBe(0);
    expect(performance.now() - begin).toBeLessThan(STOP_LIMIT_MS);
  }, 60_000);
});
