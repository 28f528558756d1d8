/**
 * `npm run bench:floods [-- --rounds N --rate N --only NAME]`: ordinary users request cached and uncached pages while one client
 * requests random query strings, paths and searches, or an administrator previews hostile files. Prints the latencies of the
 * ordinary users without and with each flood, their ratios, and the slowest health check. Exits with 1 if a flood more than doubles
 * a latency, or a health check takes longer than 100 ms. `--only` runs the floods whose names contain the text. With TEST_DATABASE_URL, it
 * measures the delays of alerts too, while push endpoints and webhooks of others never respond.
 */
import { Agent, request as sendRequest } from 'node:http';
import { parseArgs } from 'node:util';
import { paths } from '#core/contract/paths.ts';
import { DEMO_ADMIN } from '#core/server/config/demo.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { previewImport } from '#features/imports/contract/imports.ts';
import { measureEndpointFlood, reportEndpointFlood } from './endpoint-floods.ts';
import { startServer } from './support/server.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    rate: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
  },
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
const HEALTH_INTERVAL_MS = 25;
const MAX_HEALTH_MS = 100;

/** IP addresses for `X-Forwarded-For`; the benchmark acts as the proxy. */
let lastFlooder = 0;
const getUserIp = (number: number) => `203.0.113.${1 + (number % 50)}`;

let unique = 0;
const makeRandomText = () => {
  unique += 1;
  return `${unique.toString(36)}x${Math.random().toString(36).slice(2, 8)}`;
};

/** Unlike any word of a company's name, but as long as the search compares. */
const makeWords = () =>
  Array.from({ length: 7 }, () => Math.random().toString(36).slice(2, 9).padEnd(7, 'q')).join(' ');
/** One U+FDFA becomes 18 characters when it is normalized. */
const LIGATURES = '\ufdfa';

const ALL_FLOODS: Record<string, (() => string) | null> = {
  'no flood': null,
  'company ligatures': () =>
    `/api/market/companies/?search=${encodeURIComponent(LIGATURES.repeat(56))}${makeRandomText().slice(-4)}`,
  'company words': () => `/api/market/companies/?search=${encodeURIComponent(makeWords())}`,
  'site search': () => `/api/search/?q=${encodeURIComponent(makeWords())}`,
  'company lists': () => `/api/board-meetings/?company_name=${','.repeat(3_000)}${makeRandomText()}`,
  'unknown parameters': () => `${paths.home}?${makeRandomText()}=${makeRandomText()}`,
  'declared parameters': () => `${paths.news}?search=${makeRandomText()}`,
  'random paths': () => `/${makeRandomText()}`,
  'data requests': () => `${paths.news}.data?search=${makeRandomText()}`,
};

const FLOODS = Object.fromEntries(
  Object.entries(ALL_FLOODS).filter(([name, flood]) => flood === null || name.includes(values.only)),
);
/** The files that an administrator previews, one after another. */
const HOSTILE_FILES = {
  'nested elements': `<table>${'<div>'.repeat(700_000)}`,
  'ligatures in names': `meeting_date,company_name\n${`2026-11-23,${LIGATURES.repeat(100)}\n`.repeat(20_000)}`,
  'unlisted names': `meeting_date,company_name\n${Array.from({ length: 50_000 }, (_, row) => `2026-11-23,Q${row.toString(36)}zvxk Wjqph Mills Limited`).join('\n')}`,
};
const PREVIEWS = Object.fromEntries(
  Object.entries(HOSTILE_FILES)
    .map(([name, content]) => [`preview: ${name}`, content] as const)
    .filter(([name]) => name.includes(values.only)),
);
/** The name of what is measured after the floods of requests. */
const HANGING = 'hanging endpoints';
const NAMES = [...Object.keys(FLOODS), ...Object.keys(PREVIEWS)];

/** In ms. */
interface Latencies {
  cached: number[];
  uncached: number[];
  flood: number[];
  health: number[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const server = await startServer({
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
  LOG_LEVEL: 'silent',
  // As in production; the limits of the demo are wide.
  LIMIT_UNCACHED_ADDRESS: '150/10s',
});
/** The latencies of each flood, by round. */
const measured = new Map<string, Latencies[]>(NAMES.map((name) => [name, []]));
/** The access token of an administrator. */
let token = '';
/** The status codes of the responses to the floods. */
const statuses = new Map<string, Map<number, number>>();
try {
  for (const page of CACHED_PAGES) await request(page, getUserIp(0));
  token = Object.keys(PREVIEWS).length > 0 ? await signIn() : '';
  // Warms up the code of every phase.
  for (const name of NAMES) await runPhase(name);
  statuses.clear();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, phases] of measured) phases.push(await runPhase(name));
  }
} finally {
  agent.destroy();
  await server.stop();
}
const isMet = report();
process.exitCode = (await measureHangingEndpoints()) && isMet ? 0 : 1;

