import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { countDeadLetters } from './dead-letters.ts';
import { deleteJobs, enqueue, enqueueAll } from './enqueue.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { defineQueue } from './queue.ts';

const letters = defineQueue<{ to: string; subject?: string }>('letters', {
  timeLimitMs: MINUTE,
  retries: { maxAttempts: 3, firstDelayMs: 30 * SECOND, longestDelayMs: MINUTE },
});
const sources = defineQueue<{ id: number }>('sources', { timeLimitMs: MINUTE, isExclusive: true });
const hourly = defineQueue('hourly', { timeLimitMs: MINUTE, isExclusive: true });

let test: TestDatabase;
let opened: Jobs[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test?.remove());
beforeEach(() => test.database.pool.query('delete from pgboss.schedule; delete from pgboss.job'));
afterEach(async () => {
  await Promise.all(opened.map((jobs) => jobs.close()));
  opened = [];
});

function open(intervals: { stopMs?: number; pollMs?: number } = {}): Jobs {
  const jobs = createJobs({
    database: test.database,
    logger: createLogger('silent'),
    intervals: { superviseMs: SECOND, cronMs: SECOND, pollMs: SECOND, ...intervals },
  });
  opened.push(jobs);
  return jobs;
}

const send = (to: string) => test.database.transaction((tx) => enqueue(tx, letters, { to }));

/** Lets the delays of all retries pass. */
const letDelaysPass = () => test.database.pool.query('update pgboss.job set start_after = now()');

async function countJobs(queue: string, state: string): Promise<number> {
  const { rows } = await test.database.pool.query(
    'select count(*)::int as count from pgboss.job where name = $1 and state::text = $2',
    [queue, state],
  );
  return rows[0].count;
}

