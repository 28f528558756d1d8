/**
 * `npm run bench:alerts -- --database URL [--customers 10000 --sends 1000000 --rate 200]`: publishes a premium signal to customers who each have
 * an open stream, a device, a chat and emails, while visitors load pages, and measures when it arrives. Then Telegram blocks the bot
 * several times. Then signals are published until devices have been sent `--sends` messages, while customers lose their access.
 *
 * One production-like server does everything. The services are simulators with the limits of real ones, over real connections; they, the
 * clients of streams and the visitors are in other processes or threads. Exits with 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { makeCertificate } from '#tests/support/network/make-certificate.ts';
import { createDevice } from '#tests/support/push-device.ts';
import { startClients } from '../streams/client-process.ts';
import { createServerDatabase } from '../support/database-on-server.ts';
import { reportVerdict } from '../support/report.ts';
import { type Server, startServer } from '../support/server.ts';
import { measureArrivals } from './arrivals.ts';
import type { Bench } from './bench.ts';
import { measureBlocks } from './blocks.ts';
import { addChats, addDevices, addSubscribers, requestEmails, signTokens } from './customers.ts';
import { measureEntitlement } from './entitlement.ts';
import { createPublisher } from './publisher.ts';
import { startService } from './service-process.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    customers: { type: 'string', default: '10000' },
    sends: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '200' },
  },
});
const databaseUrl = values.database ?? process.env.TEST_DATABASE_URL;
if (!databaseUrl) throw new Error('Name a PostgreSQL server with `--database URL`.');
const customerCount = Number(values.customers);

const TOKEN_SECRET = 'the token secret of the benchmark of alerts';
const BOT_TOKEN = `123456:${'A'.repeat(35)}`;
/** As slow as Telegram. */
const EMAILS_PER_SECOND = 30;
/** Before anyone has a device or a chat. */
const WARM_UP = { clients: 100, publications: 10 };

/** The job of every minute gives the push service its lane. */
const LANES_POLL_MS = 500;

const folder = mkdtempSync(join(tmpdir(), 'tezi-bench-alerts-'));
const { key: keyFile, cert: certificateFile } = makeCertificate(folder);
const database = await createServerDatabase(databaseUrl, '_alerts');
const options = { keyFile, certificateFile, botToken: BOT_TOKEN, emailsPerSecond: EMAILS_PER_SECOND };
const push = await startService({ name: 'push', ...options });
const telegram = await startService({ name: 'telegram', ...options });
const email = await startService({ name: 'email', ...options });
const clients = startClients();
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
// Connections that are closing when the database is dropped.
pool.on('error', () => {});
let server: Server | undefined;
try {
  // A demo: production sends nothing to simulators.
  server = await startServer({
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    TOKEN_SECRET,
    PUSH_VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_API_URL: telegram.url,
    SMTP_URL: email.url,
    MAIL_FROM: 'no-reply@tezi.example',
    OUTBOUND_ALLOW_LOOPBACK: 'true',
    NODE_EXTRA_CA_CERTS: certificateFile,
    MAX_STREAMS_PER_IP: '100000',
  });
  const publisher = createPublisher(server.url);
  const ids = await addSubscribers(pool, customerCount);

  const { keys } = createDevice();
  const tokens = await signTokens(ids, TOKEN_SECRET);
  const target = { port: Number(new URL(server.url).port), path: `/api${SIGNAL_STREAM_PATH}`, tokens };
  await publisher.signIn();
  await clients.open(target, Math.min(WARM_UP.clients, customerCount));
  for (let count = 0; count < WARM_UP.publications; count += 1) await clients.receive(publisher.publish);
  await clients.open(target, customerCount);
  await addDevices(pool, ids, { url: push.url, keys });
  await addChats(pool, ids);
  await telegram.openChats(customerCount);
  await requestEmails(pool, ids);
  await pool.query('vacuum analyze');
  while ((await pool.query('select from alert_lanes')).rowCount === 0) await wait(LANES_POLL_MS);

  const services = { push, telegram, email };
  const bench: Bench = { server, pool, services, clients, publisher, ids, keys };
  await measureArrivals(bench, { pageRate: Number(values.rate), emailsPerSecond: EMAILS_PER_SECOND });
  clients.stop();
  await measureBlocks(bench);
  await measureEntitlement(bench, { sends: Number(values.sends) });
} finally {
  clients.stop();
  for (const service of [push, telegram, email]) service.stop();
  await server?.stop();
  await pool.end();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
}
reportVerdict();
