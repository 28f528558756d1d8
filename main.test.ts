import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  getArticlePath,
  getCompanyPath,
  getSignalPath,
  getSubscriptionPath,
  paths,
} from './core/contract/paths.ts';
import { connectDatabase } from './core/server/platform/database.ts';
import { findRunningUrl } from './core/server/platform/embedded-database/embedded-database.ts';
import { createLogger } from './core/server/platform/logger.ts';
import { SIGNAL_TYPES } from './features/signals/contract/signal-types.ts';
import { useDataDir } from './tests/support/database/data-dir.ts';
import { makeMeetings } from './tests/support/market/corporate-actions.ts';
import { type FakeCollector, startFakeCollector } from './tests/support/network/fake-collector.ts';
import { connectTo, type RawClient } from './tests/support/network/sockets.ts';
import { NODE, type ServerProcess, startServerProcess } from './tests/support/server-process.ts';

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
/** Prints the packages of the OpenTelemetry SDK that are loaded. */
const REPORT_PACKAGES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (/^@opentelemetry\\/(?!api)/.test(specifier)) process.stderr.write('loaded ' + specifier + '\\n');
      return next(specifier, context);
    },
  });
`)}`;
const COMMAND = [NODE, '--import', REPORT_PACKAGES, 'main.ts'];

// Starting a server takes seconds, so that each start is for several checks.
const dataDir = useDataDir();
let server: ServerProcess;
let collector: FakeCollector;
const clients: RawClient[] = [];

async function start(settings: Record<string, string> = {}): Promise<void> {
  server = await startServerProcess({ DATA_DIR: dataDir.path, ...settings }, { command: COMMAND });
}

async function startWithCollector(options?: { isSilent: boolean }): Promise<FakeCollector> {
  collector = await startFakeCollector(options);
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  return collector;
}

async function connectClient(options?: { isReading: boolean }): Promise<RawClient> {
  const { hostname, port } = new URL(server.url);
  const client = await connectTo({ host: hostname, port: Number(port) }, options);
  clients.push(client);
  return client;
}

/** A kept-alive connection whose first request has been responded to. */
async function connectKeptAlive(): Promise<RawClient> {
  const client = await connectClient();
  client.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitUntil(() => client.received().includes('"ok"'), { timeout: 10_000 });
  return client;
}

/** Makes the download longer than what the operating system buffers for a client that does not read. */
async function storeLongMeetings(): Promise<void> {
  const url = (await findRunningUrl(dataDir.path)) as string;
  const database = connectDatabase(url, createLogger('silent'));
  await makeMeetings(
    database,
    Array.from({ length: 2_000 }, () => ({ place: 'x'.repeat(5_000) })),
  );
  await database.close();
}

async function rejectsConnections(): Promise<boolean> {
  const { hostname, port } = new URL(server.url);
  return connectTo({ host: hostname, port: Number(port) }).then(
    ({ socket }) => {
      socket.destroy();
      return false;
    },
    () => true,
  );
}

/** Tests stub `fetch`. */
const request = (path: string) =>
  new Promise<string>((resolve, reject) => {
    get(`${server.url}${path}`, (response) => resolve(text(response))).once('error', reject);
  });

describe('a server that is asked to stop', { timeout: 180_000 }, () => {
  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.destroy();
    await server?.stop();
    await collector?.close();
  });

  it('finishes running requests, closes idle connections, sends the last spans and exits with code 0', async () => {
    const { spans } = await startWithCollector();
    await request('/robots.txt');
    const unfinished = await connectClient();
    unfinished.send('GET / HTTP/1.1\r\nHost: x\r\n');
    const running = await connectClient();
    running.send(HALF_SIGN_IN);
    // The server has read both when it responds here.
    const idle = await connectKeptAlive();
    const begin = performance.now();
    const exitCode = server.stop();
    await vi.waitUntil(rejectsConnections, { timeout: 5_000 });
    await idle.closed;
    running.send(SIGN_IN.slice(10));
    const received = await running.closed;
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(received.toLowerCase()).toContain('connection: close');
    expect(await unfinished.closed).toMatch(/^HTTP\/1\.1 503 /);
    expect(await exitCode).toBe(0);
    expect(performance.now() - begin).toBeLessThan(STOP_LIMIT_MS);
    expect(spans.map(({ name }) => name)).toContain('GET /robots.txt');
    expect(server.output()).toContain('loaded @opentelemetry/sdk-trace');
    // The first start and the stop of a demo print no JSON, no stack and no message of the database.
    expect(server.output()).not.toMatch(/^\{|^ +at |message of the embedded database/m);
  });

  it('exits in time with code 0 while neither clients finish or read, nor the collector of spans responds', async () => {
    await startWithCollector({ isSilent: true });
    await storeLongMeetings();
    await connectKeptAlive();
    const stuck = await Promise.all(Array.from({ length: 8 }, () => connectClient({ isReading: false })));
    for (const [index, { send }] of stuck.entries()) {
      if (index % 4 === 0) send('GET / HTTP/1.1\r\nHost: x\r\n');
      if (index % 4 === 1) send(HALF_SIGN_IN);
      if (index % 4 === 2) send(GET_DOWNLOAD);
    }
    // Responded to after all of these have been read.
    await connectKeptAlive();
    const begin = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - begin).toBeLessThan(STOP_LIMIT_MS);
  });
});

// The demo has one administrator. Only the development build of React warns.
describe('a running server', { timeout: 180_000 }, () => {
  const stderr: Buffer[] = [];
  beforeAll(async () => {
    await start({ NODE_ENV: 'development', SIGNAL_APPROVAL: 'required' });
    server.child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  });
  afterAll(() => server?.stop());

  it('renders every page without a warning of React', async () => {
    const { results } = JSON.parse(await request('/api/signals/psx-signals/?signal_type=intraday'));
    const pages = [
      ...Object.values(paths),
      ...SIGNAL_TYPES.map((type) => `${paths.psxSignals}?signal_type=${type}`),
      getSignalPath(results[0].id),
      getCompanyPath('LUCK'),
      getArticlePath(1),
      getSubscriptionPath('sub_01'),
      '/nothing',
    ];
    for (const page of pages) expect(await request(page), page).toContain('</html>');
    const lines = Buffer.concat(stderr).toString().split('\n');
    // The log is JSON.
    expect(lines.filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
  });

  it('a running server has warned that no signal can be approved without a second administrator', () => {
    expect(server.output()).toMatch(/ WARN .*no signal can be approved without a second administrator/);
  });

  it('loads nothing of the OpenTelemetry SDK without a collector', async () => {
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain('loaded @opentelemetry');
  });
});
