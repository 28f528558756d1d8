import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createGuardedFetch } from '#core/server/platform/outbound/guarded-fetch.ts';
import { createGoogleClient } from '#features/accounts/server/google/google-client.ts';
import { callPaddle } from '#features/billing/server/paddle/sdk-gateway.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { type FakeCollector, startFakeCollector } from '#tests/support/network/fake-collector.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { startTracing } from './opentelemetry.ts';
import { getActiveSpan } from './tracing.ts';

const test = useTestApp();
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${PARENT_ID}-01`;
const PROXY = '10.0.0.1';
const PASSWORD = 'Unmistakable-Passw0rd-7731';
const NAME = 'Unmistakable-Name';
const EMAIL = 'traced-customer@example.com';

let collector: FakeCollector;
let app: FastifyInstance;
const lines: string[] = [];
let tracing: ReturnType<typeof startTracing>;

/** Starts tracing and an app; both end, and the spans arrive, with `finish`. */
async function start(sampledShare = 1): Promise<void> {
  collector = await startFakeCollector();
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const settings = {
    url: `${collector.url}/v1/traces`,
    headers: { 'api-key': 'collector-key' },
    serviceName: 'tezi-test',
    sampledShare,
  };
  tracing = startTracing(settings, { version: '1.2.3', logger });
  app = await createAppOnDatabase(test.database, { TRUSTED_PROXIES: `${PROXY},127.0.0.1` }, { logger });
}

async function finish() {
  await tracing.close();
  await app.close();
  await collector.close();
  return collector.spans;
}

/** Sends a request over the network and waits for the whole response. */
async function send(
  path: string,
  options: RequestOptions & { body?: string } = {},
  server = app,
): Promise<void> {
  const { port } = server.server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, path, ...options });
  sent.end(options.body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await text(response);
}

const findSpan = (name: string) => collector.spans.find((span) => span.name === name);
const findChildren = (spanId: string | undefined) =>
  collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

beforeEach(() => void lines.splice(0));

describe('a traced request', () => {
  beforeAll(async () => {
    await start();
    await app.listen({ host: '127.0.0.1', port: 0 });
    await send(`/api/customers/auth/login/?secret=${PASSWORD}`, {
      method: 'POST',
      headers: {
        traceparent: TRACEPARENT,
        'x-forwarded-for': '203.0.113.77',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    // Queues an email.
    await send('/api/customers/auth/register/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: NAME, last_name: NAME, email: EMAIL, password: PASSWORD }),
    });
    // The second response is sent before routing.
    for (const _ of [1, 2]) await send(`/api/board-meetings/?search=${EMAIL}`);
    await send(paths.boardMeetings);
    await send(`/nothing/${EMAIL}`);
    await finish();
  });

  it('continues the trace of a trusted proxy, with route, status and request ID', () => {
    expect(findSpan('POST /api/customers/auth/login/')).toMatchObject({
      traceId: TRACE_ID,
      parentSpanId: PARENT_ID,
      hasFailed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/customers/auth/login/',
        'http.response.status_code': 401,
        'tezi.request_id': expect.stringMatching(/^[\w-]{16}$/),
      },
    });
  });

  it('contains its database statements, without values', () => {
    const signIn = findSpan('POST /api/customers/auth/login/');
    const statements = findChildren(signIn?.spanId);
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.every(({ traceId }) => traceId === TRACE_ID)).toBe(true);
    expect(statements.map(({ attributes }) => attributes['db.query.text']).join('\n')).toContain('$1');
    expect(statements[0]?.attributes['db.system.name']).toBe('postgresql');
  });

  it('contains the API calls of a page', () => {
    const page = collector.spans.find(
      ({ name, parentSpanId, spanId }) =>
        name === 'GET /*' && parentSpanId === undefined && findChildren(spanId).length > 0,
    );
    expect(page?.attributes['http.route']).toBe(paths.boardMeetings);
    expect(findChildren(page?.spanId).map(({ name }) => name)).toContain('GET /api/board-meetings/');
  });

  it('a traced request is recorded when the cache responds before routing', () => {
    const lists = collector.spans.filter(
      ({ name, parentSpanId }) => name === 'GET /api/board-meetings/' && parentSpanId === undefined,
    );
    expect(lists.map(({ attributes }) => attributes['tezi.cache'])).toEqual([undefined, 'hit']);
    expect(lists[1]?.attributes['http.response.status_code']).toBe(200);
  });

  it('a traced request has no name, email, password, IP address or query in any span', () => {
    const sent = collector.bodies.join('');
    expect(findSpan('POST /api/customers/auth/register/')?.attributes['http.response.status_code']).toBe(201);
    for (const value of [EMAIL, encodeURIComponent(EMAIL), PASSWORD, NAME, '203.0.113.77', 'search=']) {
      expect(sent).not.toContain(value);
    }
  });

  it('names the service and its version, and sends the headers of the settings', () => {
    expect(collector.bodies[0]).toContain('tezi-test');
    expect(collector.bodies[0]).toContain('1.2.3');
    expect(collector.headers[0]?.['api-key']).toBe('collector-key');
  });

  it('a traced request is part of its log lines', async () => {
    await start();
    await app.inject({ url: '/api/customers/profile/' });
    await finish();
    const [line = '{}'] = lines;
    const span = findSpan('GET /api/customers/profile/');
    expect(JSON.parse(line)).toMatchObject({ code: 'not_authenticated', trace_id: span?.traceId });
  });
});

describe('the trace of another client', () => {
  it('the trace of another client is not continued', async () => {
    await start();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const untrusted = await createAppOnDatabase(test.database, { TRUSTED_PROXIES: PROXY });
    await untrusted.listen({ host: '127.0.0.1', port: 0 });
    const headers = { traceparent: TRACEPARENT };
    await send('/robots.txt', { headers });
    await send('/sitemap.xml', { headers }, untrusted);
    await send('/healthz', { headers: { traceparent: `${TRACEPARENT}-x` } });
    await untrusted.close();
    await finish();
    expect(findSpan('GET /robots.txt')?.traceId).toBe(TRACE_ID);
    expect(findSpan('GET /sitemap.xml')?.traceId).not.toBe(TRACE_ID);
    expect(findSpan('GET /healthz')?.traceId).not.toBe(TRACE_ID);
  });
});

describe('a traced job', () => {
  it('contains its statements and its calls of other servers, without their paths', async () => {
    await start();
    const publisher = createServer((_request, response) => response.end('feed')).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const { port } = publisher.address() as AddressInfo;
    const fetchFeed = createGuardedFetch({ allowLoopback: true, ports: new Set([port]) });
    const metadata = {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/a',
    };
    const google = createGoogleClient(
      { issuer: metadata.issuer, clientId: 'id', clientSecret: 'secret' },
      { redirectUri: 'https://tezi.test/', fetch: async () => Response.json(metadata) },
    );
    const queue = defineQueue('traced-job', { timeLimitMs: MINUTE });
    test.jobs.handle(queue, async () => {
      await test.database.db.execute(sql`select ${EMAIL}::text`);
      await fetchFeed(`http://127.0.0.1:${port}/private-path?key=${PASSWORD}`);
      await google.buildAuthorizationUrl({ state: 'x', nonce: 'x', codeVerifier: 'x'.repeat(43) });
      await callPaddle(() => Promise.reject(new TypeError('fetch failed')), 1_000).catch(() => {});
    });
    await test.database.transaction((tx) => enqueue(tx, queue, {}));
    await test.jobs.runDue(queue);
    publisher.close();
    await finish();

    const job = findSpan('job traced-job');
    expect(job).toMatchObject({ parentSpanId: undefined, hasFailed: false });
    expect(
      findChildren(job?.spanId).map(({ name, hasFailed, attributes }) => [name, hasFailed, attributes]),
    ).toEqual([
      ['SELECT', false, expect.objectContaining({ 'db.query.text': 'select $1::text' })],
      ['GET 127.0.0.1', false, expect.objectContaining({ 'http.response.status_code': 200 })],
      ['GET accounts.google.com', false, expect.objectContaining({ 'http.response.status_code': 200 })],
      ['Paddle API', true, { 'peer.service': 'paddle', 'error.type': 'network' }],
    ]);
    const sent = collector.bodies.join('');
    for (const value of [EMAIL, PASSWORD, 'private-path']) expect(sent).not.toContain(value);
  });
});

