import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { addToDatabaseTime, databaseNow } from '#core/server/platform/schedule.ts';
import { articles, newsSources } from '#features/news/server/news.tables.ts';
import type { SourceRow } from '#features/news/server/sources/sources.queries.ts';
import { makeSource } from '#tests/support/news/news.ts';
import {
  createFakePublishers,
  makePreparedItem,
  type PublisherResponse,
} from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { fetchSource } from './fetch-source.ts';
import { type LeasedSource, leaseDueSource, leaseSource } from './schedule.ts';

const publishers = createFakePublishers();
const test = useTestApp({}, { publishers });
const NOW = '2026-11-21T05:42:00.000Z';
/**
 * The topics that were announced. Recorded here instead of on the change bus, which delivers them later on PostgreSQL.
 */
const announced: string[] = [];

let sourceCount = 0;
let source: SourceRow;

beforeEach(async () => {
  test.clock.set(NOW);
  await test.database.db.update(newsSources).set({ isEnabled: false });
  sourceCount += 1;
  source = await find(await makeSource(test.database, `Fetched ${sourceCount}`));
  announced.splice(0);
  publishers.takeRequests();
});

async function find(id: number): Promise<SourceRow> {
  const [row] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, id));
  return row as SourceRow;
}

const recordAnnouncements = (): Database => ({
  ...test.database,
  transaction: (work) =>
    test.database.transaction((tx, announce) =>
      work(tx, (topic) => {
        announced.push(topic);
        announce(topic);
      }),
    ),
});

const dependencies = () => ({
  database: recordAnnouncements(),
  clock: test.clock,
  logger: test.logger,
  pipeline: publishers.pipeline,
});

async function fetchResponse(response: PublisherResponse) {
  publishers.respond(source.url, response);
  const leased = await leaseSource(test.database.db, source.id, test.clock.now());
  if (!leased) throw new Error('the source is leased');
  return { result: await fetchSource(leased, dependencies()), after: await find(source.id) };
}

const minutesToNext = ({ nextFetchAt }: SourceRow) =>
  (nextFetchAt.getTime() - test.clock.now().getTime()) / 60_000;
const countArticles = () => test.database.db.$count(articles, eq(articles.sourceId, source.id));