describe('a queued job', () => {
  it('runs once, with its data', async () => {
    const sent: string[] = [];
    const jobs = open();
    jobs.handle(letters, async ({ to }) => void sent.push(to));
    await send('ayesha');
    await send('bilal');
    await jobs.runDue(letters);
    await jobs.runDue(letters);
    expect(sent.sort()).toEqual(['ayesha', 'bilal']);
    expect(await countJobs('letters', 'completed')).toBe(2);
  });

  it('a queued job is waited for when a worker has fetched it', async () => {
    const jobs = open();
    jobs.handle(letters, async () => {});
    await send('ayesha');
    await test.database.pool.query(`update pgboss.job set state = 'active', started_on = now()`);
    let hasReturned = false;
    const running = jobs.runDue(letters).then(() => (hasReturned = true));
    await wait(200);
    expect(hasReturned).toBe(false);
    await test.database.pool.query(`update pgboss.job set state = 'completed', completed_on = now()`);
    await running;
  });

  it('does not run if its transaction is rolled back', async () => {
    const sent: string[] = [];
    const jobs = open();
    jobs.handle(letters, async ({ to }) => void sent.push(to));
    const failing = test.database.transaction(async (tx) => {
      await enqueue(tx, letters, { to: 'ayesha' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await jobs.runDue(letters);
    expect(sent).toEqual([]);
  });

  it('does not end the transaction of the first job of a new queue', async () => {
    const parcels = defineQueue<{ to: string }>('parcels', { timeLimitMs: MINUTE });
    const failing = test.database.transaction(async (tx) => {
      await tx.execute(sql`create table shipped (name text)`);
      await enqueue(tx, parcels, { to: 'ayesha' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const { rows } = await test.database.pool.query("select to_regclass('shipped') as shipped");
    expect(rows).toEqual([{ shipped: null }]);
    expect(await countJobs('parcels', 'created')).toBe(0);
  });

  it('runs on one of two servers', async () => {
    const sent: string[] = [];
    const servers = [open(), open()];
    for (const jobs of servers) jobs.handle(letters, async ({ to }) => void sent.push(to));
    const everyone = Array.from({ length: 10 }, (_, index) => `customer ${index}`);
    for (const to of everyone) await send(to);
    await Promise.all(servers.map((jobs) => jobs.runDue(letters)));
    expect(sent.sort()).toEqual(everyone);
  });

  it('runs immediately on the server that queued it, and the next one without waiting for the poll', async () => {
    const sent: string[] = [];
    const jobs = open();
    jobs.handle(letters, async ({ to }) => void sent.push(to));
    await jobs.start();
    await test.database.transaction((tx) =>
      enqueueAll(tx, letters, [
        { data: { to: 'ayesha' } },
        { data: { to: 'bilal' } },
        { data: { to: 'chand' } },
      ]),
    );
    await expect.poll(() => sent.length, { timeout: 3 * SECOND }).toBe(3);
    await send('danish');
    await expect.poll(() => sent.length, { timeout: 3 * SECOND }).toBe(4);
  });

  it('starts after a delay on the server that queued it, if other work comes first', async () => {
    const jobs = open({ pollMs: MINUTE });
    const started = Promise.withResolvers<number>();
    jobs.handle(letters, async () => started.resolve(performance.now()));
    await jobs.start();
    const queuedAt = performance.now();
    await test.database.transaction((tx) =>
      enqueueAll(tx, letters, [{ data: { to: 'ayesha' } }], { wakeAfterMs: 300 }),
    );
    expect((await started.promise) - queuedAt).toBeGreaterThan(299);
  });

  it('a queued job is deleted with its data', async () => {
    const sent: string[] = [];
    const jobs = open();
    jobs.handle(letters, async ({ to }) => void sent.push(to));
    await send('ayesha');
    await send('bilal');
    await test.database.transaction((tx) => deleteJobs(tx, letters, { to: 'ayesha' }));
    await jobs.runDue(letters);
    expect(sent).toEqual(['bilal']);
  });

  it('runs twice at the same time if the server allows it', async () => {
    let active = 0;
    let maxActive = 0;
    let finished = 0;
    const both = Promise.withResolvers<void>();
    const jobs = open();
    jobs.handle(
      letters,
      async () => {
        active += 1;
        maxActive = Math.max(maxActive, active);
        if (active === 2) both.resolve();
        await both.promise;
        active -= 1;
        finished += 1;
      },
      { concurrency: 2 },
    );
    await jobs.start();
    for (const to of ['ayesha', 'bilal', 'chand', 'danish']) await send(to);
    await expect.poll(() => finished, { timeout: 5 * SECOND }).toBe(4);
    expect(maxActive).toBe(2);
  });
});

describe('a job that fails', () => {
  it('runs again after growing delays, and becomes a dead letter after its last attempt', async () => {
    let attempts = 0;
    const jobs = open();
    jobs.handle(letters, async () => {
      attempts += 1;
      throw new Error('the mail server is unavailable');
    });
    await send('ayesha');
    for (const [attempt, delays] of [
      [1, [30, 60]],
      [2, [60, 60]],
    ] as const) {
      await jobs.runDue(letters);
      await jobs.runDue(letters);
      expect(attempts).toBe(attempt);
      const { rows } = await test.database.pool.query(
        "select extract(epoch from start_after - now())::float8 as delay from pgboss.job where state = 'retry'",
      );
      expect(rows[0].delay).toBeGreaterThan(delays[0] - 5);
      expect(rows[0].delay).toBeLessThanOrEqual(delays[1]);
      await letDelaysPass();
    }
    expect(await countDeadLetters(test.database.db)).toBe(0);
    await jobs.runDue(letters);
    expect(attempts).toBe(3);
    expect(await countDeadLetters(test.database.db)).toBe(1);
    await test.database.transaction((tx) => deleteJobs(tx, letters, { to: 'ayesha' }));
    expect(await countDeadLetters(test.database.db)).toBe(0);
  });

  it('runs again at once when retries do not wait', async () => {
    let attempts = 0;
    const jobs = open();
    jobs.handle(letters, async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('busy');
    });
    await send('ayesha');
    await jobs.runDue(letters);
    await jobs.runDue(letters, { includesDelayed: true });
    expect(attempts).toBe(2);
    expect(await countJobs('letters', 'completed')).toBe(1);
  });

  it('does not stop the others', async () => {
    const sent: string[] = [];
    const jobs = open();
    jobs.handle(letters, async ({ to }) => {
      if (to === 'ayesha') throw new Error('no such mailbox');
      sent.push(to);
    });
    await jobs.start();
    await send('ayesha');
    await send('bilal');
    await expect.poll(() => sent, { timeout: 3 * SECOND }).toEqual(['bilal']);
  });
});

describe('an exclusive queue', () => {
  it('an exclusive queue has one job per key, waiting or running', async () => {
    const ids: number[] = [];
    const jobs = open();
    const add = (id: number) =>
      test.database.transaction((tx) => enqueue(tx, sources, { id }, { key: String(id) }));
    jobs.handle(sources, async ({ id }) => {
      ids.push(id);
      if (ids.length === 1) await add(1);
    });
    for (const id of [1, 1, 2]) await add(id);
    await jobs.runDue(sources);
    expect(ids.sort()).toEqual([1, 2]);
    await add(1);
    await jobs.runDue(sources);
    expect(ids.sort()).toEqual([1, 1, 2]);
  });
});

describe('a schedule', () => {
  it('runs once for all servers', async () => {
    let runs = 0;
    const servers = [open(), open(), open()];
    for (const jobs of servers) {
      jobs.handleSchedule(hourly, { cron: '* * * * *' }, async () => {
        runs += 1;
      });
    }
    await Promise.all(servers.map((jobs) => jobs.start()));
    await expect.poll(() => runs, { timeout: 10 * SECOND }).toBeGreaterThan(0);
    const { rows } = await test.database.pool.query(
      "select count(distinct singleton_on)::int as minutes from pgboss.job where name = '__pgboss__send-it'",
    );
    expect(runs).toBeLessThanOrEqual(rows[0].minutes);
  });

  it('leaves no completed jobs for longer than an hour', async () => {
    const jobs = open();
    jobs.handleSchedule(hourly, { cron: '0 * * * *' }, async () => {});
    await jobs.start();
    const { rows } = await test.database.pool.query(
      "select name from pgboss.queue where deletion_seconds > 3600 and name <> 'dead-letters'",
    );
    expect(rows).toEqual([]);
  });

  it('a schedule is removed when no server has it', async () => {
    const earlier = open();
    earlier.handleSchedule(hourly, { cron: '0 * * * *' }, async () => {});
    await earlier.start();
    await earlier.close();
    await open().start();
    expect((await test.database.pool.query('select from pgboss.schedule')).rowCount).toBe(0);
  });

  it('runs when a server starts, if asked to', async () => {
    let runs = 0;
    const jobs = open();
    jobs.handleSchedule(hourly, { cron: '0 0 1 1 *', isRunAtStart: true }, async () => {
      runs += 1;
    });
    await jobs.start();
    await expect.poll(() => runs, { timeout: 3 * SECOND }).toBe(1);
  });
});

/** The attempts that are left, including the next one. */
async function readAttempts() {
  const { rows } = await test.database.pool.query(`
    select state::text, start_after <= now() as "isDue", (retry_limit - retry_count + 1)::int as "attemptsLeft"
    from pgboss.job where name in ('letters', 'sources')
  `);
  return rows;
}

describe('stopping', () => {
  it('waits for the running job and starts no other', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const sent: string[] = [];
    const jobs = open();
    jobs.handle(letters, async ({ to }) => {
      started.resolve();
      await release.promise;
      sent.push(to);
    });
    await jobs.start();
    await send('ayesha');
    await started.promise;
    await send('bilal');
    const closing = jobs.close();
    release.resolve();
    await closing;
    expect(sent).toEqual(['ayesha']);
    expect(await countJobs('letters', 'completed')).toBe(1);
    expect(await countJobs('letters', 'created')).toBe(1);
  });

  it('aborts the signal of the running job', async () => {
    const aborted = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const jobs = open();
    jobs.handle(letters, async (_data, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve());
      started.resolve();
      await aborted.promise;
    });
    await jobs.start();
    await send('ayesha');
    await started.promise;
    await jobs.close();
    expect(await countJobs('letters', 'completed')).toBe(1);
  });

  it('returns a running job that does not end in time, without counting the attempt', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const stopped = open({ stopMs: 200 });
    stopped.handle(letters, async () => {
      started.resolve();
      await release.promise;
    });
    await stopped.start();
    await send('ayesha');
    await started.promise;
    const begin = performance.now();
    await stopped.close();
    expect(performance.now() - begin).toBeLessThan(3 * SECOND);
    expect(await readAttempts()).toEqual([{ state: 'retry', isDue: true, attemptsLeft: 3 }]);

    const sent: string[] = [];
    const next = open();
    next.handle(letters, async ({ to }) => void sent.push(to));
    await next.start();
    await expect.poll(() => countJobs('letters', 'completed'), { timeout: 3 * SECOND }).toBe(1);
    expect(sent).toEqual(['ayesha']);
    release.resolve();
  });

  it('returns a job that fails because it is interrupted, even at its last attempt', async () => {
    const started = Promise.withResolvers<void>();
    const jobs = open();
    jobs.handle(sources, async (_data, { signal }) => {
      started.resolve();
      await wait(MINUTE, undefined, { signal });
    });
    await jobs.start();
    await test.database.transaction((tx) => enqueue(tx, sources, { id: 1 }));
    await started.promise;
    await jobs.close();
    expect(await readAttempts()).toEqual([{ state: 'retry', isDue: true, attemptsLeft: 1 }]);
  });
});
