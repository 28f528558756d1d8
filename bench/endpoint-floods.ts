import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { encryptSecret } from '#core/server/platform/stored-secrets.ts';
import { makeCertificate } from '#tests/support/network/make-certificate.ts';
import { createDevice } from '#tests/support/push-device.ts';
import { addDevices, addSubscribers } from './alerts/customers.ts';
import { createPublisher } from './alerts/publisher.ts';
import { createServerDatabase } from './support/database-on-server.ts';
import { getMedian, getQuantile } from './support/report.ts';
import { startServer } from './support/server.ts';

const TOKEN_SECRET = 'the token secret of the benchmark of floods';
const CUSTOMERS = 300;
const WEBHOOK_CUSTOMERS = 10;
const DEVICES_PER_ACCOUNT = 10;
/** The hanging push endpoints are spread over so many origins. */
const HANGING_ORIGINS = 5;
/** Services respond after so long, as if they were far away. */
const RESPONSE_MS = 100;
const SIGNALS = 5;
const POLL_MS = 200;
const LONGEST_MS = 2 * MINUTE;

export interface FloodOptions {
  databaseUrl: string;
  /** Push endpoints that never respond. */
  endpoints: number;
  /** Hosts of webhooks that never respond. */
  hosts: number;
}

/** The times of arrival of the messages of ordinary customers, in ms after the publication, by signal. */
export type Arrivals = Record<'push' | 'webhook', number[][]>;

/**
 * Publishes signals to customers whose push service and webhooks respond, without and then with others whose push endpoints and webhooks never
 * respond. All services are in this process.
 */
