import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '#tests/support/network/sockets.ts';
import { getFreePort } from '#tests/support/server-process.ts';
import { openStreamClient } from '#tests/support/signals/signal-stream.ts';
import { makeTemporaryDataDir, queryEmbedded, startFaultServer } from './support/fault-server.ts';
import { countAcknowledged, createJournal } from './support/journal.ts';
import { usePostgres } from './support/postgres.ts';
import { LOAD_SETTINGS, type ProductLoad, startProductLoad } from './support/product-load.ts';
import { getSeed } from './support/random.ts';
import { type Query, verifyJournal } from './support/verify-journal.ts';

const STREAMS = 20;
const BEFORE_SIGNAL_MS = 1_500;
/** A process manager kills a process that takes longer. */
const EXIT_LIMIT_MS = 10_000;
/** As often as `deploy/Caddyfile` checks a server. */
const HEALTH_CHECK_MS = 1_000;
const SLOW_REQUESTS = 8;

describe('a server in production mode that is asked to stop under load', () => {
  it('finishes every request that it has accepted, on the embedded database', async () => {
    const dataDir = makeTemporaryDataDir();
    const settings = { DATABASE_URL: 'embedded', DATA_DIR: dataDir };
    await stopUnderLoad('embedded database', settings, (statement) => queryEmbedded(dataDir, statement));
  });

  const postgres = usePostgres();

  it.skipIf(!postgres)('finishes every request that it has accepted, on PostgreSQL', async () => {
    const server = postgres as NonNullable<typeof postgres>;
    const url = await server.createDatabase('sigterm');
    await stopUnderLoad('PostgreSQL', { DATABASE_URL: url }, (statement) => server.query(url, statement));
  });
});

async function stopUnderLoad(name: string, settings: Record<string, string>, query: Query): Promise<void> {
  const start = async () => {
    const port = String(await getFreePort());
    return startFaultServer({
      ...LOAD_SETTINGS,
      MODE: 'production',
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      CONTACT_EMAIL: 'support@tezi.example',
      CONTACT_PHONE: '+92 42 0000 0000',
      SMTP_URL: 'none',
      ...settings,
    });
  };
  const product = await start();
  const journal = createJournal();
  const load = await startProductLoad(product, journal, { seed: getSeed(), hasPaddle: false });
  const port = Number(new URL(product.url).port);
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => openStreamClient(port)));
  onTestFinished(() => {
    for (const stream of streams) stream.disconnect();
  });
  const slow = await Promise.all(
    Array.from({ length: SLOW_REQUESTS }, (_, index) => beginSlowRequest(port, index)),
  );
  await wait(BEFORE_SIGNAL_MS);

  const exited = once(product.child, 'exit');
  const begin = performance.now();
  product.child.kill('SIGTERM');
  const balanced = stopWhenUnready(product.url, load);
  await waitForClosedPort(port);
  const responses = await Promise.all(slow.map((finish) => finish()));
  expect(await exited, product.output()).toEqual([0, null]);
  const exitMs = performance.now() - begin;
  await balanced;

  expect(exitMs).toBeLessThan(EXIT_LIMIT_MS);
  expect(load.unexpected).toEqual([]);
  expect(load.failures, 'connections that ended without a response').toEqual([]);
  for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 401 /);
  for (const stream of streams) {
    expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'restart' } });
    expect(stream.text()).toMatch(/retry: \d+\nevent: end/);
  }
  // Started again, because the embedded database stops with its server.
  await start();
  await verifyJournal(journal, query);
  process.stdout.write(
    `  SIGTERM, ${name}: exit after ${(exitMs / 1_000).toFixed(1)} s with code 0, 0 connection resets, ` +
      `${countAcknowledged(journal)} acknowledged writes, 0 lost, ${journal.statuses.get(503) ?? 0} × 503, ` +
      `${SLOW_REQUESTS} slow requests finished, ${STREAMS} streams ended with notice\n`,
  );
}

/** Waits until the server accepts no new connections: after the notice, and before the limit for running requests. */
async function waitForClosedPort(port: number): Promise<void> {
  const isOpen = () =>
    connectTo({ host: '127.0.0.1', port }).then(
      ({ socket }) => {
        socket.destroy();
        return true;
      },
      () => false,
    );
  while (await isOpen()) await wait(100);
}

/** Stops the load as a load balancer does: when a health check fails or reports that the server is not ready. */
async function stopWhenUnready(url: string, load: ProductLoad): Promise<void> {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (await isReady()) await wait(HEALTH_CHECK_MS);
  await load.stop();
}

/** Sends a part of a request. Returns a function that sends the rest and returns the response. */
async function beginSlowRequest(port: number, index: number): Promise<() => Promise<string>> {
  // Of another account each, because wrong passwords of one are throttled.
  const body = JSON.stringify({ email: `unregistered-${index}@example.com`, password: 'five tall trees' });
  const client = await connectTo({ host: '127.0.0.1', port });
  onTestFinished(() => void client.socket.destroy());
  const head = [
    'POST /api/customers/auth/login/ HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  client.send(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
  return () => {
    client.send(body.slice(10));
    return client.closed;
  };
}
