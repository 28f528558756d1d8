/**
 * `npm run bench:floods [-- --rounds N --rate N]`: ordinary users request cached and uncached pages while one client
 * requests random query strings and random paths. Prints the latencies of the ordinary users without and with each
 * flood, and their ratios. Exits with 1 if a flood more than doubles a latency.
 */
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { paths } from '#contract/paths.ts';
import { startServer } from './server.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, rate: { type: 'string', default: '200' } },
});
const ROUNDS = Math.min(20, Number(values.rounds));
/** The flood's requests per second; at most `MAX_PENDING` are in progress at a time. */
const FLOOD_RATE = Math.min(2_000, Number(values.rate));
const PHASE_MS = 6_000;
const MAX_PENDING = 100;

/** The ordinary users' requests per second. */
const CACHED_RATE = 40;
const UNCACHED_RATE = 6;
const CACHED_PAGES = [paths.home, paths.intradaySignals, paths.boardMeetings, paths.news, paths.pricing];
const MAX_RATIO = 2;

/** IP addresses for `X-Forwarded-For`; the benchmark acts as the proxy. */
const FLOODER = '198.51.100.1';
const getUserIp = (number: number) => `203.0.113.${1 + (number % 50)}`;

let unique = 0;
const makeRandomText = () => {
  unique += 1;
  return `${unique.toString(36)}x${Math.random().toString(36).slice(2, 8)}`;
};

const FLOODS: Record<string, (() => string) | null> = {
  'no flood': null,
  'unknown parameters': () => `${paths.home}?${makeRandomText()}=${makeRandomText()}`,
  'declared parameters': () => `${paths.news}?search=${makeRandomText()}`,
  'random paths': () => `/${makeRandomText()}`,
  'data requests': () => `${paths.news}.data?search=${makeRandomText()}`,
};

/** In ms. */
interface Latencies {
  cached: number[];
  uncached: number[];
  flood: number[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const server = await startServer({ TRUSTED_PROXIES: '127.0.0.0/8,::1', LOG_LEVEL: 'silent' });
/** The latencies of each flood, by round. */
const measured = new Map<string, Latencies[]>(Object.keys(FLOODS).map((name) => [name, []]));
/** The status codes of the responses to the floods. */
const statuses = new Map<string, Map<number, number>>();
try {
  for (const page of CACHED_PAGES) await request(page, getUserIp(0));
  // Warms up the code of every phase.
  for (const name of Object.keys(FLOODS)) await runPhase(name);
  statuses.clear();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, phases] of measured) phases.push(await runPhase(name));
  }
} finally {
  agent.destroy();
  await server.stop();
}
process.exitCode = report() ? 0 : 1;

/** Sends the requests of ordinary users and of the flood for a few seconds, each at a fixed rate. */
async function runPhase(name: string): Promise<Latencies> {
  const flood = FLOODS[name];
  const latencies: Latencies = { cached: [], uncached: [], flood: [] };
  const responses = statuses.get(name) ?? new Map<number, number>();
  statuses.set(name, responses);
  const users = [
    runEvery(1_000 / CACHED_RATE, async (number) => {
      const path = CACHED_PAGES[number % CACHED_PAGES.length] as string;
      latencies.cached.push((await request(path, getUserIp(number), 200)).ms);
    }),
    runEvery(1_000 / UNCACHED_RATE, async (number) => {
      const path = `${paths.boardMeetings}?search=${makeRandomText()}`;
      latencies.uncached.push((await request(path, getUserIp(number), 200)).ms);
    }),
  ];
  if (flood) {
    users.push(
      runEvery(1_000 / FLOOD_RATE, async () => {
        const { ms, status } = await request(flood(), FLOODER);
        latencies.flood.push(ms);
        responses.set(status, (responses.get(status) ?? 0) + 1);
      }),
    );
  }
  await Promise.all(users);
  return latencies;
}

async function runEvery(intervalMs: number, work: (number: number) => Promise<void>): Promise<void> {
  const begin = performance.now();
  const pending = new Set<Promise<void>>();
  let failure: unknown = null;
  for (let number = 0; performance.now() - begin < PHASE_MS; number += 1) {
    const due = begin + number * intervalMs;
    const now = performance.now();
    if (due > now) await new Promise((resolve) => setTimeout(resolve, due - now));
    if (pending.size >= MAX_PENDING) await Promise.race(pending);
    const done = work(number)
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => pending.delete(done));
    pending.add(done);
  }
  await Promise.all(pending);
  if (failure) throw failure;
}

function request(path: string, client: string, expected?: number): Promise<{ ms: number; status: number }> {
  const begin = performance.now();
  const headers = { 'X-Forwarded-For': client, 'Accept-Encoding': 'br' };
  return new Promise((resolve, reject) => {
    get(server.url + path, { agent, headers }, (response) => {
      const status = response.statusCode ?? 0;
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (expected !== undefined && status !== expected) reject(new Error(`${path} responded ${status}`));
        else resolve({ ms: performance.now() - begin, status });
      });
    }).once('error', reject);
  });
}

/**
 * Prints the latencies; returns true if the target is met. Ratios are computed within each round; the median counts.
 */
function report(): boolean {
  const baseline = measured.get('no flood') ?? [];
  let isTargetMet = true;
  console.log(
    `\n${ROUNDS} rounds of ${PHASE_MS / 1000} s: ordinary users request ${CACHED_RATE} cached and ${UNCACHED_RATE} uncached pages a second, the flood ${FLOOD_RATE}`,
  );
  for (const kind of ['cached', 'uncached'] as const) {
    console.log(`\n${kind} pages of ordinary users`);
    for (const [name, phases] of measured) {
      const shown = [0.5, 0.99].map((share) => {
        const times = phases.map((each) => getQuantile(each[kind], share));
        const ratio = getMedian(
          times.map((time, round) => time / getQuantile(baseline[round]?.[kind] ?? [], share)),
        );
        isTargetMet &&= ratio <= MAX_RATIO;
        return `p${share * 100} ${formatMs(getMedian(times))} ×${ratio.toFixed(2)}`;
      });
      console.log(`  ${name.padEnd(20)} ${shown.join('   ')}`);
    }
  }
  console.log('\nthe flood itself');
  for (const [name, phases] of measured) {
    const times = phases.flatMap(({ flood }) => flood);
    if (times.length === 0) continue;
    const rate = (times.length / ROUNDS / PHASE_MS) * 1_000;
    const responses = [...(statuses.get(name) ?? [])].map(([status, count]) => `${count} × ${status}`);
    console.log(
      `  ${name.padEnd(20)} ${rate.toFixed(0)} requests/s, p50 ${formatMs(getMedian(times))}: ${responses.join(', ')}`,
    );
  }
  console.log(`\ntarget: at most ×${MAX_RATIO}: ${isTargetMet ? 'met' : 'missed'}`);
  return isTargetMet;
}

function getMedian(values: number[]): number {
  return getQuantile(values, 0.5);
}

function getQuantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function formatMs(value: number): string {
  return `${value.toFixed(1).padStart(7)} ms`;
}
