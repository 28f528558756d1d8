/**
 * `npm run bench:sign-ins [-- --rounds N]`: 40 customers sign in simultaneously, round after round, while visitors
 * request pages. Prints the latencies of the sign-ins and of the pages, before and during the sign-ins, on the embedded
 * database and, if TEST_DATABASE_URL is set, on PostgreSQL. Exits with 1 if a sign-in fails or the p99 of the pages
 * misses its target.
 */
import { parseArgs } from 'node:util';
import { paths } from '#contract/paths.ts';
import { withServerDatabase } from './support/database-on-server.ts';
import { startServer } from './support/server.ts';

const CUSTOMERS = 40;
const PASSWORD = 'correct horse battery';
const VISITORS = 4;
const PAGES = [paths.home, paths.intradaySignals, paths.signIn, paths.pricing, paths.news];
const MAX_PAGE_P99_MS = 200;
const REST_MS = 3_000;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const rounds = Number(values.rounds);
let isTargetMet = true;

await measure('embedded database', {});
if (process.env.TEST_DATABASE_URL) {
  await withServerDatabase(process.env.TEST_DATABASE_URL, (url) =>
    measure('PostgreSQL', { DATABASE_URL: url }),
  );
}
process.exitCode = isTargetMet ? 0 : 1;

async function measure(name: string, settings: Record<string, string>): Promise<void> {
  const server = await startServer(settings);
  try {
    const emails = Array.from({ length: CUSTOMERS }, (_, index) => `bench-${index}@example.com`);
    await Promise.all(emails.map((email) => signUp(server.url, email)));
    await browseWhile(server.url, async () => {});

    const before = await browseWhile(
      server.url,
      () => new Promise((resolve) => setTimeout(resolve, REST_MS)),
    );
    const signIns: { status: number; ms: number }[] = [];
    const duringSignIns = await browseWhile(server.url, async () => {
      for (let round = 0; round < rounds; round += 1) {
        signIns.push(...(await Promise.all(emails.map((email) => signIn(server.url, email)))));
      }
    });

    const failed = signIns.filter(({ status }) => status !== 200).length;
    console.log(`\n${name}: ${rounds} rounds of ${CUSTOMERS} simultaneous sign-ins, ${VISITORS} visitors`);
    console.log(`  sign-ins          ${signIns.length - failed} of ${signIns.length}, ${failed} failed`);
    console.log(`  sign-in           ${formatSpread(signIns.map(({ ms }) => ms))}`);
    console.log(`  pages before      ${formatSpread(before)}`);
    console.log(`  pages during      ${formatSpread(duringSignIns)}, target for p99: ${MAX_PAGE_P99_MS} ms`);
    isTargetMet &&= failed === 0 && getQuantile(duringSignIns, 0.99) < MAX_PAGE_P99_MS;
  } finally {
    await server.stop();
  }
}

/** Visitors request one page after another until the work is done. Returns the latency of each page, in ms. */
async function browseWhile(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const browse = async (first: number) => {
    for (let turn = first; !isDone; turn += 1) {
      const begin = performance.now();
      const response = await fetch(url + PAGES[turn % PAGES.length]);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`a page returned ${response.status}`);
      times.push(performance.now() - begin);
      // Visitors pause between pages.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const visitors = Array.from({ length: VISITORS }, (_, index) => browse(index));
  await work();
  isDone = true;
  await Promise.all(visitors);
  return times;
}

async function signUp(url: string, email: string): Promise<void> {
  const person = { first_name: 'Bench', last_name: 'Trader', email, password: PASSWORD };
  const { status } = await post(`${url}/api/customers/auth/register/`, person);
  if (status !== 201) throw new Error(`a sign-up returned ${status}`);
}

async function signIn(url: string, email: string): Promise<{ status: number; ms: number }> {
  const begin = performance.now();
  const { status } = await post(`${url}/api/customers/auth/login/`, { email, password: PASSWORD });
  return { status, ms: performance.now() - begin };
}

async function post(url: string, body: object): Promise<{ status: number }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status };
}

function getQuantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function formatSpread(times: number[]): string {
  const ms = (share: number) => `${getQuantile(times, share).toFixed(1)} ms`;
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, worst ${ms(1)} (${times.length})`;
}