describe('fetchSource', () => {
  it('stores the articles and the result of the fetch', async () => {
    const items = [makePreparedItem(), makePreparedItem()];
    const { result, after } = await fetchResponse({ items, rejected: 3, ttlMinutes: 30 });
    expect(result).toEqual({ kind: 'fetched', new: 2, existing: 0, rejected: 3 });
    expect(await countArticles()).toBe(2);
    expect(after).toMatchObject({
      lastAttemptAt: new Date(NOW),
      lastSuccessAt: new Date(NOW),
      lastError: null,
      failuresInARow: 0,
      lastNew: 2,
      lastExisting: 0,
      lastRejected: 3,
      leasedUntil: null,
    });
    expect(minutesToNext(after)).toBe(30);
    expect(announced).toContain('news');
  });

  it('announces a change only if an article is new or changed', async () => {
    const items = [makePreparedItem()];
    await fetchResponse({ items });
    announced.splice(0);
    const { result } = await fetchResponse({ items });
    expect(result).toEqual({ kind: 'fetched', new: 0, existing: 1, rejected: 0 });
    expect(announced).toEqual([]);
  });

  it.each([true, false])(
    'lets others get the list as before only in the background: %s',
    async (isBackground) => {
      publishers.respond(source.url, { items: [makePreparedItem()] });
      const leased = await leaseSource(test.database.db, source.id, test.clock.now());
      const emitted = vi.spyOn(test.database.changes, 'emit');
      await fetchSource(
        leased as LeasedSource,
        { ...dependencies(), database: test.database },
        { isBackground },
      );
      expect(emitted).toHaveBeenCalledWith('news', isBackground ? { staleWhileRevalidate: true } : {});
    },
  );

  it('sends the validators of the last response, and counts the articles as existing on 304', async () => {
    const headers = { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 05:00:00 GMT' };
    await fetchResponse({ headers, items: [makePreparedItem(), makePreparedItem()], ttlMinutes: 60 });
    expect(publishers.takeRequests()[0]?.headers).not.toHaveProperty('If-None-Match');
    test.clock.advance(60 * 60_000);
    const { result, after } = await fetchResponse({ status: 304 });
    expect(publishers.takeRequests()[0]?.headers).toMatchObject({
      'If-None-Match': '"v1"',
      'If-Modified-Since': 'Sat, 21 Nov 2026 05:00:00 GMT',
    });
    expect(result).toEqual({ kind: 'fetched', new: 0, existing: 2, rejected: 0 });
    expect(after).toMatchObject({
      etag: '"v1"',
      lastSuccessAt: test.clock.now(),
      lastNew: 0,
      lastExisting: 2,
      leasedUntil: null,
    });
    expect(minutesToNext(after)).toBe(60);
  });

  it('fetches the feed itself once a day from a server that always responds 304', async () => {
    const headers = { 'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT' };
    const items = [makePreparedItem()];
    const respond = (request: { headers: Record<string, string> }): Promise<PublisherResponse> =>
      Promise.resolve('If-Modified-Since' in request.headers ? { status: 304 } : { headers, items });
    publishers.respond(source.url, respond);
    const fetchNow = async () => {
      const leased = await leaseSource(test.database.db, source.id, test.clock.now());
      return fetchSource(leased as LeasedSource, dependencies());
    };
    expect(await fetchNow()).toMatchObject({ new: 1 });
    const firstNewAt = test.clock.now();
    items.push(makePreparedItem());
    test.clock.advance(DAY - 1);
    expect(await fetchNow()).toMatchObject({ new: 0, existing: 1 });
    expect(await find(source.id)).toMatchObject({ lastNewAt: firstNewAt, lastFullFetchAt: firstNewAt });
    test.clock.advance(1);
    expect(await fetchNow()).toMatchObject({ new: 1, existing: 1 });
    const now = test.clock.now();
    expect(await find(source.id)).toMatchObject({ lastNewAt: now, lastFullFetchAt: now });
    test.clock.advance(1);
    expect(await fetchNow()).toMatchObject({ new: 0, existing: 2 });
    expect(publishers.takeRequests().map(({ headers: sent }) => 'If-Modified-Since' in sent)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('reports a server that responds 304 to a request without conditions', async () => {
    const { result } = await fetchResponse({ status: 304 });
    expect(result).toMatchObject({ kind: 'failed' });
  });

  it('passes what describes the response to the parser', async () => {
    const received: unknown[] = [];
    const { pipeline } = publishers;
    const parseFeed: typeof pipeline.parseFeed = (body, options) => {
      received.push(options);
      return pipeline.parseFeed(body, options);
    };
    const headers = { 'content-type': 'text/xml', 'content-location': '/feeds/2026.xml' };
    publishers.respond(source.url, { headers });
    const leased = await leaseSource(test.database.db, source.id, test.clock.now());
    if (!leased) throw new Error('the source is leased');
    await fetchSource(leased, { ...dependencies(), pipeline: { ...pipeline, parseFeed } });
    expect(received).toEqual([
      {
        contentType: 'text/xml',
        contentLocation: '/feeds/2026.xml',
        url: source.url,
        isSummaryOnly: false,
        now: new Date(NOW),
      },
    ]);
  });

  it('rejects the items beyond the limit', async () => {
    const items = Array.from({ length: 1005 }, () => makePreparedItem());
    const { result } = await fetchResponse({ items });
    expect(result).toMatchObject({ kind: 'fetched', rejected: 5 });
  });
});

describe('a failed fetch', () => {
  it.each([
    [{ status: 403 }, 'The server responded with 403 Forbidden. The publisher blocks automated requests.', 5],
    [{ status: 404 }, 'The server responded with 404 Not Found. Check the URL', 5],
    [
      { status: 410 },
      'The server responded with 410 Gone. The publisher has removed this feed permanently, so the source was disabled.',
      5,
    ],
    [
      { status: 429, headers: { 'retry-after': '7200' } },
      'The server responded with 429 Too Many Requests.',
      120,
    ],
    [
      { status: 503, headers: { 'retry-after': 'Sat, 21 Nov 2026 06:42:00 GMT' } },
      "The server responded with 503 Service Unavailable. The publisher's server has a problem.",
      60,
    ],
    [{ status: 302 }, 'The server responded with 302 Found. This is not a feed.', 5],
    [{ status: 599 }, 'The server responded with 599.', 5],
    [
      { parseError: Object.assign(new Error('The response is a web page.'), { code: 'not_a_feed' }) },
      'The response is a web page.',
      5,
    ],
    [{ parseError: new TypeError('x is undefined') }, 'An internal error occurred.', 5],
  ])('reports the failure and schedules a retry: %j', async (response, text, minutes) => {
    const { result, after } = await fetchResponse(response);
    expect(result).toEqual({ kind: 'failed', error: expect.stringContaining(text) });
    expect(after).toMatchObject({ failuresInARow: 1, lastSuccessAt: null, leasedUntil: null });
    expect(after.lastError).toContain(text);
    expect(minutesToNext(after)).toBe(minutes);
    expect(announced).toEqual([]);
  });

  it('stops polling a feed that the publisher has removed, until an administrator enables it', async () => {
    const { after } = await fetchResponse({ status: 410 });
    expect(after).toMatchObject({ isEnabled: false, leasedUntil: null });
    expect(after.lastError).toContain('so the source was disabled. Enter its new URL and enable it again.');
    test.clock.advance(30 * DAY);
    expect(await leaseDueSource(test.database.db, source.id, test.clock.now())).toBeNull();
    await test.database.db.update(newsSources).set({ isEnabled: true }).where(eq(newsSources.id, source.id));
    expect(await leaseDueSource(test.database.db, source.id, test.clock.now())).toMatchObject({
      id: source.id,
    });
  });

  it('keeps polling after any other status', async () => {
    for (const status of [401, 403, 404, 409, 411, 429, 451, 500]) {
      expect((await fetchResponse({ status })).after.isEnabled, String(status)).toBe(true);
    }
  });

  it.each([
    ['url_rejected', 'public URL'],
    ['scheme_rejected', 'https:// or http://'],
    ['too_large', 'a shorter one'],
    ['too_slow', 'retried automatically'],
    ['too_many_redirects', 'the final URL'],
    ['unresolved', 'Check the URL'],
    ['unreachable', 'Check the URL'],
  ])('adds advice to a request without a response: %s', async (code, advice) => {
    publishers.respond(source.url, async () => {
      throw Object.assign(new Error('It failed.'), { code });
    });
    const leased = await leaseSource(test.database.db, source.id, test.clock.now());
    if (!leased) throw new Error('the source is leased');
    const result = await fetchSource(leased, dependencies());
    expect(result).toEqual({ kind: 'failed', error: expect.stringMatching(/^It failed\. [A-Z]/) });
    expect(result).toEqual({ kind: 'failed', error: expect.stringContaining(advice) });
  });

  it('doubles the wait after each failure until the next success', async () => {
    const waits = [];
    for (let failure = 0; failure < 3; failure += 1) {
      waits.push(minutesToNext((await fetchResponse({ status: 500 })).after));
    }
    expect(waits).toEqual([5, 10, 20]);
    const { after } = await fetchResponse({ items: [makePreparedItem()] });
    expect(after).toMatchObject({ failuresInARow: 0, lastError: null });
    expect(minutesToNext(after)).toBe(10);
  });
});

describe('a lease', () => {
  const due = () => leaseDueSource(test.database.db, source.id, test.clock.now());

  it('grants a lease to one server at a time', async () => {
    const leases = await Promise.all([due(), due(), due(), due()]);
    expect(leases.map((lease) => lease?.id ?? null).sort()).toEqual([source.id, null, null, null].sort());
    expect(await leaseSource(test.database.db, source.id, test.clock.now())).toBeNull();
  });

  it('grants no lease before the source is due or while it is disabled', async () => {
    const set = (changes: Partial<SourceRow>) =>
      test.database.db.update(newsSources).set(changes).where(eq(newsSources.id, source.id));
    await set({ nextFetchAt: new Date('2026-11-21T05:42:00.001Z') });
    expect(await due()).toBeNull();
    await set({ nextFetchAt: new Date(NOW), isEnabled: false });
    expect(await due()).toBeNull();
    await set({ isEnabled: true });
    expect(await due()).toMatchObject({ id: source.id });
  });

  it('stores and changes nothing after the lease is lost', async () => {
    const slow = await due();
    await test.database.db.update(newsSources).set({ leasedUntil: addToDatabaseTime(databaseNow, -1) });
    const quick = await due();
    if (!slow || !quick) throw new Error('the source was not due');
    publishers.respond(source.url, { items: [makePreparedItem()] });
    expect(await fetchSource(slow, dependencies())).toEqual({ kind: 'abandoned' });
    expect(await countArticles()).toBe(0);
    publishers.respond(source.url, { status: 500 });
    expect(await fetchSource(slow, dependencies())).toEqual({ kind: 'abandoned' });
    expect(await find(source.id)).toEqual({
      ...source,
      leasedUntil: quick.leasedUntil,
      lastAttemptAt: quick.lastAttemptAt,
    });

    publishers.respond(source.url, { items: [makePreparedItem()] });
    expect(await fetchSource(quick, dependencies())).toMatchObject({ kind: 'fetched', new: 1 });
  });

  it('grants a lease although a wrong clock set its dates too far in the future', async () => {
    const ahead = (clock: Date) => new Date(clock.getTime() + 30 * DAY);
    await test.database.db
      .update(newsSources)
      .set({ nextFetchAt: ahead(test.clock.now()), leasedUntil: ahead(new Date()) });
    expect(await due()).toMatchObject({ id: source.id });
  });

  it('expires a lease by the clock of the database, not of the server', async () => {
    test.clock.set('2027-11-21T05:42:00Z');
    expect(await due()).toMatchObject({ id: source.id });
    test.clock.set('2028-11-21T05:42:00Z');
    expect(await due()).toBeNull();
  });
});