describe('sampling', () => {
  it('records no trace with a share of 0, unless a trusted proxy has decided so', async () => {
    await start(0);
    await app.listen({ host: '127.0.0.1', port: 0 });
    await send('/robots.txt');
    await send('/sitemap.xml', { headers: { traceparent: TRACEPARENT } });
    await finish();
    const names = collector.spans.map(({ name }) => name);
    expect(names.filter((name) => name !== 'SELECT' && name !== 'WITH')).toEqual(['GET /sitemap.xml']);
  });
});

describe('without a working collector', () => {
  /** Traces requests with a collector that does not accept the spans. Returns the messages of the log. */
  async function trace(url: string, requests: number): Promise<string[]> {
    const messages: string[] = [];
    const logger = createLogger('info', { write: (line) => void messages.push(JSON.parse(line).msg) });
    const settings = { url: `${url}/v1/traces`, headers: {}, serviceName: 'tezi', sampledShare: 1 };
    tracing = startTracing(settings, { version: '1', logger });
    app = await createAppOnDatabase(test.database, {}, { logger });
    for (let index = 0; index < requests; index += 1) {
      expect((await app.inject('/api/board-meetings/')).statusCode).toBe(200);
    }
    await tracing.close();
    await app.close();
    return messages;
  }

  it('serves requests, and stops although the collector cannot be reached', async () => {
    const closed = await startFakeCollector();
    await closed.close();
    await trace(closed.url, 1);
    expect(getActiveSpan()).toBeUndefined();
  });

  it('logs once that spans cannot be sent', async () => {
    collector = await startFakeCollector({ status: 400 });
    // Several batches.
    const messages = await trace(collector.url, 600);
    await collector.close();
    expect(collector.bodies.length).toBeGreaterThan(1);
    expect(messages).toEqual(['traces could not be sent']);
  });
});
