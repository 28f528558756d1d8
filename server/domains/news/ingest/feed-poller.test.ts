import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { articles, newsSources } from '#server/domains/news/news.tables.ts';
import { makeSource } from '#tests/support/news/news.ts';
import { outlets, preparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createNewsReader } from './feed-poller.ts';

const feeds = outlets();
const test = useTestApp({}, { outlets: feeds });

let made = 0;

beforeEach(async () => {
  await test.database.db.update(newsSources).set({ isEnabled: false });
  feeds.asked();
});

/** A source that is due, and the address that it is asked at. */
async function newSource() {
  made += 1;
  const id = await makeSource(test.database, `Polled ${made}`);
  const [row] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, id));
  return { id, url: row?.url ?? '' };
}

const reader = () =>
  createNewsReader({
    database: test.database,
    clock: test.clock,
    logger: test.logger,
    tools: feeds.tools,
  });

const count = (id: number) => test.database.db.$count(articles, eq(articles.sourceId, id));

it('two readers at once read every due source once', async () => {
  const sources = await Promise.all([1, 2, 3, 4, 5].map(newSource));
  for (const { url } of sources) feeds.answer(url, { items: [preparedItem()] });
  await Promise.all([reader().readDue(), reader().readDue()]);
  expect(
    feeds
      .asked()
      .map(({ url }) => url)
      .sort(),
  ).toEqual(sources.map(({ url }) => url).sort());
  for (const { id } of sources) expect(await count(id)).toBe(1);
  await reader().readDue();
  expect(feeds.asked()).toEqual([]);
});

it('reads the others while one is slow, and two at once at most', async () => {
  const slow = await newSource();
  const others = [await newSource(), await newSource(), await newSource()];
  let atOnce = 0;
  let most = 0;
  const counted = async <T>(work: Promise<T>) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    const result = await work;
    atOnce -= 1;
    return result;
  };
  const release = Promise.withResolvers<void>();
  const othersAreRead = Promise.withResolvers<void>();
  feeds.answer(slow.url, () => counted(release.promise.then(() => ({ items: [preparedItem()] }))));
  for (const { url } of others) {
    feeds.answer(url, async () => {
      if (url === others.at(-1)?.url) othersAreRead.resolve();
      return counted(Promise.resolve({ items: [preparedItem()] }));
    });
  }
  const reading = reader().readDue();
  await othersAreRead.promise;
  expect(await count(slow.id)).toBe(0);
  release.resolve();
  await reading;
  expect(await count(slow.id)).toBe(1);
  expect(most).toBe(2);
});

it('goes on with the next source after one that fails', async () => {
  const failing = await newSource();
  const healthy = await newSource();
  feeds.answer(failing.url, async () => {
    throw new Error('anything');
  });
  feeds.answer(healthy.url, { items: [preparedItem()] });
  await reader().readDue();
  expect(await count(healthy.id)).toBe(1);
});

it('breaks off what is being read when it is closed, and leaves it due', async () => {
  const source = await newSource();
  const asked = Promise.withResolvers<void>();
  feeds.answer(source.url, (_asked, signal) => {
    asked.resolve();
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const closing = reader();
  closing.start();
  await asked.promise;
  await closing.close();
  const [row] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, source.id));
  expect(row).toMatchObject({ leasedUntil: null, failuresInARow: 0, lastError: null });

  feeds.answer(source.url, { items: [preparedItem()] });
  await reader().readDue();
  expect(await count(source.id)).toBe(1);
});

it('reads a source on demand whether or not it is due, unless somebody reads it', async () => {
  const source = await newSource();
  feeds.answer(source.url, { items: [preparedItem()] });
  await reader().readDue();
  expect(await reader().readNow(source.id)).toEqual({ kind: 'read', new: 0, known: 1, refused: 0 });

  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  feeds.answer(source.url, async () => {
    asked.resolve();
    await release.promise;
    return { items: [preparedItem()] };
  });
  const first = reader().readNow(source.id);
  await asked.promise;
  expect(await reader().readNow(source.id)).toBeNull();
  release.resolve();
  expect(await first).toMatchObject({ kind: 'read' });
});
