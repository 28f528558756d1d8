/**
 * `npm run bench:streams -- --database URL [--clients 1000,5000,10000 --rounds N]`: opens streams on one production server
 * with a database on a PostgreSQL server, publishes signals, and measures the time until every stream has received each.
 * The same number of streams of nginx with Nchan, where it is installed, receives the same data in turn, so that other
 * load on the machine affects both; the ratio is the median of the rounds. The clients of each are in a process of their
 * own and do nothing but receive.
 *
 * The time is measured from the publish request, and for Tezi also from the notification of the commit. Exits with 1 if an
 * event is lost or doubled, if 10,000 streams take longer than the target, or if a stream uses too much memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { CHANGE_CHANNEL } from '#core/server/platform/change-bus.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { getFreePort, type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { readCpuTime } from '../responses/load.ts';
import { createServerDatabase } from '../support/database-on-server.ts';
import { type ClientProcess, startClients } from './client-process.ts';
import { INSPECTOR_SETTINGS, readMemory } from './memory.ts';
import { startNchan } from './nchan.ts';

const MAX_P99_RATIO = 1.1;
const RATIO_CLIENTS = 10_000;
const MAX_BYTES_PER_STREAM = 40 * 1024;
const BETWEEN_ROUNDS_MS = 200;
const ADMIN = { username: 'bench', password: 'correct horse battery staple' };

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    clients: { type: 'string', default: '1000,5000,10000' },
    rounds: { type: 'string', default: '15' },
  },
});
const databaseUrl = values.database ?? process.env.TEST_DATABASE_URL;
if (!databaseUrl) throw new Error('Name a PostgreSQL server with `--database URL`.');
const sizes = values.clients.split(',').map(Number);
const rounds = Number(values.rounds);

const WARM_UP = { clients: 100, rounds: 30 };
const SIGNAL = {
  symbol: 'LUCK',
  signal_type: 'intraday',
  entry_price: '471.00',
  stop_loss: '448.00',
  target_points: ['495.00', '518.00', '540.00'],
  override_reason: 'Made for a benchmark',
};
const STREAM_PATH = `/api${SIGNAL_STREAM_PATH}`;

/** The latencies of the events of one server, in ms. */
interface Latencies {
  fromRequest: number[];
  /** From the notification of the commit, if there was one. */
  fromNotification: number[];
  /** The p99 of each round, from the request. */
  p99s: number[];
  /** Of the publish requests themselves. */
  requests: number[];
  /** The CPU time of the server for all events, which other load on the machine affects least. */
  cpuMicroseconds: number;
  lost: number;
  doubled: number;
}

