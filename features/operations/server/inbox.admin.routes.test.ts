import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type InboxTask, readInbox } from '#core/contract/inbox.ts';
import { waitingImports } from '#features/imports/server/imports.tables.ts';
import { newsSources } from '#features/news/server/news.tables.ts';
import { submitSignalDraft } from '#features/signals/contract/publishing/draft-endpoints.ts';
import { signalDecisions, signalResults } from '#features/signals/server/track-record/track-record.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { insertSubscription } from '#tests/support/billing/paddle.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { makeDeadLetter } from '#tests/support/platform/jobs.ts';
import { saveNewDraft } from '#tests/support/signals/drafts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ SIGNAL_APPROVAL: 'required' });
const NOW = new Date('2026-11-21T05:42:00.000Z');
let sana: Awaited<ReturnType<typeof signInAdministrator>>;
let bilal: typeof sana;

beforeAll(async () => {
  test.clock.set(NOW.toISOString());
  sana = await signInAdministrator(test);
  bilal = await signInAdministrator(test);
});

async function read(administrator = sana): Promise<{ tasks: InboxTask[]; unreadable: string[] }> {
  const { status, body } = await test.call(readInbox, {}, { token: administrator.access });
  expect(status).toBe(200);
  return body;
}

const readOne = async (id: string, administrator = sana) =>
  (await read(administrator)).tasks.find((task) => task.id === id) ?? { count: 0, items: [] };

it('names what is missing of the setup first', async () => {
  const [first] = (await read()).tasks;
  expect(first).toMatchObject({ id: 'setup', path: '/admin/setup', since: null });
  expect(first?.title).toMatch(/^\d+ essential items of the setup are missing$/);
  expect(first?.text).toContain('No prices are stored.');
});

it('lists unlinked subscriptions that are not canceled', async () => {
  const id = await insertSubscription(test, null);
  await insertSubscription(test, null, { status: 'canceled' });
  const { count, items } = await readOne('unlinked-subscriptions');
  expect(count).toBe(1);
  expect(items[0]).toMatchObject({ id, detail: expect.stringMatching(/^ctm_/), path: '/admin/billing' });
});

it('lists a submitted draft to those who may approve it', async () => {
  await saveNewDraft(test, sana, { symbol: 'HBL' });
  const { id, version } = await saveNewDraft(test, sana, { symbol: 'OGDC' });
  const body = { expected_version: version };
  await test.call(submitSignalDraft, { params: { id }, body }, { token: sana.access });
  expect(await readOne('drafts', bilal)).toMatchObject({
    count: 1,
    items: [
      { id, title: 'OGDC', detail: `Submitted by ${sana.username}`, path: `/admin/drafts?review=${id}` },
    ],
  });
  expect((await readOne('drafts', sana)).count).toBe(0);
});

describe('an outcome that the prices do not show', () => {
  const result = (id: number, changes: Partial<typeof signalResults.$inferInsert> = {}) => ({
    signalId: `00000000-0000-4000-8000-00000000000${id}`,
    revision: id,
    signalType: 'swing' as const,
    symbol: 'LUCK',
    side: 'buy' as const,
    risk: 2300,
    publishedAt: NOW,
    isDeleted: false,
    sequence: 1,
    state: 'not_measurable' as const,
    endedOn: '2026-11-20',
    ...changes,
  });
  const decide = async (id: number, kind: 'void' | 'withdraw') => {
    const [row] = await test.database.db
      .insert(signalDecisions)
      .values({
        signalId: result(id).signalId,
        kind,
        reason: 'Made for a test',
        decidedAt: NOW,
        decidedBy: 'sana',
        administratorId: result(9).signalId,
      })
      .returning();
    return row?.id ?? null;
  };

  it('is listed until a decision applies or 30 days have passed', async () => {
    await test.database.db
      .insert(signalResults)
      .values([
        result(1),
        result(2, { symbol: 'HBL', reason: 'no_prices', state: 'expired', endedOn: '2026-10-22' }),
        result(3, { endedOn: '2026-10-21' }),
        result(4, { decisionId: await decide(4, 'void') }),
        result(5, { symbol: 'MCB', decisionId: await decide(5, 'withdraw') }),
        result(6, { state: 'closed', reason: 'target' }),
        result(7, { isDeleted: true }),
      ]);
    const { count, items } = await readOne('outcomes');
    expect(count).toBe(3);
    expect(items.map(({ title, detail, path }) => [title, detail, path])).toEqual([
      ['HBL', 'No prices, ended on 22 Oct 2026', '/admin/dashboard?signal_type=swing&search=HBL'],
      ['LUCK', 'Not measurable, ended on 20 Nov 2026', '/admin/dashboard?signal_type=swing&search=LUCK'],
      ['MCB', 'Not measurable, ended on 20 Nov 2026', '/admin/dashboard?signal_type=swing&search=MCB'],
    ]);
  });
});

