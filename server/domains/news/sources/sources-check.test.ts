import { beforeEach, expect, it } from 'vitest';
import { newsSources } from '#server/domains/news/news.tables.ts';
import { DAY } from '#server/platform/clock.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createSourcesCheck } from './sources-check.ts';

const test = useTestApp();
const NOW = '2026-11-21T05:42:00.000Z';

beforeEach(async () => {
  test.clock.set(NOW);
  await test.database.db.delete(newsSources);
});

const run = () => createSourcesCheck(test.database.db, test.clock).run();
const add = (name: string, overrides: Partial<typeof newsSources.$inferInsert> = {}) =>
  test.database.db.insert(newsSources).values({
    name,
    url: `https://${name}.example/feed`,
    createdAt: new Date(NOW),
    nextFetchAt: new Date('2026-11-21T05:50:00Z'),
    lastSuccessAt: new Date('2026-11-21T05:00:00Z'),
    ...overrides,
  });
const failing = (failuresInARow: number) => ({
  failuresInARow,
  lastError: 'The server responded with 500 Internal Server Error.',
});

it('fails when no source can be fetched, and shows one of the errors', async () => {
  await add('dawn', failing(3));
  await add('mettis', failing(2));
  await add('disabled', { isEnabled: false });
  expect(await run()).toMatchObject({
    state: 'failing',
    cause:
      '2 of 2 sources fail; the last fetch succeeded on 21 Nov 2026, 10:00 PKT. dawn: The server responded with 500 Internal Server Error.',
    figures: { waiting: 2 },
  });
});

it('is ok without sources and for a fetch that failed once', async () => {
  expect(await run()).toMatchObject({
    state: 'ok',
    cause: '0 sources, 0 with an error; none was fetched yet.',
  });
  await add('dawn', failing(1));
  expect(await run()).toMatchObject({ state: 'ok' });
});

it('warns when half of the sources fail, or one for more than a day', async () => {
  await add('dawn', failing(2));
  await add('mettis');
  expect(await run()).toMatchObject({
    state: 'warning',
    cause: expect.stringMatching(/^1 of 2 sources fail;/),
  });
  await add('business-recorder');
  expect((await run()).state).toBe('ok');
  await add('profit', { ...failing(9), lastSuccessAt: new Date(Date.parse(NOW) - DAY - 1) });
  await add('tribune');
  expect(await run()).toMatchObject({
    state: 'warning',
    cause: expect.stringContaining('profit: The server responded with 500'),
  });
});

it('fails when sources are not fetched at all', async () => {
  await add('dawn', { nextFetchAt: new Date('2026-11-21T05:20:00Z') });
  await add('mettis');
  expect(await run()).toMatchObject({
    state: 'failing',
    cause: expect.stringMatching(/^1 source was due 15 minutes ago and not fetched;/),
  });
  // A broken source does not hide it.
  await add('profit', failing(9));
  await add('tribune', failing(9));
  expect(await run()).toMatchObject({
    state: 'failing',
    cause: expect.stringMatching(/^1 source was due/),
  });
});
