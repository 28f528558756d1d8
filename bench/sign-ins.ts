/**
 * `npm run bench:sign-ins [-- --rounds N]`: 40 customers sign in at the same moment, round after round, while readers keep
 * asking for pages. Prints how the sign-ins fared and how long the pages took, at rest and meanwhile, on the embedded
 * database and, when TEST_DATABASE_URL names a server, on PostgreSQL. Exits with 1 when a sign-in fails or the pages' p99
 * misses its bar.
 */
import { parseArgs } from 'node:util';
import { paths } from '#contract/paths.ts';
import { databaseOnServer } from './database-on-server.ts';
import { startServer } from './server.ts';

const CUSTOMERS = 40;
const PASSWORD = 'correct horse battery';
const READERS = 4;
const PAGES = [paths.home, paths.intradaySignals, paths.signIn, paths.pricing, paths.news];
const PAGE_P99_BAR_MS = 200;
const REST_MS = 3_000;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const rounds = Number(values.rounds);
let isHeld = true;

await measure('embedded database', {});
if (process.env.TEST_DATABASE_URL) {
  await databaseOnServer(process.env.TEST_DATABASE_URL, (url) =>
    measure('PostgreSQL', { DATABASE_URL: url }),
  );
}
process.exitCode = isHeld ? 0 : 1;

async function measure(name: string, settings: Record<string, string>): Promise<void> {
  const server = await startServer(settings);
  try {
    const emails = Array.from({ length: CUSTOMERS }, (_, index) => `bench-${index}@example.com`);
    await Promise.all(emails.map((email) => signUp(server.url, email)));
    await readWhile(server.url, async () => {});

    const atRest = await readWhile(server.url, () => new Promise((resolve) => setTimeout(resolve, REST_MS)));
    const signIns: { status: number; ms: number }[] = [];
    const meanwhile = await readWhile(server.url, async () => {
      for (let round = 0; round < rounds; round += 1) {
        signIns.push(...(await Promise.all(emails.map((email) => signIn(server.url, email)))));
      }
    });

    const failed = signIns.filter(({ status }) => status !== 200).length;
    console.log(`\n${name}: ${rounds} rounds of ${CUSTOMERS} sign-ins at once, ${READERS} readers`);
    console.log(`  sign-ins          ${signIns.length - failed} of ${signIns.length}, ${failed} failed`);
    console.log(`  sign-in           ${spread(signIns.map(({ ms }) => ms))}`);
    console.log(`  pages at rest     ${spread(atRest)}`);
    console.log(`  pages meanwhile   ${spread(meanwhile)}, bar for p99: ${PAGE_P99_BAR_MS} ms`);
    isHeld &&= failed === 0 && quantile(meanwhile, 0.99) < PAGE_P99_BAR_MS;
  } finally {
    await server.stop();
  }
}

/** Readers ask for one page after another until the work is done; how long each page took, in ms. */
async function readWhile(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const read = async (first: number) => {
    for (let turn = first; !isDone; turn += 1) {
      const begin = performance.now();
      const answer = await fetch(url + PAGES[turn % PAGES.length]);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a page answered ${answer.status}`);
      times.push(performance.now() - begin);
      // A reader looks at a page before the next.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const readers = Array.from({ length: READERS }, (_, index) => read(index));
  await work();
  isDone = true;
  await Promise.all(readers);
  return times;
}

async function signUp(url: string, email: string): Promise<void> {
  const person = { first_name: 'Bench', last_name: 'Trader', email, password: PASSWORD };
  const { status } = await post(`${url}/api/customers/auth/register/`, person);
  if (status !== 201) throw new Error(`a sign-up answered ${status}`);
}

async function signIn(url: string, email: string): Promise<{ status: number; ms: number }> {
  const begin = performance.now();
  const { status } = await post(`${url}/api/customers/auth/login/`, { email, password: PASSWORD });
  return { status, ms: performance.now() - begin };
}

async function post(url: string, body: object): Promise<{ status: number }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return { status: answer.status };
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function spread(times: number[]): string {
  const ms = (share: number) => `${quantile(times, share).toFixed(1)} ms`;
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, worst ${ms(1)} (${times.length})`;
}