const missed: string[] = [];
const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-streams-'));
const database = await createServerDatabase(databaseUrl, '_streams');
const server = await startProductionServer(database.url);
const nchan = await startNchan();
if (nchan === null) console.log('nginx with Nchan is not installed: there is no comparison.');
const ours = startClients();
const theirs = startClients();
const agent = new Agent({ keepAlive: true });
const listener = new pg.Client({ connectionString: database.url });
let notifiedAtMs = 0;
try {
  await listener.connect();
  listener.on('notification', () => (notifiedAtMs = now()));
  await listener.query(`listen ${CHANGE_CHANNEL}`);
  const authorization = await signIn(server.url);
  const target = { port: Number(new URL(server.url).port), path: STREAM_PATH };
  const publish = () => post(`${server.url}/api/admin/signals/`, JSON.stringify(SIGNAL), { authorization });
  // Loads what the first streams and publications need, so that it does not count as theirs.
  await ours.open(target, WARM_UP.clients);
  let data = '';
  for (let round = 0; round < WARM_UP.rounds; round += 1) data = (await ours.receive(publish)).data;
  const memoryBefore = await readMemory(server);
  console.log(`Events of ${Buffer.byteLength(data)} bytes, ${rounds} rounds, in ms\n`);
  for (const size of sizes) await compare(size);

  async function compare(size: number): Promise<void> {
    await ours.open(target, size);
    const bytes = ((await readMemory(server)) - memoryBefore) / (size - WARM_UP.clients);
    if (nchan) await theirs.open({ port: nchan.port, path: '/streams' }, size);
    const tezi = createLatencies();
    const peer = createLatencies();
    for (let round = 0; round < rounds; round += 1) {
      await measureRound(ours, { pid: server.child.pid, latencies: tezi }, publish);
      if (nchan) {
        const publishThere = () => post(`http://127.0.0.1:${nchan.port}/publish`, data);
        await measureRound(theirs, { pid: nchan.readWorkerPid(), latencies: peer }, publishThere);
      }
    }
    console.log(`${size} streams`);
    print('Tezi', tezi.fromRequest);
    print('  from the notification', tezi.fromNotification);
    print('  publish request', tezi.requests);
    if (nchan) print('Nchan', peer.fromRequest);
    const ratios = tezi.p99s.map((p99, round) => p99 / (peer.p99s[round] ?? Number.NaN));
    const ratio = getQuantile(ratios, 0.5);
    if (nchan) console.log(`  p99 ÷ Nchan's in the same round, median: ${ratio.toFixed(2)}`);
    const getCpu = ({ cpuMicroseconds }: Latencies) => (cpuMicroseconds / rounds / size).toFixed(1);
    console.log(
      `  CPU time per stream and event, in µs: ${getCpu(tezi)}${nchan ? `, Nchan ${getCpu(peer)}` : ''}`,
    );
    console.log(`  lost ${tezi.lost}, doubled ${tezi.doubled}; ${(bytes / 1024).toFixed(1)} KB per stream\n`);
    if (size === RATIO_CLIENTS && ratio > MAX_P99_RATIO) {
      missed.push(`p99 for ${size} streams is ${ratio.toFixed(2)} times Nchan's (target ${MAX_P99_RATIO})`);
    }
    if (bytes > MAX_BYTES_PER_STREAM) missed.push(`${(bytes / 1024).toFixed(1)} KB per stream (target 40)`);
    if (tezi.lost + tezi.doubled > 0) missed.push(`${tezi.lost} lost and ${tezi.doubled} doubled events`);
  }
} finally {
  ours.stop();
  theirs.stop();
  agent.destroy();
  await listener.end();
  await nchan?.stop();
  await server.stop();
  await database.remove();
  rmSync(dir, { recursive: true, force: true });
}
console.log(missed.length === 0 ? '\nEvery target is met.' : `\nMissed: ${missed.join('; ')}.`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function startProductionServer(url: string): Promise<ServerProcess> {
  const port = String(await getFreePort());
  return startServerProcess({
    MODE: 'production',
    DATA_DIR: dir,
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
    CONTACT_EMAIL: 'bench@example.com',
    CONTACT_PHONE: '+92 21 1234567',
    SMTP_URL: 'none',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    MAX_STREAMS_PER_IP: '100000',
    ...INSPECTOR_SETTINGS,
  });
}

async function signIn(url: string): Promise<string> {
  const { tokens } = JSON.parse(await post(`${url}/api/admin/auth/login/`, JSON.stringify(ADMIN)));
  return `Bearer ${tokens.access}`;
}

/** Sends a request and returns its response. Throws if it is an error. */
function post(url: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    sending.once('error', reject);
    sending.once('response', async (response) => {
      const received = await text(response);
      if ((response.statusCode ?? 0) < 300) resolve(received);
      else reject(new Error(`${url}: ${response.statusCode} ${received}`));
    });
    sending.end(body);
  });
}

async function measureRound(
  clients: ClientProcess,
  { pid, latencies }: { pid: number | undefined; latencies: Latencies },
  publish: () => Promise<unknown>,
): Promise<void> {
  notifiedAtMs = 0;
  let requestedAtMs = 0;
  const cpuBefore = readCpuTime(pid);
  const { timesMs, lost, doubled } = await clients.receive(async () => {
    requestedAtMs = now();
    await publish();
    latencies.requests.push(now() - requestedAtMs);
  });
  const fromRequest = [...timesMs].map((time) => time - requestedAtMs);
  latencies.fromRequest.push(...fromRequest);
  latencies.p99s.push(getQuantile(fromRequest, 0.99));
  if (notifiedAtMs > 0) {
    for (const time of timesMs) latencies.fromNotification.push(time - notifiedAtMs);
  }
  latencies.cpuMicroseconds += readCpuTime(pid) - cpuBefore;
  latencies.lost += lost;
  latencies.doubled += doubled;
  await setTimeout(BETWEEN_ROUNDS_MS);
}

function print(name: string, latencies: number[]): void {
  const cells = [0.5, 0.99, 1].map((share) => getQuantile(latencies, share).toFixed(1).padStart(8));
  console.log(`  ${name.padEnd(24)} p50 ${cells[0]}  p99 ${cells[1]}  max ${cells[2]}`);
}

function createLatencies(): Latencies {
  return {
    fromRequest: [],
    fromNotification: [],
    p99s: [],
    requests: [],
    cpuMicroseconds: 0,
    lost: 0,
    doubled: 0,
  };
}

function getQuantile(numbers: number[], share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The monotonic clock of the machine, which the client processes use too. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
