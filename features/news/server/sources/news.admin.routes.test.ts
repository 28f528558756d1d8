import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addSource,
  editSource,
  fetchSource,
  listSourcesForAdmin,
} from '#features/news/contract/source-endpoints.ts';
import { newsSources } from '#features/news/server/news.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeArticles } from '#tests/support/news/news.ts';
import { createFakePublishers, makePreparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const publishers = createFakePublishers();
const test = useTestApp({}, { publishers });
let token: string;

beforeAll(async () => {
  token = (await signInAdministrator(test)).access;
});
beforeEach(() => test.clock.set('2026-11-21T05:42:00.000Z'));

const add = (body: { name: string; url: string; is_summary_only?: boolean }) =>
  test.call(addSource, { body }, { token });
const edit = (id: number | string, body: object) =>
  test.call(editSource, { params: { id: String(id) }, body }, { token });
const fetchNow = (id: number | string) => test.call(fetchSource, { params: { id: String(id) } }, { token });

let sourceCount = 0;
async function createSource() {
  sourceCount += 1;
  const { body } = await add({
    name: `Publisher ${sourceCount}`,
    url: `https://publisher-${sourceCount}.example/feed`,
  });
  return body;
}

const update = (id: number, changes: Partial<typeof newsSources.$inferInsert>) =>
  test.database.db.update(newsSources).set(changes).where(eq(newsSources.id, id));
async function findRow(id: number) {
  const [found] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, id));
  return found;
}

describe('adding a source', () => {
  it('makes a new source due immediately without fetching it', async () => {
    const { status, body } = await add({ name: ' Dawn ', url: 'https://DAWN.example/feeds/business' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Dawn',
      url: 'https://dawn.example/feeds/business',
      is_summary_only: false,
      is_enabled: true,
      article_count: 0,
      last_attempt_at: null,
      last_success_at: null,
      last_error: null,
      failures_in_a_row: 0,
      last_new: 0,
      last_existing: 0,
      last_rejected: 0,
      next_fetch_at: '2026-11-21T05:42:00.000Z',
    });
    expect(publishers.takeRequests()).toEqual([]);
  });

  it('rejects a new source if the name or the URL is taken', async () => {
    const source = await createSource();
    expect(await add({ name: source.name, url: 'https://another.example/' })).toMatchObject({
      status: 400,
      body: { name: ['A news source with this name already exists.'] },
    });
    for (const url of [source.url.replace('https', 'HTTPS'), `${source.url}#latest`]) {
      expect(await add({ name: 'Another', url })).toMatchObject({
        status: 400,
        body: { url: ['A news source with this URL already exists.'] },
      });
    }
  });

  it.each(['', 'dawn.example/feed', 'ftp://dawn.example/feed', 'https://user:secret@dawn.example/feed'])(
    'rejects the URL %j',
    async (url) => {
      const { status, body } = await add({ name: 'Wrong', url });
      expect(status).toBe(400);
      expect(Object.keys(body)).toEqual(['url']);
    },
  );
});

describe('listing sources', () => {
  it('orders the sources by name and counts their articles', async () => {
    const source = await createSource();
    await makeArticles(test.database, source.id, [{ sector: 'Cement' }, {}, {}]);
    const { body } = await test.call(listSourcesForAdmin, {}, { token });
    const names = body.results.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort());
    expect(body.results.find(({ id }: { id: number }) => id === source.id)).toMatchObject({
      article_count: 3,
    });
  });
});

describe('editing a source', () => {
  const FETCHED = {
    etag: '"v1"',
    lastModified: 'Sat, 21 Nov 2026 05:00:00 GMT',
    nextFetchAt: new Date('2026-11-21T08:00:00Z'),
    leasedUntil: new Date('2026-11-21T05:43:00Z'),
    failuresInARow: 4,
  };

  it('discards the validators and the lease for a new URL, and makes the source due immediately', async () => {
    const { id } = await createSource();
    await update(id, FETCHED);
    const { status, body } = await edit(id, { url: 'https://moved.example/feed' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: 'https://moved.example/feed',
      next_fetch_at: '2026-11-21T05:42:00.000Z',
      failures_in_a_row: 0,
    });
    expect(await findRow(id)).toMatchObject({ etag: null, lastModified: null, leasedUntil: null });
  });

  it('does not affect fetching when only the name changes', async () => {
    const { id } = await createSource();
    await update(id, FETCHED);
    const { body } = await edit(id, { name: `Renamed ${id}` });
    expect(body).toMatchObject({ name: `Renamed ${id}`, next_fetch_at: '2026-11-21T08:00:00.000Z' });
    expect(await findRow(id)).toMatchObject(FETCHED);
  });

  it('discards the validators when summary-only changes', async () => {
    const { id } = await createSource();
    await update(id, FETCHED);
    expect((await edit(id, { is_summary_only: true })).body).toMatchObject({ is_summary_only: true });
    expect(await findRow(id)).toMatchObject({
      etag: null,
      lastModified: null,
      nextFetchAt: FETCHED.nextFetchAt,
    });
  });

  it('makes a source due immediately when it is enabled again', async () => {
    const { id } = await createSource();
    await update(id, FETCHED);
    expect((await edit(id, { is_enabled: false })).body).toMatchObject({
      is_enabled: false,
      next_fetch_at: '2026-11-21T08:00:00.000Z',
    });
    expect((await edit(id, { is_enabled: true })).body).toMatchObject({
      is_enabled: true,
      next_fetch_at: '2026-11-21T05:42:00.000Z',
      failures_in_a_row: 0,
    });
  });

  it('rejects an edit if the name or the URL is taken', async () => {
    const [source, other] = [await createSource(), await createSource()];
    expect(await edit(source.id, { name: other.name })).toMatchObject({
      status: 400,
      body: { name: ['A news source with this name already exists.'] },
    });
    expect(await edit(source.id, { url: other.url })).toMatchObject({
      status: 400,
      body: { url: ['A news source with this URL already exists.'] },
    });
  });

  it.each(['0', '1x', '-1', '999999999', '9999999999999', '1e3'])(
    'responds with 404 to the ID %j',
    async (id) => {
      expect(await edit(id, { name: 'Renamed' })).toMatchObject({
        status: 404,
        body: { detail: 'Not found.' },
      });
      expect(await fetchNow(id)).toMatchObject({ status: 404 });
    },
  );
});

describe('fetching a source now', () => {
  it('returns the result of the fetch', async () => {
    const source = await createSource();
    publishers.respond(source.url, { items: [makePreparedItem(), makePreparedItem()], rejected: 1 });
    const { status, body } = await fetchNow(source.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      article_count: 2,
      last_new: 2,
      last_rejected: 1,
      last_success_at: '2026-11-21T05:42:00.000Z',
    });
    publishers.respond(source.url, { status: 403 });
    expect((await fetchNow(source.id)).body).toMatchObject({
      article_count: 2,
      failures_in_a_row: 1,
      last_error: expect.stringContaining('403 Forbidden'),
    });
  });

  it('rejects the request while the source is being fetched', async () => {
    const { id } = await createSource();
    await update(id, { leasedUntil: new Date(Date.now() + 30_000) });
    expect(await fetchNow(id)).toMatchObject({
      status: 409,
      body: { detail: 'This source is already being fetched. Try again in a minute.' },
    });
  });

  it('fetches a disabled source too', async () => {
    const source = await createSource();
    await edit(source.id, { is_enabled: false });
    publishers.respond(source.url, { items: [makePreparedItem()] });
    expect((await fetchNow(source.id)).body).toMatchObject({ last_new: 1, is_enabled: false });
  });
});
