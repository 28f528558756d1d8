import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { connectDatabase, type Database } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { enqueue } from './enqueue.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { defineQueue } from './queue.ts';

const letters = defineQueue<{ to: string }>('letters', {
  timeLimitMs: MINUTE,
  retries: { maxAttempts: 3, firstDelayMs: 30 * SECOND, longestDelayMs: MINUTE },
});
const hourly = defineQueue('hourly', { timeLimitMs: MINUTE, isExclusive: true });

const logger = createLogger('silent');
/** A job is noticed after at most 13 seconds, and machines are slow. */
const EVENTUALLY = { timeout: 30 * SECOND, interval: 100 };

let test: TestDatabase;
let opened: Jobs[] = [];
let sent: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test?.remove());
beforeEach(async () => {
  await test.database.pool.query('delete from pgboss.schedule; delete from pgboss.job');
  sent = [];
});
afterEach(async () => {
  await Promise.all(opened.map((jobs) => jobs.close()));
  opened = [];
});

function open(): Jobs {
  const jobs = createJobs({ database: test.database, logger });
  opened.push(jobs);
  jobs.handle(letters, async ({ to }) => void sent.push(to));
  return jobs;
}

/** Connects another server to the database. */
async function connectAnother(): Promise<Database> {
  const other = connectDatabase(test.database.url, logger);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= other.close());
  onTestFinished(close);
  await expect.poll(() => other.changes.isListening, EVENTUALLY).toBe(true);
  return { ...other, close };
}

/** Adds a job that a killed process was running, and that last reported the given time ago. */
async function addInterrupted({ reportedAgo = '0 seconds', attempts = 1 } = {}): Promise<void> {
  // In one transaction, so that no worker fetches it before.
  await test.database.transaction(async (tx) => {
    await enqueue(tx, letters, { to: 'ayesha' });
    await tx.execute(sql`
      update pgboss.job set state = 'active', started_on = now() - interval '1 minute', expire_seconds = 3600,
        heartbeat_on = now() - ${reportedAgo}::interval, retry_count = ${attempts - 1} where name = 'letters'
    `);
  });
}

async function readJob(name = 'letters') {
  const { rows } = await test.database.pool.query<{ state: string; attempts: number; hasReported: boolean }>(
    `select state::text, retry_count + 1 as attempts, heartbeat_on > started_on as "hasReported"
     from pgboss.job where name = $1`,
    [name],
  );
  return rows[0];
}

describe('a job of a killed process', () => {
  it('runs when the only server starts, without the delay of a failed attempt', async () => {
    await addInterrupted();
    await open().start();
    await expect.poll(() => sent, EVENTUALLY).toEqual(['ayesha']);
    expect(await readJob()).toMatchObject({ attempts: 2 });
  });

  it('fails when the only server starts if it has no attempts left, and frees its exclusive queue', async () => {
    let runs = 0;
    await test.database.transaction((tx) => enqueue(tx, hourly, {}));
    await test.database.pool.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'hourly'`,
    );
    const jobs = open();
    jobs.handleSchedule(hourly, { cron: '0 0 1 1 *', isRunAtStart: true }, async () => {
      runs += 1;
    });
    await jobs.start();
    await expect.poll(() => runs, EVENTUALLY).toBe(1);
  });

  it('a job of a killed process is left alone at the start of a server while another one may be running it', async () => {
    await addInterrupted();
    await connectAnother();
    await open().start();
    expect(await readJob()).toMatchObject({ state: 'active', attempts: 1 });
  });

  it('runs on a running server after it has stopped reporting', async () => {
    await connectAnother();
    await open().start();
    await addInterrupted({ reportedAgo: '12 seconds' });
    await expect.poll(() => sent, EVENTUALLY).toEqual(['ayesha']);
    expect(await readJob()).toMatchObject({ attempts: 2 });
  });

  it('becomes a dead letter on a running server if it has no attempts left', async () => {
    await connectAnother();
    await open().start();
    await addInterrupted({ reportedAgo: '12 seconds', attempts: 3 });
    await expect.poll(() => readJob('dead-letters'), EVENTUALLY).toMatchObject({ state: 'created' });
    expect(sent).toEqual([]);
  });
});

describe('a long job', () => {
  it.each(['a worker', 'its caller'])('reports while %s runs it', async (runner) => {
    const release = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const jobs = createJobs({ database: test.database, logger });
    opened.push(jobs);
    jobs.handle(letters, async () => {
      started.resolve();
      await release.promise;
    });
    await test.database.transaction((tx) => enqueue(tx, letters, { to: 'ayesha' }));
    const running = runner === 'a worker' ? jobs.start() : jobs.runDue(letters);
    await started.promise;
    await expect.poll(() => readJob(), EVENTUALLY).toMatchObject({ state: 'active', hasReported: true });
    release.resolve();
    await running;
  });
});

describe('a server', () => {
  it('a server is the only one until another process connects, and again after that one has closed its connection', async () => {
    const { changes } = test.database;
    await expect.poll(() => changes.isOnlyServer(), EVENTUALLY).toBe(true);
    const other = await connectAnother();
    expect(await changes.isOnlyServer()).toBe(false);
    expect(await other.changes.isOnlyServer()).toBe(false);
    await other.close();
    await expect.poll(() => changes.isOnlyServer(), EVENTUALLY).toBe(true);
  });
});
