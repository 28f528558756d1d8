import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSystem, retryJob } from '#contract/admin/system.ts';
import { webhookEvents } from '#server/domains/billing/billing.tables.ts';
import { newsSources } from '#server/domains/news/news.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
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
  await test.database.db.delete(webhookEvents);
  await test.database.db.delete(newsSources);
});

const read = async () => (await test.call(readSystem, {}, { token })).body;
const retry = async (id: string) => (await test.call(retryJob, { params: { id } }, { token })).status;

it('describes a system without work', async () => {
  const { server, ...shared } = await read();
  expect(shared).toEqual({
    queues: [],
    failed_jobs: [],
    failed_job_count: 0,
    webhooks: { waiting: 0, failed: 0, lag_seconds: 0, last_received_at: null },
    feeds: { healthy: 0, failing: 0, overdue: 0, disabled: 0, last_success_at: null },
    imports: { waiting: 0, since: null },
    is_approver_missing: false,
    is_disclosure_optional: true,
  });
  expect(server).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), streams: 0, minutes: [] });
});

it('reports webhook events that are not applied, and their lag', async () => {
  const event = { eventType: 'subscription.updated', entityId: 'sub_1', data: {} };
  const at = (time: string) => ({ occurredAt: new Date(time), receivedAt: new Date(time) });
  await test.database.db.insert(webhookEvents).values([
    { ...event, eventId: 'evt_1', state: 'waiting', ...at('2026-11-21T05:40:00Z') },
    { ...event, eventId: 'evt_2', state: 'waiting', ...at('2026-11-21T05:41:00Z') },
    { ...event, eventId: 'evt_3', state: 'failed', ...at('2026-11-20T05:41:00Z') },
    { ...event, eventId: 'evt_4', state: 'applied', ...at('2026-11-21T05:41:30Z') },
  ]);
  expect((await read()).webhooks).toEqual({
    waiting: 2,
    failed: 1,
    lag_seconds: 120,
    last_received_at: '2026-11-21T05:41:30.000Z',
  });
});

it('reports the health of news sources', async () => {
  const source = (name: string, nextFetchAt: string) => ({
    name,
    url: `https://${name}.example/feed`,
    createdAt: new Date(NOW),
    nextFetchAt: new Date(nextFetchAt),
  });
  await test.database.db
    .insert(newsSources)
    .values([
      { ...source('healthy', '2026-11-21T05:50:00Z'), lastSuccessAt: new Date('2026-11-21T05:40:00Z') },
      { ...source('failing', '2026-11-21T05:50:00Z'), failuresInARow: 3 },
      { ...source('overdue', '2026-11-21T05:20:00Z') },
      { ...source('disabled', '2026-11-20T05:20:00Z'), isEnabled: false },
    ]);
  expect((await read()).feeds).toEqual({
    healthy: 2,
    failing: 1,
    overdue: 1,
    disabled: 1,
    last_success_at: '2026-11-21T05:40:00.000Z',
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
