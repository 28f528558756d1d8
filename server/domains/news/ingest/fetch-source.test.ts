import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { articles, newsSources } from '#server/domains/news/news.tables.ts';
import type { SourceRow } from '#server/domains/news/sources/sources.queries.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { afterOnDatabase, databaseNow } from '#server/platform/schedule.ts';
import { makeSource } from '#tests/support/news/news.ts';
import { type OutletAnswer, outlets, preparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { readSource } from './fetch-source.ts';
import { leaseDueSource, leaseSource } from './lease.ts';

const feeds = outlets();
const test = useTestApp({}, { outlets: feeds });
const NOW = '2026-11-21T05:42:00.000Z';
/** What the readings announced; on PostgreSQL an announcement is heard again a moment later, so it is not listened for. */
const announced: string[] = [];

let made = 0;
let source: SourceRow;

beforeEach(async () => {
  test.clock.set(NOW);
  await test.database.db.update(newsSources).set({ isEnabled: false });
  made += 1;
  source = await find(await makeSource(test.database, `Read ${made}`));
  announced.splice(0);
  feeds.asked();
});

async function find(id: number): Promise<SourceRow> {
  const [row] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, id));
  return row as SourceRow;
}

const watchedDatabase = (): Database => ({
  ...test.database,
  transaction: (work) =>
    test.database.transaction((tx, announce) =>
      work(tx, (topic) => {
        announced.push(topic);
        announce(topic);
      }),
    ),
});

const parts = () => ({
  database: watchedDatabase(),
  clock: test.clock,
  logger: test.logger,
  tools: feeds.tools,
});

async function readAnswer(answer: OutletAnswer) {
  feeds.answer(source.url, answer);
  const leased = await leaseSource(test.database.db, source.id, test.clock.now());
  if (!leased) throw new Error('the source is being read');
  return { reading: await readSource(leased, parts()), after: await find(source.id) };
}

const minutesToNext = ({ nextFetchAt }: SourceRow) =>
  (nextFetchAt.getTime() - test.clock.now().getTime()) / 60_000;
const articleCount = () => test.database.db.$count(articles, eq(articles.sourceId, source.id));

