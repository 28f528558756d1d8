import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { articles, newsSources } from '#features/news/server/news.tables.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createSilenceCheck, createSourcesCheck } from './sources-check.ts';

const test = useTestApp();
const NOW = '2026-11-21T05:42:00.000Z';

beforeEach(async () => {
  test.clock.set(NOW);
  await test.database.db.delete(articles);
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

it('is off without sources, and ok for a fetch that failed once', async () => {
  expect(await run()).toMatchObject({ state: 'off', cause: 'No news source is fetched.' });
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
    problems: 1,
  });
  await add('the-news', { ...failing(8), lastSuccessAt: new Date(Date.parse(NOW) - 2 * DAY) });
  expect(await run()).toMatchObject({
    cause: expect.stringMatching(/ profit: The server .* the-news: The server /),
    problems: 2,
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

describe('a source that has no new articles', () => {
  /** Friday, 20 November 2026 is the date of the last article, of one each `everyDays` days. */
  async function addHistory(name: string, everyDays: number, dates = 20) {
    const id = await makeSource(test.database, name);
    const last = Date.parse('2026-11-20T06:00:00Z');
    const days = Array.from({ length: dates }, (_, index) => new Date(last - index * everyDays * DAY));
    await makeArticles(
      test.database,
      id,
      days.map((pubDate) => ({ pubDate, fetchedAt: pubDate })),
    );
    await setState(id, { lastNewAt: new Date(last) });
    return id;
  }
  const setState = (id: number, state: Partial<typeof newsSources.$inferInsert>) =>
    test.database.db.update(newsSources).set(state).where(eq(newsSources.id, id));

  async function check(
    now: string,
    holidays: string[] = [],
    state: Partial<typeof newsSources.$inferInsert> = {},
  ) {
    test.clock.set(now);
    await test.database.db.update(newsSources).set({ lastSuccessAt: new Date(now), ...state });
    return createSilenceCheck(test.database.db, test.clock, async () => toHolidays(holidays)).run();
  }

  it('is reported after three trading days if it had one each day', async () => {
    await addHistory('Daily', 1);
    for (const ok of ['2026-11-23T18:00:00Z', '2026-11-25T18:00:00Z'])
      expect(await check(ok)).toMatchObject({ state: 'ok' });
    expect(await check('2026-11-26T06:00:00Z')).toMatchObject({
      state: 'warning',
      cause:
        '1 source has had no new article for much longer than before. Daily: none since 20 Nov 2026, 11:00 PKT, 3 trading days; before, one came every trading day.',
      figures: { waiting: 1 },
    });
  });

  it('is not reported for weekends and holidays', async () => {
    await addHistory('Daily', 1);
    const week = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
    expect(await check('2026-12-02T18:00:00Z', week)).toMatchObject({ state: 'ok' });
    expect(await check('2026-12-03T06:00:00Z', week)).toMatchObject({ state: 'warning' });
  });

  it('is compared with its own history', async () => {
    await addHistory('Weekly', 7, 12);
    await addHistory('New', 1, 2);
    expect(await check('2026-12-11T06:00:00Z')).toMatchObject({ state: 'ok' });
    expect(await check('2026-12-15T06:00:00Z')).toMatchObject({
      state: 'warning',
      cause: expect.stringMatching(
        / Weekly: none since .* New: none since | New: none since .* Weekly: none since /,
      ),
      problems: 2,
    });
  });

  it('is not reported while it is disabled, fails, or was not fetched', async () => {
    const id = await addHistory('Daily', 1);
    const now = '2026-12-20T06:00:00Z';
    for (const state of [
      { isEnabled: false },
      { isEnabled: true, failuresInARow: 2 },
      { failuresInARow: 0, lastSuccessAt: new Date('2026-11-21T06:00:00Z') },
    ])
      expect(await check(now, [], state)).toMatchObject({ state: 'ok' });
    await setState(id, { lastNewAt: null });
    expect(await check(now)).toMatchObject({ state: 'warning' });
  });
});