/** Returns true if ordinary customers receive their alerts in time, or if this is not measured. */
async function measureHangingEndpoints(): Promise<boolean> {
  if (!HANGING.includes(values.only)) return true;
  const databaseUrl = process.env.TEST_DATABASE_URL;
  console.log(`\n${HANGING}: delays of alerts of ordinary customers`);
  if (!databaseUrl) {
    console.log('  not measured: TEST_DATABASE_URL names no PostgreSQL server');
    return true;
  }
  let isMet = true;
  for (const endpoints of [450, 1_350]) {
    console.log(`  ${endpoints} push endpoints and 110 hosts of webhooks never respond`);
    isMet = reportEndpointFlood(await measureEndpointFlood({ databaseUrl, endpoints, hosts: 110 })) && isMet;
  }
  return isMet;
}

/** Sends the requests of ordinary users and of the flood for a few seconds, each at a fixed rate. */
async function runPhase(name: string): Promise<Latencies> {
  const flood = FLOODS[name];
  // Another one in each phase: the limits of one would still apply in the next.
  lastFlooder += 1;
  const flooder = `198.51.100.${lastFlooder}`;
  const latencies: Latencies = { cached: [], uncached: [], flood: [], health: [] };
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
    runEvery(HEALTH_INTERVAL_MS, async () => {
      latencies.health.push((await request('/healthz', getUserIp(0), 200)).ms);
    }),
  ];
  const content = PREVIEWS[name];
  if (content !== undefined) {
    users.push(
      previewRepeatedly(content, ({ ms, status }) => {
        latencies.flood.push(ms);
        responses.set(status, (responses.get(status) ?? 0) + 1);
      }),
    );
  }
  if (flood) {
    users.push(
      runEvery(1_000 / FLOOD_RATE, async () => {
        const { ms, status } = await request(flood(), flooder);
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

interface Measured {
  ms: number;
  status: number;
}

async function previewRepeatedly(content: string, onResponse: (measured: Measured) => void): Promise<void> {
  const begin = performance.now();
  const body = JSON.stringify({ kind: 'board-meetings', file_name: 'flood.csv', content });
  while (performance.now() - begin < PHASE_MS) {
    onResponse(await request(`/api${previewImport.path}`, getUserIp(0), undefined, body));
  }
}

async function signIn(): Promise<string> {
  const response = await fetch(`${server.url}/api${adminSignIn.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(DEMO_ADMIN),
  });
  if (response.status !== 200) throw new Error(`The administrator could not sign in: ${response.status}`);
  return adminSignIn.response.parse(await response.json()).tokens.access;
}

/** Sends a `GET`, or a `POST` of an administrator if there is a body. */
function request(path: string, client: string, expected?: number, body?: string): Promise<Measured> {
  const begin = performance.now();
  const headers = {
    'X-Forwarded-For': client,
    'Accept-Encoding': 'br',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    sendRequest(server.url + path, { agent, headers, method }, (response) => {
      const status = response.statusCode ?? 0;
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (expected !== undefined && status !== expected) reject(new Error(`${path} responded ${status}`));
        else resolve({ ms: performance.now() - begin, status });
      });
    })
      .once('error', reject)
      .end(body);
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
      console.log(`  ${name.padEnd(28)} ${shown.join('   ')}`);
    }
  }
  console.log('\nhealth checks');
  for (const [name, phases] of measured) {
    const times = phases.flatMap(({ health }) => health);
    const slowest = Math.max(...times);
    isTargetMet &&= slowest <= MAX_HEALTH_MS;
    console.log(`  ${name.padEnd(28)} p50 ${formatMs(getMedian(times))}   slowest ${formatMs(slowest)}`);
  }
  console.log('\nthe flood itself');
  for (const [name, phases] of measured) {
    const times = phases.flatMap(({ flood }) => flood);
    if (times.length === 0) continue;
    const rate = (times.length / ROUNDS / PHASE_MS) * 1_000;
    const responses = [...(statuses.get(name) ?? [])].map(([status, count]) => `${count} × ${status}`);
    console.log(
      `  ${name.padEnd(28)} ${rate.toFixed(0)} requests/s, p50 ${formatMs(getMedian(times))}: ${responses.join(', ')}`,
    );
  }
  console.log(
    `\ntarget: at most ×${MAX_RATIO}, health checks at most ${MAX_HEALTH_MS} ms: ${isTargetMet ? 'met' : 'missed'}`,
  );
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