export async function measureEndpointFlood(
  options: FloodOptions,
): Promise<{ alone: Arrivals; flooded: Arrivals }> {
  const folder = mkdtempSync(join(tmpdir(), 'tezi-bench-floods-'));
  const { key, cert } = makeCertificate(folder);
  const servers: HttpsServer[] = [];
  const listen = async (respond: boolean) => {
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      request.resume();
      if (respond) setTimeout(() => response.writeHead(201).end(), RESPONSE_MS);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return `https://localhost:${(server.address() as AddressInfo).port}`;
  };
  const listenOften = (count: number, respond: boolean) =>
    Promise.all(Array.from({ length: count }, () => listen(respond)));
  const database = await createServerDatabase(options.databaseUrl, '_floods');
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => {});
  const server = await startServer({
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    TOKEN_SECRET,
    PUSH_VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
    OUTBOUND_ALLOW_LOOPBACK: 'true',
    NODE_EXTRA_CA_CERTS: cert,
    LOG_LEVEL: 'silent',
  });
  try {
    const publisher = createPublisher(server.url);
    await publisher.signIn();
    const { keys } = createDevice();
    const ids = await addSubscribers(pool, CUSTOMERS);
    const [service = ''] = await listenOften(1, true);
    await addDevices(pool, ids, { url: service, keys });
    const programmers = ids.slice(0, WEBHOOK_CUSTOMERS);
    await addWebhooks(pool, programmers, await listenOften(WEBHOOK_CUSTOMERS, true));
    const measure = () => measureArrivals(pool, publisher, { push: ids, webhook: programmers });
    // They have accepted messages before the flood.
    await publisher.publish();
    await waitForLanes(pool, WEBHOOK_CUSTOMERS + 1);
    const alone = await measure();

    const others = (await pool.query<{ id: string }>(ADD_OTHERS, [getAccounts(options)])).rows.map(
      ({ id }) => id,
    );
    const origins = await listenOften(HANGING_ORIGINS, false);
    for (let index = 0; index < options.endpoints; index += 1)
      await pool.query(ADD_HANGING, [
        others[Math.floor(index / DEVICES_PER_ACCOUNT)],
        `${origins[index % HANGING_ORIGINS]}/send/${index}`,
        keys.p256dh,
        keys.auth,
      ]);
    const hosts = await listenOften(options.hosts, false);
    await addWebhooks(pool, others.slice(0, options.hosts), hosts);
    await pool.query('vacuum analyze');
    return { alone, flooded: await measure() };
  } finally {
    await server.stop();
    for (const each of servers) each.closeAllConnections();
    for (const each of servers) each.close();
    await pool.end();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const getAccounts = ({ endpoints, hosts }: FloodOptions) =>
  Math.max(Math.ceil(endpoints / DEVICES_PER_ACCOUNT), hosts);

/** With a session and access, so that all signals concern them. */
const ADD_OTHERS = `
  with added as (
    insert into users (email, first_name, last_name, email_verified_at, created_at)
    select 'hanging-' || number || '@example.com', 'Ali', 'Khan', now(), now() from generate_series(1, $1::int) as number returning id),
  sessions as (
    insert into sessions (id, account_kind, account_id, created_at, last_seen_at, expires_at)
    select id, 'customer', id, now(), now(), now() + interval '1 day' from added),
  grants as (
    insert into premium_grants (user_id, reason, granted_by, starts_at, ends_at)
    select id, 'benchmark', 'bench', now() - interval '1 day', now() + interval '30 days' from added),
  accepted as (
    insert into risk_acceptances (user_id, version, place, accepted_at)
    select id, (select max(version) from risk_acceptances), 'prompt', now() from added)
  select id from added`;

const ADD_HANGING = `
  insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at, last_seen_at)
  values ($1, $1, $2, $3, $4, now(), now())`;

async function addWebhooks(
  pool: pg.Pool,
  userIds: readonly string[],
  urls: readonly string[],
): Promise<void> {
  for (const [index, userId] of userIds.entries()) {
    const owner = { purpose: 'tezi webhook secrets', id: userId } as const;
    const secret = encryptSecret(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, owner, {
      current: TOKEN_SECRET,
      accepted: [],
    });
    await pool.query(
      'insert into webhooks (id, user_id, url, secret, created_at) values ($1, $1, $2, $3, now())',
      [userId, `${urls[index]}/hook`, secret],
    );
  }
}

/** Releases before lanes have none to wait for. */
async function waitForLanes(pool: pg.Pool, count: number): Promise<void> {
  const { rows } = await pool.query("select to_regclass('alert_lanes') as name");
  for (const end = performance.now() + LONGEST_MS; rows[0].name !== null && performance.now() < end; ) {
    if (((await pool.query('select from alert_lanes')).rowCount ?? 0) >= count) return;
    await wait(POLL_MS);
  }
}

/** Publishes signals, each when the one before has arrived at all ordinary customers, or far too late. */
async function measureArrivals(
  pool: pg.Pool,
  publisher: ReturnType<typeof createPublisher>,
  customers: Record<'push' | 'webhook', readonly string[]>,
): Promise<Arrivals> {
  const arrivals: Arrivals = { push: [], webhook: [] };
  for (let count = 0; count < SIGNALS; count += 1) {
    const begin = performance.timeOrigin + performance.now();
    const signalId = await publisher.publish();
    const read = async (channel: 'push' | 'webhook') => {
      const { rows } = await pool.query<{ at: number | null }>(
        `select extract(epoch from accepted_at)::float8 * 1000 as at
         from alert_deliveries join alert_events on alert_events.id = event_id
         where subject ->> 'signalId' = $1 and channel = $2 and alert_deliveries.user_id = any($3)`,
        [signalId, channel, customers[channel]],
      );
      const accepted = rows.flatMap(({ at }) => (at === null ? [] : at - begin));
      const isComplete = accepted.length === customers[channel].length;
      // Those that have not arrived by then count as if they arrived then.
      return { isComplete, times: customers[channel].map((_id, index) => accepted[index] ?? LONGEST_MS) };
    };
    let results = [await read('push'), await read('webhook')] as const;
    while (
      results.some(({ isComplete }) => !isComplete) &&
      performance.timeOrigin + performance.now() < begin + LONGEST_MS
    ) {
      await wait(POLL_MS);
      results = [await read('push'), await read('webhook')];
    }
    arrivals.push.push(results[0].times);
    arrivals.webhook.push(results[1].times);
    await wait(SECOND);
  }
  return arrivals;
}

const MAX_RATIO = 2;

/** Prints the delays of ordinary customers without and with a flood. Returns true if their medians are at most twice as long. */
export function reportEndpointFlood({
  alone,
  flooded,
}: Awaited<ReturnType<typeof measureEndpointFlood>>): boolean {
  let isMet = true;
  for (const channel of ['push', 'webhook'] as const) {
    const [before, during] = [alone[channel].flat(), flooded[channel].flat()];
    const ratio = getMedian(during) / getMedian(before);
    isMet &&= ratio <= MAX_RATIO;
    const format = (times: number[]) =>
      `median ${(getMedian(times) / SECOND).toFixed(2)} s, slowest ${(getQuantile(times, 1) / SECOND).toFixed(2)} s`;
    console.log(
      `  ${channel.padEnd(8)} alone: ${format(before)}; with the flood: ${format(during)}; ×${ratio.toFixed(2)}`,
    );
    const medians = flooded[channel].map((times) => (getMedian(times) / SECOND).toFixed(2));
    console.log(`           medians of the signals with the flood: ${medians.join(', ')} s`);
  }
  return isMet;
}
