/**
 * `npm run bench:growth -- --database URL [--sizes 20k,1m] [--only TEXT] [--samples 5]`: fills a database of each size on the PostgreSQL server once,
 * with generated articles, signals, prices and customers, and starts a production server on it. Prints the time of the first
 * response of every list and page after all cached content became invalid, for both sizes, and their ratio. The databases
 * remain for the next run. Exits with 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { CHANGE_TOPICS } from '#core/contract/topics.ts';
import { CHANGE_CHANNEL, toChangePayload } from '#core/server/platform/change-bus.ts';
import { signAccessToken } from '#features/accounts/server/sessions/sessions.ts';
import { getFreePort, type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { readCpuTime } from '../responses/load.ts';
import { getMedian, report, reportVerdict } from '../support/report.ts';
import { openFilledDatabase, type Size } from './fill.ts';
import { type Caller, type Content, type GrowthRequest, REQUESTS } from './requests.ts';

const SIZES: Record<string, Size> = {
  '20k': { name: '20k', articles: 20_000, signals: 2_000, symbols: 17, days: 1_240, customers: 2_000 },
  '1m': { name: '1m', articles: 1_000_000, signals: 100_000, symbols: 863, days: 1_240, customers: 100_000 },
};
const TARGET_MS = 250;
const STREAM_TARGET_MS = 1_000;
const TOKEN_SECRET = '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t';
const ADMIN = { ADMIN_USERNAME: 'benchmark', ADMIN_PASSWORD: 'four quick herons rest' };
/** A clock is only advanced in demos. */
const TOPICS = CHANGE_TOPICS.filter((topic) => topic !== 'clock');
/** The server receives the notification in this time. */
const NOTIFIED_MS = 50;

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    sizes: { type: 'string', default: '20k,1m' },
    only: { type: 'string', default: '' },
    samples: { type: 'string', default: '5' },
  },
});
const { database: serverUrl } = values;
if (!serverUrl) throw new Error('Name a PostgreSQL server: npm run bench:growth -- --database postgres://…');
const sizes = values.sizes.split(',').map((name) => {
  const size = SIZES[name];
  if (!size) throw new Error(`There is no size ${name}; choose from ${Object.keys(SIZES).join(', ')}.`);
  return size;
});
const samples = Number(values.samples);
let lastIp = 0;

/** The times by the name of the size, then by that of the request. */
const measured = new Map<string, Map<GrowthRequest, number>>();
for (const size of sizes) {
  const url = await openFilledDatabase(serverUrl, size);
  measured.set(size.name, await measureSize(url, size));
}
for (const [table, requests] of Object.entries(REQUESTS)) {
  for (const request of requests) {
    const times = sizes.map(({ name }) => measured.get(name)?.get(request));
    if (times.every((time) => time === undefined)) continue;
    const target = request.isStream ? STREAM_TARGET_MS : TARGET_MS;
    const last = times.at(-1) ?? Number.NaN;
    const figures = Object.fromEntries(sizes.map(({ name }, index) => [name, format(times[index])]));
    report({
      table: `${table} (ms)`,
      name: request.name,
      figures: {
        ...figures,
        ...(sizes.length > 1 ? { ratio: (last / (times[0] ?? Number.NaN)).toFixed(1) } : {}),
      },
      target: `${target} ms`,
      isMet: last <= target,
    });
  }
}
reportVerdict();

