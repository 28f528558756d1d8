/**
 * `npm run bench:news [-- --articles N] [-- --database URL|embedded]`: fills databases with 20,000, 100,000 and N generated
 * articles, starts a server on each, and sends the same requests to all of them in turn, so that other load on the machine
 * affects every size equally. Prints the p50 and p99 of each kind of request, and their ratio to those at 20,000. Measures
 * the embedded database and, if TEST_DATABASE_URL is set, PostgreSQL; `--database` selects one. The server does not cache
 * API responses, and pages, filters, words and articles vary between requests. It does cache the article counts until a
 * change; "list just after a change" reloads them for each request.
 */
import { parseArgs } from 'node:util';
import { startServer } from '../support/server.ts';
import { addArticles } from './articles.ts';
import { type BenchDatabase, createEmbeddedNewsDatabase, createServerNewsDatabase } from './databases.ts';
import { type BenchRequest, REQUESTS } from './requests.ts';

const BASE = 20_000;
const ROUNDS = 2;
const REQUESTS_PER_ROUND = 150;
const WARM_UP = 20;

const { values } = parseArgs({
  options: { articles: { type: 'string', default: '100000' }, database: { type: 'string' } },
});
const sizes = [...new Set([BASE, 100_000, Number(values.articles)])].sort((a, b) => a - b);
const serverUrl =
  values.database === 'embedded' ? undefined : (values.database ?? process.env.TEST_DATABASE_URL);

if (values.database === undefined || values.database === 'embedded') {
  await measureAll('embedded database', createEmbeddedNewsDatabase);
}
if (serverUrl) await measureAll('PostgreSQL', (size) => createServerNewsDatabase(serverUrl, size));

interface Times {
  p50: number;
  p99: number;
}

interface Target {
  size: number;
  database: BenchDatabase;
  server: Awaited<ReturnType<typeof startServer>>;
}

async function measureAll(name: string, make: (size: number) => Promise<BenchDatabase>): Promise<void> {
  const targets: Target[] = [];
  try {
    for (const size of sizes) {
      const begin = performance.now();
      const database = await make(size);
      await database.fill((db) => addArticles(db, size));
      targets.push({ size, database, server: await startServer(database.settings) });
      console.log(`${name}: filled with ${size} in ${Math.round((performance.now() - begin) / 1000)} s`);
    }
    console.log(
      `\n${name}: p50 / p99 in ms, the lower of ${ROUNDS} rounds of ${REQUESTS_PER_ROUND} requests (ratio to ${BASE} articles)`,
    );
    console.log(''.padEnd(28) + sizes.map((size) => String(size).padStart(32)).join(''));
    for (const request of REQUESTS) await measure(request, targets);
  } finally {
    for (const { database, server } of targets) {
      await server.stop();
      await database.remove();
    }
  }
}

async function measure(request: BenchRequest, targets: Target[]): Promise<void> {
  const rounds: Times[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runRound(request, targets, round));
  // The lower result is less affected by other load on the machine.
  const getLower = (index: number, key: keyof Times) =>
    Math.min(...rounds.map((times) => times[index]?.[key] ?? Number.NaN));
  const cells = targets.map((_, index) => {
    const [p50, p99] = [getLower(index, 'p50'), getLower(index, 'p99')];
    const ratio = `(${(p50 / getLower(0, 'p50')).toFixed(1)} / ${(p99 / getLower(0, 'p99')).toFixed(1)})`;
    return `${p50.toFixed(1)} / ${p99.toFixed(1)} ${index === 0 ? '' : ratio}`.padStart(32);
  });
  console.log(request.name.padEnd(28) + cells.join(''));
}

async function runRound(request: BenchRequest, targets: Target[], round: number): Promise<Times[]> {
  const durations = targets.map((): number[] => []);
  for (let turn = -WARM_UP; turn < REQUESTS_PER_ROUND; turn += 1) {
    for (const [index, { size, database, server }] of targets.entries()) {
      if (request.announces) await database.announce();
      const ms = await measureRequest(server.url + request.path(turn + WARM_UP + round * 1_000, size));
      if (turn >= 0) durations[index]?.push(ms);
    }
  }
  return durations.map((times) => ({ p50: getQuantile(times, 0.5), p99: getQuantile(times, 0.99) }));
}

async function measureRequest(url: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(url);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${body.slice(0, 200)}`);
  return performance.now() - begin;
}

function getQuantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