describe('a feed', () => {
  it('is stored, and how it went is written down', async () => {
    const items = [preparedItem(), preparedItem()];
    const { reading, after } = await readAnswer({ items, refused: 3, ttlMinutes: 30 });
    expect(reading).toEqual({ kind: 'read', new: 2, known: 0, refused: 3 });
    expect(await articleCount()).toBe(2);
    expect(after).toMatchObject({
      lastAttemptAt: new Date(NOW),
      lastSuccessAt: new Date(NOW),
      lastError: null,
      failuresInARow: 0,
      lastNew: 2,
      lastKnown: 0,
      lastRefused: 3,
      leasedUntil: null,
    });
    expect(minutesToNext(after)).toBe(30);
    expect(announced).toContain('news');
  });

  it('is announced only when something is new or changed', async () => {
    const items = [preparedItem()];
    await readAnswer({ items });
    announced.splice(0);
    const { reading } = await readAnswer({ items });
    expect(reading).toEqual({ kind: 'read', new: 0, known: 1, refused: 0 });
    expect(announced).toEqual([]);
  });

  it('is asked for with what the last answer vouched for, and may answer that nothing changed', async () => {
    const headers = { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 05:00:00 GMT' };
    await readAnswer({ headers, items: [preparedItem(), preparedItem()], ttlMinutes: 60 });
    expect(feeds.asked()[0]?.headers).not.toHaveProperty('If-None-Match');
    test.clock.advance(60 * 60_000);
    const { reading, after } = await readAnswer({ status: 304 });
    expect(feeds.asked()[0]?.headers).toMatchObject({
      'If-None-Match': '"v1"',
      'If-Modified-Since': 'Sat, 21 Nov 2026 05:00:00 GMT',
    });
    expect(reading).toEqual({ kind: 'read', new: 0, known: 2, refused: 0 });
    expect(after).toMatchObject({
      etag: '"v1"',
      lastSuccessAt: test.clock.now(),
      lastNew: 0,
      lastKnown: 2,
      leasedUntil: null,
    });
    expect(minutesToNext(after)).toBe(60);
  });

  it('of more items than any outlet has is read in part', async () => {
    const items = Array.from({ length: 1005 }, () => preparedItem());
    const { reading } = await readAnswer({ items });
    expect(reading).toMatchObject({ kind: 'read', refused: 5 });
  });
});

describe('a failure', () => {
  it.each([
    [{ status: 403 }, 'The address answered 403 Forbidden. The outlet refuses this reader', 5],
    [{ status: 404 }, 'The address answered 404 Not Found. Check the address', 5],
    [{ status: 410 }, 'The address answered 410 Gone. The outlet has removed this feed for good', 5],
    [{ status: 429, headers: { 'retry-after': '7200' } }, 'The address answered 429 Too Many Requests.', 120],
    [
      { status: 503, headers: { 'retry-after': 'Sat, 21 Nov 2026 06:42:00 GMT' } },
      "The address answered 503 Service Unavailable. The outlet's server is in trouble.",
      60,
    ],
    [{ status: 302 }, 'The address answered 302 Found. That is no feed', 5],
    [{ status: 599 }, 'The address answered 599.', 5],
    [
      { unreadable: Object.assign(new Error('The answer is a web page.'), { code: 'not_a_feed' }) },
      'The answer is a web page.',
      5,
    ],
    [{ unreadable: new TypeError('x is undefined') }, 'Reading failed on our side.', 5],
  ])('%j is told to the operator, and tried again later', async (answer, text, minutes) => {
    const { reading, after } = await readAnswer(answer);
    expect(reading).toEqual({ kind: 'failed', error: expect.stringContaining(text) });
    expect(after).toMatchObject({ failuresInARow: 1, lastSuccessAt: null, leasedUntil: null });
    expect(after.lastError).toContain(text);
    expect(minutesToNext(after)).toBe(minutes);
    expect(announced).toEqual([]);
  });

  it.each([
    ['address_refused', 'public address'],
    ['scheme_refused', 'https:// or http://'],
    ['too_large', 'a shorter one'],
    ['too_slow', 'tried again by itself'],
    ['too_many_redirects', 'the feed itself'],
    ['unreachable', 'check the address'],
  ])('to get an answer at all (%s) is told with what to do about it', async (code, advice) => {
    feeds.answer(source.url, async () => {
      throw Object.assign(new Error('This happened.'), { code });
    });
    const leased = await leaseSource(test.database.db, source.id, test.clock.now());
    if (!leased) throw new Error('the source is being read');
    const reading = await readSource(leased, parts());
    expect(reading).toEqual({ kind: 'failed', error: expect.stringMatching(/^This happened\. [A-Z]/) });
    expect(reading).toEqual({ kind: 'failed', error: expect.stringContaining(advice) });
  });

  it('is waited for longer each time, and forgotten by the next success', async () => {
    const waits = [];
    for (let failure = 0; failure < 3; failure += 1) {
      waits.push(minutesToNext((await readAnswer({ status: 500 })).after));
    }
    expect(waits).toEqual([5, 10, 20]);
    const { after } = await readAnswer({ items: [preparedItem()] });
    expect(after).toMatchObject({ failuresInARow: 0, lastError: null });
    expect(minutesToNext(after)).toBe(10);
  });
});

describe('a lease', () => {
  const due = () => leaseDueSource(test.database.db, test.clock.now());

  it('is given to one reader at a time', async () => {
    const leases = await Promise.all([due(), due(), due(), due()]);
    expect(leases.map((lease) => lease?.id ?? null).sort()).toEqual([source.id, null, null, null].sort());
    expect(await leaseSource(test.database.db, source.id, test.clock.now())).toBeNull();
  });

  it('is given to nobody before the source is due, or while it is disabled', async () => {
    const set = (changes: Partial<SourceRow>) =>
      test.database.db.update(newsSources).set(changes).where(eq(newsSources.id, source.id));
    await set({ nextFetchAt: new Date('2026-11-21T05:42:00.001Z') });
    expect(await due()).toBeNull();
    await set({ nextFetchAt: new Date(NOW), isEnabled: false });
    expect(await due()).toBeNull();
    await set({ isEnabled: true });
    expect(await due()).toMatchObject({ id: source.id });
  });

  it('that was lost stores nothing and changes nothing', async () => {
    const slow = await due();
    await test.database.db.update(newsSources).set({ leasedUntil: afterOnDatabase(databaseNow, -1) });
    const quick = await due();
    if (!slow || !quick) throw new Error('the source was not due');
    feeds.answer(source.url, { items: [preparedItem()] });
    expect(await readSource(slow, parts())).toEqual({ kind: 'given-up' });
    expect(await articleCount()).toBe(0);
    feeds.answer(source.url, { status: 500 });
    expect(await readSource(slow, parts())).toEqual({ kind: 'given-up' });
    expect(await find(source.id)).toEqual({
      ...source,
      leasedUntil: quick.leasedUntil,
      lastAttemptAt: quick.lastAttemptAt,
    });

    feeds.answer(source.url, { items: [preparedItem()] });
    expect(await readSource(quick, parts())).toMatchObject({ kind: 'read', new: 1 });
  });

  it('and a next try that a clock that was ahead recorded do not keep a source from being read', async () => {
    const ahead = (clock: Date) => new Date(clock.getTime() + 30 * DAY);
    await test.database.db
      .update(newsSources)
      .set({ nextFetchAt: ahead(test.clock.now()), leasedUntil: ahead(new Date()) });
    expect(await due()).toMatchObject({ id: source.id });
  });

  it('ends by the clock of the database, whatever the clock of the server shows', async () => {
    test.clock.set('2027-11-21T05:42:00Z');
    expect(await due()).toMatchObject({ id: source.id });
    test.clock.set('2028-11-21T05:42:00Z');
    expect(await due()).toBeNull();
  });
});
