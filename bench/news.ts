/**
 * `npm run bench:news [-- --articles N] [-- --database URL|embedded]`: fills databases with 20,000, 100,000 and, when asked
 * for, N generated articles, starts the product's own server on each, and asks all of them over HTTP, one call after the
 * other and turn by turn, so that whatever else the machine does slows every size alike. Prints p50 and p99 of each kind of
 * call and how they compare with those at 20,000. Databases: the embedded one and, when TEST_DATABASE_URL names a server,
 * PostgreSQL; `--database` chooses one. The server keeps no answers of its API; calls differ all the same: pages, filters,
 * words and articles change from call to call. What it does keep between changes are the counts by kind and week; "list
 * just after a change" has them read anew each time.
 */
import { parseArgs } from 'node:util';
import { addArticles } from './news/articles.ts';
import { type BenchDatabase, embeddedDatabase, serverDatabase } from './news/databases.ts';
import { type BenchCall, CALLS } from './news/requests.ts';
import { startServer } from './server.ts';

const BASE = 20_000;
const ROUNDS = 2;
const CALLS_A_ROUND = 150;
const WARM_UP = 20;

const { values } = parseArgs({
  options: { articles: { type: 'string', default: '100000' }, database: { type: 'string' } },
});
const sizes = [...new Set([BASE, 100_000, Number(values.articles)])].sort((a, b) => a - b);
const serverUrl =
  values.database === 'embedded' ? undefined : (values.database ?? process.env.TEST_DATABASE_URL);

if (values.database === undefined || values.database === 'embedded') {
  await measureAll('embedded database', embeddedDatabase);
}
if (serverUrl) await measureAll('PostgreSQL', (size) => serverDatabase(serverUrl, size));

interface Times {
  p50: number;
  p99: number;
}

interface Contestant {
  size: number;
  database: BenchDatabase;
  server: Awaited<ReturnType<typeof startServer>>;
}

async function measureAll(name: string, make: (size: number) => Promise<BenchDatabase>): Promise<void> {
  const contestants: Contestant[] = [];
  try {
    for (const size of sizes) {
      const begin = performance.now();
      const database = await make(size);
      await database.fill((db) => addArticles(db, size));
      contestants.push({ size, database, server: await startServer(database.settings) });
      console.log(`${name}: filled with ${size} in ${Math.round((performance.now() - begin) / 1000)} s`);
    }
    console.log(
      `\n${name}: p50 / p99 in ms, the lower of ${ROUNDS} rounds of ${CALLS_A_ROUND} calls (times those at ${BASE})`,
    );
    console.log(''.padEnd(28) + sizes.map((size) => String(size).padStart(32)).join(''));
    for (const call of CALLS) await measure(call, contestants);
  } finally {
    for (const { database, server } of contestants) {
      await server.stop();
      await database.remove();
    }
  }
}

async function measure(call: BenchCall, contestants: Contestant[]): Promise<void> {
  if (call.announces && contestants.some(({ database }) => database.announce === null)) return;
  const rounds: Times[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await playRound(call, contestants, round));
  // Others use the machine too: the quieter round tells more of the product.
  const lower = (index: number, key: keyof Times) =>
    Math.min(...rounds.map((times) => times[index]?.[key] ?? Number.NaN));
  const cells = contestants.map((_, index) => {
    const [p50, p99] = [lower(index, 'p50'), lower(index, 'p99')];
    const ratio = `(${(p50 / lower(0, 'p50')).toFixed(1)} / ${(p99 / lower(0, 'p99')).toFixed(1)})`;
    return `${p50.toFixed(1)} / ${p99.toFixed(1)} ${index === 0 ? '' : ratio}`.padStart(32);
  });
  console.log(call.name.padEnd(28) + cells.join(''));
}

async function playRound(call: BenchCall, contestants: Contestant[], round: number): Promise<Times[]> {
  const taken = contestants.map((): number[] => []);
  for (let turn = -WARM_UP; turn < CALLS_A_ROUND; turn += 1) {
    for (const [index, { size, database, server }] of contestants.entries()) {
      if (call.announces) await database.announce?.();
      const ms = await timeOf(server.url + call.path(turn + WARM_UP + round * 1_000, size));
      if (turn >= 0) taken[index]?.push(ms);
    }
  }
  return taken.map((times) => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) }));
}

async function timeOf(url: string): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(url);
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${body.slice(0, 200)}`);
  return performance.now() - begin;
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
