import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkResults } from '#core/server/platform/checks/checks.tables.ts';
import { newsSources } from '#features/news/server/news.tables.ts';
import { type CheckResult, readSystem, retryJob } from '#features/operations/contract/system.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeSource } from '#tests/support/news/news.ts';
import { makeDeadLetter } from '#tests/support/platform/jobs.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const NOW = '2026-11-21T05:42:00.000Z';
let token: string;

beforeAll(async () => {
  test.clock.set(NOW);
  ({ access: token } = await signInAdministrator(test));
});
afterEach(async () => {
  await test.database.pool.query('delete from pgboss.job');
  await test.database.db.delete(newsSources);
});

const read = async () => (await test.call(readSystem, {}, { token })).body;
const retry = async (id: string) => (await test.call(retryJob, { params: { id } }, { token })).status;

it('describes a system without work', async () => {
  const { server, checks, ...shared } = await read();
  expect(shared).toEqual({
    queues: [],
    failed_jobs: [],
    failed_job_count: 0,
  });
  expect(server).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), streams: 0, minutes: [] });
});

it('lists what each part of the product registers, worst first, with what to do', async () => {
  await makeDeadLetter(test.database, 'connect ECONNREFUSED 10.0.0.9:25');
  const clock = {
    id: 'clock',
    title: 'The clock agrees',
    path: null,
    server: 'another:3000',
    state: 'failing' as const,
    cause: 'It is 2 hours ahead.',
    action: 'Synchronize it.',
  };
  const results = [{ ...clock, ageMs: 60_000 }];
  await test.database.db.insert(checkResults).values({ server: 'another:3000', results });
  await makeSource(test.database, 'Dawn');
  await vi.waitUntil(
    async () => (await read()).checks.find(({ id }: CheckResult) => id === 'jobs').state === 'warning',
    { timeout: 20_000, interval: 500 },
  );
  const { checks } = (await read()) as { checks: CheckResult[] };
  expect(checks.map(({ id }) => id).sort()).toEqual([
    'administrators',
    'alerts-email',
    'alerts-push',
    'alerts-telegram',
    'analysts',
    'bank-transfer',
    'clock',
    'clock',
    'companies',
    'contact',
    'database-locks',
    'database-writes',
    'disk',
    'email',
    'events',
    'holidays',
    'index-values',
    'jobs',
    'news',
    'news-silence',
    'plans',
    'prices',
    'public-url',
    'record',
  ]);
  const order = ['failing', 'unknown', 'warning', 'off', 'ok'];
  const positions = checks.map(({ state }) => order.indexOf(state));
  expect(positions).toEqual(positions.toSorted());
  expect(checks.find(({ server }) => server === 'another:3000')).toEqual({
    ...clock,
    since: expect.stringMatching(/^2026-11-21T05:4/),
    runbook: 'docs/operations/monitoring.md#check-clock',
  });
  expect(checks.find(({ id }) => id === 'jobs')).toMatchObject({
    cause: '1 job has failed permanently: email 1.',
    server: null,
  });
});

describe('a job that failed permanently', () => {
  it('a job that failed permanently is listed with its error, and can be retried once', async () => {
    const id = await makeDeadLetter(test.database, 'connect ECONNREFUSED 10.0.0.9:25');
    const { failed_jobs, failed_job_count } = await read();
    expect(failed_job_count).toBe(1);
    expect(failed_jobs).toEqual([
      { id, queue: 'email', failed_at: NOW, attempts: 8, error: 'connect ECONNREFUSED 10.0.0.9:25' },
    ]);
    expect(await retry(id)).toBe(204);
    const after = await read();
    expect(after.failed_jobs).toEqual([]);
    expect(after.queues).toEqual([{ name: 'email', waiting: 1, running: 0, failed: 0 }]);
    expect(await retry(id)).toBe(404);
  });

  it.each(['none', '../x', 'a\0b', '00000000-0000-0000-0000-000000000000'])(
    'is not found as %j',
    async (id) => {
      expect(await retry(id)).toBe(404);
    },
  );

  it('stays listed after a retry without a session', async () => {
    const id = await makeDeadLetter(test.database);
    const other = await test.call(retryJob, { params: { id } }, {});
    expect(other.status).toBe(401);
    expect((await read()).failed_job_count).toBe(1);
  });
});