async function measureSize(url: string, size: Size): Promise<Map<GrowthRequest, number>> {
  const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-growth-'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let server: ServerProcess | undefined;
  try {
    server = await startProductionServer(url, dir);
    const content = await readContent(client, size);
    const getToken = await createTokens(client);
    await waitUntilIdle(server, client);
    const times = new Map<GrowthRequest, number>();
    for (const [table, requests] of Object.entries(REQUESTS)) {
      for (const request of requests) {
        if (!`${table}: ${request.name}`.includes(values.only)) continue;
        times.set(request, await measureRequest(client, { url: server.url, request, content, getToken }));
      }
    }
    return times;
  } finally {
    await server?.stop();
    await client.end();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Measures a request some times, each time after everything changed, and returns the median. */
async function measureRequest(
  client: pg.Client,
  {
    url,
    request,
    content,
    getToken,
  }: { url: string; request: GrowthRequest; content: Content; getToken: (caller: Caller) => Promise<string> },
): Promise<number> {
  const times: number[] = [];
  const { as = 'visitor' } = request;
  const token = as === 'visitor' ? null : await getToken(as);
  for (let turn = 0; turn < samples; turn += 1) {
    const headers = {
      // Another user each time: the server lets a client that requests one page after the other wait between them.
      'x-forwarded-for': getNextIp(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const path = await resolvePage(url + request.path(content, turn), headers);
    for (const topic of TOPICS)
      await client.query('select pg_notify($1, $2)', [CHANGE_CHANNEL, toChangePayload(topic, 'benchmark')]);
    await sleep(NOTIFIED_MS);
    const begin = performance.now();
    // As browsers do: `fetch` itself asks for gzip and deflate only.
    const response = await fetch(path, { headers: { ...headers, 'accept-encoding': 'br' } });
    const reader = response.body?.getReader();
    let received = await reader?.read();
    if (request.isStream) times.push(performance.now() - begin);
    while (received && !received.done) received = await reader?.read();
    if (!request.isStream) times.push(performance.now() - begin);
    // A response that takes too long ends with 503, which misses the target.
    if (response.status === 503) return Number.POSITIVE_INFINITY;
    if (!response.ok) throw new Error(`${path} responded with status ${response.status}.`);
  }
  return getMedian(times);
}

function getNextIp(): string {
  lastIp += 1;
  return `198.18.${Math.floor(lastIp / 250) % 250}.${1 + (lastIp % 250)}`;
}

/** Replaces the pages `middle` and `last` by their numbers. */
async function resolvePage(url: string, headers: Record<string, string>): Promise<string> {
  const [, name] = /\bpage=(middle|last)\b/.exec(url) ?? [];
  if (name === undefined) return url;
  const response = await fetch(url.replace(name, '1'), { headers });
  const { count, results } = (await response.json()) as { count: number; results: unknown[] };
  const pages = Math.ceil(count / results.length);
  return url.replace(name, String(name === 'last' ? pages : Math.ceil(pages / 2)));
}

async function startProductionServer(url: string, dir: string): Promise<ServerProcess> {
  const port = String(await getFreePort());
  return startServerProcess({
    MODE: 'production',
    DATA_DIR: dir,
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TOKEN_SECRET,
    CONTACT_EMAIL: 'bench@example.com',
    CONTACT_PHONE: '+92 21 1234567',
    SMTP_URL: 'none',
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
    ...ADMIN,
  });
}

/**
 * At the start, a server evaluates signals, releases and signs entries of the ledger. The evaluation of all filled signals at once would
 * alert every customer of thousands of results for hours, which no site does: those alerts are deleted.
 */
async function waitUntilIdle({ child }: ServerProcess, client: pg.Client): Promise<void> {
  for (let idleSeconds = 0; idleSeconds < 6; ) {
    await client.query("delete from pgboss.job where name = 'signal-alert' and state = 'created'");
    const before = readCpuTime(child.pid);
    await sleep(1_000);
    idleSeconds = readCpuTime(child.pid) - before < 100_000 ? idleSeconds + 1 : 0;
  }
}

/** Returns a function that signs an access token. It is valid for minutes only. */
async function createTokens(client: pg.Client): Promise<(caller: Caller) => Promise<string>> {
  const createSession = async (kind: string, account: string) => {
    const { rows } = await client.query<{ id: string; accountId: string }>(
      `insert into sessions (account_kind, account_id, created_at, last_seen_at, expires_at, second_factor_at)
       select $1, id, now(), now(), now() + interval '1 day', now() from (${account}) account
       returning id, account_id as "accountId"`,
      [kind],
    );
    return rows[0] ?? { id: '', accountId: '' };
  };
  const subscriber = await createSession(
    'customer',
    `select user_id as id from subscriptions where status = 'active' limit 1`,
  );
  const administrator = await createSession('administrator', 'select id from administrators limit 1');
  return (caller) =>
    signAccessToken(
      caller === 'subscriber' ? subscriber : administrator,
      { current: TOKEN_SECRET, accepted: [] },
      new Date(),
    );
}

async function readContent(client: pg.Client, { articles }: Size): Promise<Content> {
  const list = async <T extends object>(query: string) => (await client.query<T>(query)).rows;
  const listIds = async (type: string) => {
    const rows = await list<{ id: string }>(
      `(select id from signals where signal_type = '${type}' and deleted_at is null order by created_at desc limit 5)
       union all
       (select id from signals where signal_type = '${type}' and deleted_at is null order by created_at limit 5)`,
    );
    return rows.map(({ id }) => id);
  };
  const symbols = await list<{ symbol: string }>(
    'select distinct symbol from index_values union select symbol from signals limit 30',
  );
  const importIds = await list<{ id: number }>('select id from imports order by id desc limit 5');
  return {
    symbols: symbols.map(({ symbol }) => symbol).filter((symbol) => symbol !== 'KSE100'),
    signals: {
      intraday: await listIds('intraday'),
      swing: await listIds('swing'),
      investment: await listIds('investment'),
    },
    customers: await list(
      `select users.id, email, first_name || ' ' || last_name as name, paddle_id as "paddleId"
       from users join subscriptions on user_id = users.id order by created_at limit 10`,
    ),
    articles,
    importIds: importIds.map(({ id }) => id),
  };
}

function format(time: number | undefined): string {
  if (time === undefined) return '–';
  return Number.isFinite(time) ? time.toFixed(0) : '503';
}
