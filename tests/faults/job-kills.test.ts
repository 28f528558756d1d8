import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#core/server/platform/database.ts';
import { startEmbeddedDatabase } from '#core/server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { makeTemporaryDataDir } from './support/fault-server.ts';
import { usePostgres } from './support/postgres.ts';

const ROUNDS = 4;
const SINGLE_SERVER_ROUNDS = 20;
/** The longest time from a kill, including the start of the next server, until every job that waited or ran then has run. */
const LONGEST_WAIT_MS = 15_000;
/** Jobs that a server runs at the same time. */
const CONCURRENCY = 2;
const NUMBERS_PER_PROCESS = 1_000;
const SCRIPT = fileURLToPath(new URL('./support/job-server.ts', import.meta.url));

const logger = createLogger('silent');
const processes: ChildProcess[] = [];
afterAll(() => {
  for (const child of processes) child.kill('SIGKILL');
});

interface JobServer {
  child: ChildProcess;
  /** The numbers whose transactions were committed. */
  committed: number[];
  /** Resolves when all its jobs are queued. */
  queued: Promise<void>;
}

/** Starts a server and waits until it runs jobs. */
async function startJobServer(kind: string, location: string, index: number): Promise<JobServer> {
  const child = fork(SCRIPT, [kind, location, String(index * NUMBERS_PER_PROCESS)]);
  processes.push(child);
  const committed: number[] = [];
  const queued = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  child.on('message', (message) => {
    if (message === 'ready') ready.resolve();
    else if (message === 'queued') queued.resolve();
    else committed.push(message as number);
  });
  child.on('exit', () => ready.reject(new Error('the job server exited before it was ready')));
  await ready.promise;
  return { child, committed, queued: queued.promise };
}

async function kill({ child }: JobServer): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function stop({ child }: JobServer): Promise<void> {
  const exited = once(child, 'exit');
  child.send('stop');
  await exited;
}

function formatTimes(timesMs: number[]): string {
  const sorted = timesMs.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} ms at the median, ${sorted.at(-1)} ms at worst`;
}

const randomDelay = () => new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 700));

async function checkRuns(database: Database, committed: number[], kills: number): Promise<void> {
  const { rows } = await database.pool.query<{ number: number; ended: number; begun: number }>(
    'select number, count(ended_at)::int as ended, count(*)::int as begun from job_runs group by number',
  );
  const endedByNumber = new Map(rows.map(({ number, ended }) => [number, ended]));
  const lost = committed.filter((number) => !endedByNumber.get(number));
  const repeated = rows.filter(({ ended }) => ended > 1).length;
  const overlapping = await database.pool.query(
    `select from job_runs a join job_runs b using (number)
     where a.begun_at < b.begun_at and b.begun_at < a.ended_at`,
  );
  process.stdout.write(
    `  ${committed.length} jobs, ${kills} kills: ${lost.length} lost, ${repeated} repeated after a kill\n`,
  );
  expect(lost).toEqual([]);
  // A job whose server was killed after it had run, but before that was recorded, runs again.
  expect(repeated).toBeLessThanOrEqual(kills * CONCURRENCY);
  expect(overlapping.rowCount).toBe(0);
}

async function countJobs(database: Database, condition: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job where name = 'numbered' and ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

const countWaiting = (database: Database) => countJobs(database, "state <= 'active'");

describe('jobs of servers that are killed', () => {
  it('all run on the embedded database, and again only if they were running', async () => {
    const dataDir = makeTemporaryDataDir();
    const committed: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startJobServer('embedded', dataDir, round);
      await randomDelay();
      await kill(server);
      committed.push(...server.committed);
    }
    const last = await startJobServer('embedded', dataDir, ROUNDS);
    await last.queued;
    committed.push(...last.committed);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await stop(last);
    const embedded = await startEmbeddedDatabase({ dataDir, postgresBinDir: getPostgresBinDir() }, logger);
    const database = connectDatabase(embedded.url, logger);
    expect(await countWaiting(database)).toBe(0);
    await checkRuns(database, committed, ROUNDS);
    await database.close();
    await embedded.close();
  });

  const postgres = usePostgres();

  it.skipIf(!postgres)('all run on PostgreSQL, on the other server', async () => {
    const url = await (postgres as NonNullable<typeof postgres>).createDatabase('job_kills');
    const survivor = await startJobServer('server', url, 0);
    const committed: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const server = await startJobServer('server', url, round);
      await randomDelay();
      await kill(server);
      committed.push(...server.committed);
    }
    await survivor.queued;
    committed.push(...survivor.committed);
    const database = connectDatabase(url, logger);
    const begin = performance.now();
    await expect.poll(() => countWaiting(database), { timeout: 120_000, interval: 100 }).toBe(0);
    process.stdout.write(
      `  on the other server, the last job has run ${Math.round(performance.now() - begin)} ms after it queued its own\n`,
    );
    await checkRuns(database, committed, ROUNDS);
    await stop(survivor);
    await database.close();
  });

  it.skipIf(!postgres)(
    'run on PostgreSQL within 15 seconds when their only server starts again',
    async () => {
      const url = await (postgres as NonNullable<typeof postgres>).createDatabase('single_server_kills');
      const database = connectDatabase(url, logger);
      const committed: number[] = [];
      const starts: number[] = [];
      const waits: number[] = [];
      let interrupted = 0;
      let server = await startJobServer('server', url, 0);
      // A second process that is connected would be a second server.
      await database.changes.close();
      for (let round = 1; round <= SINGLE_SERVER_ROUNDS; round += 1) {
        await randomDelay();
        const killedAt = performance.now();
        await kill(server);
        committed.push(...server.committed);
        interrupted += await countJobs(database, "state = 'active'");
        server = await startJobServer('server', url, round);
        const readyAt = performance.now();
        const earlier = `state <= 'active' and (data ->> 'number')::int < ${round * NUMBERS_PER_PROCESS}`;
        await expect.poll(() => countJobs(database, earlier), { timeout: 120_000, interval: 50 }).toBe(0);
        starts.push(readyAt - killedAt);
        waits.push(performance.now() - killedAt);
      }
      await server.queued;
      committed.push(...server.committed);
      await expect.poll(() => countWaiting(database), { timeout: 120_000, interval: 100 }).toBe(0);
      await checkRuns(database, committed, SINGLE_SERVER_ROUNDS);
      process.stdout.write(
        `  ${interrupted} jobs interrupted; next server ready after ${formatTimes(starts)}; ` +
          `all earlier jobs have run ${formatTimes(waits)} after the kill\n`,
      );
      expect(interrupted).toBeGreaterThan(0);
      expect(Math.max(...waits)).toBeLessThanOrEqual(LONGEST_WAIT_MS);
      await stop(server);
      await database.pool.end();
    },
    900_000,
  );
});
