import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createJobs, type Jobs } from '#core/server/platform/jobs/jobs.ts';
import { articles, newsSources } from '#features/news/server/news.tables.ts';
import { makeSource } from '#tests/support/news/news.ts';
import { createFakePublishers, makePreparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createFeedPoller } from './feed-poller.ts';

const publishers = createFakePublishers();
const test = useTestApp({}, { publishers });

let sourceCount = 0;

beforeEach(async () => {
  await test.database.db.update(newsSources).set({ isEnabled: false });
  publishers.takeRequests();
});

/** Creates a source that is due. */
async function newSource() {
  sourceCount += 1;
  const id = await makeSource(test.database, `Polled ${sourceCount}`);
  const [row] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, id));
  return { id, url: row?.url ?? '' };
}

const createPoller = (jobs: Jobs = createJobs({ database: test.database, logger: test.logger })) =>
  createFeedPoller(jobs, {
    database: test.database,
    clock: test.clock,
    logger: test.logger,
    pipeline: publishers.pipeline,
  });

const countArticles = (id: number) => test.database.db.$count(articles, eq(articles.sourceId, id));

it('fetches every due source once when two servers poll at the same time', async () => {
  const sources = await Promise.all([1, 2, 3, 4, 5].map(newSource));
  for (const { url } of sources) publishers.respond(url, { items: [makePreparedItem()] });
  await Promise.all([createPoller().fetchDue(), createPoller().fetchDue()]);
  expect(
    publishers
      .takeRequests()
      .map(({ url }) => url)
      .sort(),
  ).toEqual(sources.map(({ url }) => url).sort());
  for (const { id } of sources) expect(await countArticles(id)).toBe(1);
  await createPoller().fetchDue();
  expect(publishers.takeRequests()).toEqual([]);
});

it('fetches at most two sources at a time, and continues with others while one is slow', async () => {
  const sources = await Promise.all([1, 2, 3, 4].map(newSource));
  let active = 0;
  let maxActive = 0;
  let othersFetched = 0;
  const slow = Promise.withResolvers<{ id: number }>();
  const release = Promise.withResolvers<void>();
  const allOthersFetched = Promise.withResolvers<void>();
  const trackActive = async (work: () => Promise<void>) => {
    active += 1;
    maxActive = Math.max(maxActive, active);
    await work();
    active -= 1;
    return { items: [makePreparedItem()] };
  };
  for (const source of sources) {
    publishers.respond(source.url, () =>
      trackActive(async () => {
        // Jobs may begin in any order. The first is the slow one, so that the others can only be fetched next to it.
        if (active === 1 && othersFetched === 0) {
          slow.resolve(source);
          await release.promise;
        } else {
          othersFetched += 1;
          if (othersFetched === sources.length - 1) allOthersFetched.resolve();
          await countArticles(source.id);
        }
      }),
    );
  }
  const jobs = createJobs({ database: test.database, logger: test.logger });
  createPoller(jobs);
  await jobs.start();
  await allOthersFetched.promise;
  const { id } = await slow.promise;
  expect(await countArticles(id)).toBe(0);
  release.resolve();
  await expect.poll(() => countArticles(id)).toBe(1);
  await jobs.close();
  expect(maxActive).toBe(2);
});

it('continues with the next source after a failure', async () => {
  const failing = await newSource();
  const healthy = await newSource();
  publishers.respond(failing.url, async () => {
    throw new Error('anything');
  });
  publishers.respond(healthy.url, { items: [makePreparedItem()] });
  await createPoller().fetchDue();
  expect(await countArticles(healthy.id)).toBe(1);
});

it('aborts the fetches in progress when it closes, and leaves the sources due', async () => {
  const source = await newSource();
  const requested = Promise.withResolvers<void>();
  publishers.respond(source.url, (_request, signal) => {
    requested.resolve();
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const jobs = createJobs({ database: test.database, logger: test.logger });
  createPoller(jobs);
  await jobs.start();
  await requested.promise;
  await jobs.close();
  const [row] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, source.id));
  expect(row).toMatchObject({ leasedUntil: null, failuresInARow: 0, lastError: null });

  publishers.respond(source.url, { items: [makePreparedItem()] });
  await createPoller().fetchDue();
  expect(await countArticles(source.id)).toBe(1);
});

const noRecord = async () => {};

it('fetches a source on demand even if it is not due, unless it is already being fetched', async () => {
  const source = await newSource();
  publishers.respond(source.url, { items: [makePreparedItem()] });
  await createPoller().fetchDue();
  expect(await createPoller().fetchNow(source.id, noRecord)).toEqual({
    kind: 'fetched',
    new: 0,
    existing: 1,
    rejected: 0,
  });

  const requested = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  publishers.respond(source.url, async () => {
    requested.resolve();
    await release.promise;
    return { items: [makePreparedItem()] };
  });
  const first = createPoller().fetchNow(source.id, noRecord);
  await requested.promise;
  expect(await createPoller().fetchNow(source.id, noRecord)).toBeNull();
  release.resolve();
  expect(await first).toMatchObject({ kind: 'fetched' });
});

it('begins no fetch on demand that cannot be recorded', async () => {
  const source = await newSource();
  publishers.respond(source.url, { items: [makePreparedItem()] });
  const record = () => Promise.reject(new Error('not recorded'));
  await expect(createPoller().fetchNow(source.id, record)).rejects.toThrow('not recorded');
  expect(await countArticles(source.id)).toBe(0);
  expect(await createPoller().fetchNow(source.id, noRecord)).toMatchObject({ kind: 'fetched', new: 1 });
});
