import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSource, editSource, fetchSource, listSourcesToManage } from '#contract/news/source-endpoints.ts';
import { newsSources } from '#server/domains/news/news.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeArticles } from '#tests/support/news/news.ts';
import { outlets, preparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const feeds = outlets();
const test = useTestApp({}, { outlets: feeds });
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

let made = 0;
async function newSource() {
  made += 1;
  const { body } = await add({ name: `Outlet ${made}`, url: `https://outlet-${made}.example/feed` });
  return body;
}

const set = (id: number, changes: Partial<typeof newsSources.$inferInsert>) =>
  test.database.db.update(newsSources).set(changes).where(eq(newsSources.id, id));
async function row(id: number) {
  const [found] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, id));
  return found;
}

describe('adding a source', () => {
  it('makes it due at once and asks nobody', async () => {
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
      last_known: 0,
      last_refused: 0,
      next_fetch_at: '2026-11-21T05:42:00.000Z',
    });
    expect(feeds.asked()).toEqual([]);
  });

  it('is refused by field where the name or the address is taken', async () => {
    const source = await newSource();
    expect(await add({ name: source.name, url: 'https://another.example/' })).toMatchObject({
      status: 400,
      body: { name: ['A news source with this name already exists.'] },
    });
    for (const url of [source.url.replace('https', 'HTTPS'), `${source.url}#latest`]) {
      expect(await add({ name: 'Another', url })).toMatchObject({
        status: 400,
        body: { url: ['A news source with this address already exists.'] },
      });
    }
  });

  it.each(['', 'dawn.example/feed', 'ftp://dawn.example/feed', 'https://user:secret@dawn.example/feed'])(
    'is refused for the address %j',
    async (url) => {
      const { status, body } = await add({ name: 'Wrong', url });
      expect(status).toBe(400);
      expect(Object.keys(body)).toEqual(['url']);
    },
  );
});

describe('the list', () => {
  it('is by name, with how many articles each has', async () => {
    const source = await newSource();
    await makeArticles(test.database, source.id, [{ sector: 'Cement' }, {}, {}]);
    const { body } = await test.call(listSourcesToManage, {}, { token });
    const names = body.results.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort());
    expect(body.results.find(({ id }: { id: number }) => id === source.id)).toMatchObject({
      article_count: 3,
    });
  });
});

describe('changing a source', () => {
  const READ = {
    etag: '"v1"',
    lastModified: 'Sat, 21 Nov 2026 05:00:00 GMT',
    nextFetchAt: new Date('2026-11-21T08:00:00Z'),
    leasedUntil: new Date('2026-11-21T05:43:00Z'),
    failuresInARow: 4,
  };

  it('of address forgets what the old one vouched for, and is read at once by nobody who reads the old one', async () => {
    const { id } = await newSource();
    await set(id, READ);
    const { status, body } = await edit(id, { url: 'https://moved.example/feed' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: 'https://moved.example/feed',
      next_fetch_at: '2026-11-21T05:42:00.000Z',
      failures_in_a_row: 0,
    });
    expect(await row(id)).toMatchObject({ etag: null, lastModified: null, leasedUntil: null });
  });

  it('of name alone changes nothing about its reading', async () => {
    const { id } = await newSource();
    await set(id, READ);
    const { body } = await edit(id, { name: `Renamed ${id}` });
    expect(body).toMatchObject({ name: `Renamed ${id}`, next_fetch_at: '2026-11-21T08:00:00.000Z' });
    expect(await row(id)).toMatchObject(READ);
  });

  it('to summary only makes the next reading a whole one', async () => {
    const { id } = await newSource();
    await set(id, READ);
    expect((await edit(id, { is_summary_only: true })).body).toMatchObject({ is_summary_only: true });
    expect(await row(id)).toMatchObject({ etag: null, lastModified: null, nextFetchAt: READ.nextFetchAt });
  });

  it('to disabled and back to enabled makes it due at once', async () => {
    const { id } = await newSource();
    await set(id, READ);
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

  it('is refused by field where the name or the address is taken', async () => {
    const [source, other] = [await newSource(), await newSource()];
    expect(await edit(source.id, { name: other.name })).toMatchObject({
      status: 400,
      body: { name: ['A news source with this name already exists.'] },
    });
    expect(await edit(source.id, { url: other.url })).toMatchObject({
      status: 400,
      body: { url: ['A news source with this address already exists.'] },
    });
  });

  it.each(['0', '1x', '-1', '999999999', '9999999999999', '1e3'])('%j is not found', async (id) => {
    expect(await edit(id, { name: 'Nobody' })).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    expect(await fetchNow(id)).toMatchObject({ status: 404 });
  });
});

describe('reading a source now', () => {
  it('answers with how it went', async () => {
    const source = await newSource();
    feeds.answer(source.url, { items: [preparedItem(), preparedItem()], refused: 1 });
    const { status, body } = await fetchNow(source.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      article_count: 2,
      last_new: 2,
      last_refused: 1,
      last_success_at: '2026-11-21T05:42:00.000Z',
    });
    feeds.answer(source.url, { status: 403 });
    expect((await fetchNow(source.id)).body).toMatchObject({
      article_count: 2,
      failures_in_a_row: 1,
      last_error: expect.stringContaining('403 Forbidden'),
    });
  });

  it('is refused while somebody reads it', async () => {
    const { id } = await newSource();
    await set(id, { leasedUntil: new Date(Date.now() + 30_000) });
    expect(await fetchNow(id)).toMatchObject({
      status: 409,
      body: { detail: 'This source is being read at this moment. Look again in a minute.' },
    });
  });

  it('reads a disabled source too', async () => {
    const source = await newSource();
    await edit(source.id, { is_enabled: false });
    feeds.answer(source.url, { items: [preparedItem()] });
    expect((await fetchNow(source.id)).body).toMatchObject({ last_new: 1, is_enabled: false });
  });
});