it('lists at most five filings, and counts all that wait', async () => {
  const filings = Array.from({ length: 7 }, (_, index) => ({
    state: 'waiting' as const,
    companyName: `Company ${index}`,
    subject: 'Board Meeting',
    filedAt: new Date(NOW.getTime() - index * 60_000),
  }));
  await makeMeetings(test.database, [...filings, {}]);
  const { count, items } = await readOne('filings');
  expect(count).toBe(7);
  expect(items.map(({ title }) => title)).toEqual([6, 5, 4, 3, 2].map((index) => `Company ${index}`));
  expect(items[0]).toMatchObject({
    detail: 'Board Meeting',
    path: `/admin/imports?view=filings#filing-${items[0]?.id}`,
  });
});

it('lists downloads that wait for review', async () => {
  const download = {
    kind: 'prices' as const,
    source: 'https://data.example/closing.csv',
    receivedAt: NOW,
    content: '',
  };
  await test.database.db.insert(waitingImports).values([
    { ...download, fileName: 'closing.csv', rows: ['a', 'b'] },
    { ...download, fileName: 'settled.csv', rows: ['c'], content: null, settledAt: NOW, settledBy: 'sana' },
  ]);
  expect(await readOne('waiting-imports')).toMatchObject({
    count: 1,
    items: [{ title: 'closing.csv', detail: '2 rows to review', path: '/admin/imports' }],
  });
});

it('lists what checks found until it is repaired, with what to do', async () => {
  const source = {
    url: 'https://dawn.example/feed',
    createdAt: NOW,
    lastError: 'The server responded with 403 Forbidden.',
  };
  await test.database.db
    .insert(newsSources)
    .values({ ...source, name: 'Dawn', nextFetchAt: new Date('2026-11-21T05:50:00Z'), failuresInARow: 3 });
  await makeDeadLetter(test.database, 'connect ECONNREFUSED 10.0.0.9:25');
  await vi.waitUntil(async () => (await readOne('news')).count === 1, { timeout: 20_000, interval: 500 });
  const { tasks } = await read();
  expect(tasks.find(({ id }) => id === 'news')).toMatchObject({
    title: expect.stringContaining('Dawn: The server responded with 403 Forbidden.'),
    since: NOW.toISOString(),
    path: '/admin/news-sources',
    action: 'Open news sources',
  });
  expect(tasks.find(({ id }) => id === 'jobs')).toMatchObject({ path: '/admin/system' });
  const times = tasks.map(({ since }) => since ?? '');
  expect(times).toEqual(times.toSorted());
  await test.database.db.update(newsSources).set({ failuresInARow: 0, lastSuccessAt: NOW });
  await vi.waitUntil(async () => (await readOne('news')).count === 0, { timeout: 20_000, interval: 500 });
});

it('shows the other tasks when some cannot be read', async () => {
  const { pool } = test.database;
  await pool.query('alter table waiting_imports rename to waiting_imports_away');
  try {
    const { tasks, unreadable } = await read();
    expect(unreadable).toEqual(['downloads to review']);
    expect(tasks.map(({ id }) => id)).toContain('filings');
  } finally {
    await pool.query('alter table waiting_imports_away rename to waiting_imports');
  }
});

it('is closed to visitors', async () => {
  expect((await test.call(readInbox, {})).status).toBe(401);
});
