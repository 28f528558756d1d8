import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RenderQueue } from '#core/server/http/pages/render-queue.ts';
import { createLocalChangeBus } from '#tests/support/platform/change-bus.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { type Resource, ResponseCache, type ServedResponse } from './response-cache.ts';
import type { RenderedResponse, StoredResponse, Validity } from './stored-response.ts';

const PAGE: RenderedResponse = { status: 200, headers: {}, body: Buffer.from('<p>page</p>') };
const UNAVAILABLE: RenderedResponse = { status: 503, headers: {}, body: Buffer.from('<p>unavailable</p>') };

let rendered = 0;
const changes = createLocalChangeBus();
const clock = new SettableClock();
const logger = { error: vi.fn() };
let cache: ResponseCache;

const createCache = (options: Partial<ConstructorParameters<typeof ResponseCache>[0]> = {}) =>
  new ResponseCache({ changes, clock, getCommonHeaders: () => ({}), logger, ...options });

/** Renders a page of signals. */
const render = async ({ topics }: Validity) => {
  topics.add('signals');
  rendered += 1;
  return PAGE;
};
const fail = async () => UNAVAILABLE;
const insertStaleNotice = async (html: string) => `${html}<p>stale</p>`;

const createResource = (
  key: string,
  renderKey: Resource['render'] = render,
  options: Partial<Resource> = {},
): Resource => ({ key, isEnumerable: true, render: renderKey, insertStaleNotice, ...options });
const get = (...parameters: Parameters<typeof createResource>) => cache.get(createResource(...parameters));
const getText = ({ response }: ServedResponse) => String(response.body);

beforeEach(() => {
  rendered = 0;
  logger.error.mockClear();
  clock.set('2026-11-21T05:42:00.000Z');
  cache = createCache();
});

describe('the response cache', () => {
  it('renders a resource once, also for simultaneous requests', async () => {
    await Promise.all([get('/'), get('/')]);
    await get('/');
    expect(rendered).toBe(1);
    expect(cache.counters).toMatchObject({ rendered: 1, joined: 1, shared: 1 });
  });

  it('caches keys separately', async () => {
    await get('/a?page=1');
    await get('/a?page=2');
    expect(rendered).toBe(2);
  });

  it('renders a page with many URLs in the turn of its client', async () => {
    const queue = new RenderQueue();
    const turn = {
      client: '198.51.100.1',
      add: <T>(work: () => Promise<T>) => queue.add('198.51.100.1', '/a', work),
    };
    await Promise.all([get('/a?search=x', render, { turn }), get('/a?search=x', render, { turn })]);
    expect(rendered).toBe(1);
  });

  it.each([
    ['a topic of the page', 'signals', 2],
    ['another topic', 'premium-signals', 1],
    ['possibly anything', null, 2],
  ] as const)('renders again after a change of %s', async (_, topic, renderings) => {
    await get('/');
    changes.emit(topic);
    await get('/');
    expect(rendered).toBe(renderings);
  });

  it('does not invalidate a response without topics when any topic may have changed', async () => {
    const renderStatic = () => render({ topics: new Set(), freshUntil: 0, changesAt: 0 });
    await get('/', renderStatic);
    changes.emit(null);
    await get('/', renderStatic);
    expect(rendered).toBe(1);
  });

  it('does not store what was read before a change', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const old = get('/', (validity) => {
      validity.topics.add('signals');
      return promise.then(() => render(validity));
    });
    changes.emit('signals');
    const current = get('/');
    resolve();
    await Promise.all([old, current]);
    expect(rendered).toBe(2);
    await get('/');
    expect(rendered).toBe(2);
  });

  it('never serves a value from before a change to a request after it', async () => {
    const topics = ['news', 'signals'] as const;
    const steps = fc.array(
      fc.constantFrom('read', 'read any', 'write news', 'write signals', 'write unawaited', 'finish'),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (actions) => {
        const store = createCache();
        const versions = { news: 0, signals: 0 };
        // Those that a previous response contains at least.
        let awaited = { ...versions };
        const unfinished: (() => void)[] = [];
        const reads: Promise<void>[] = [];
        const read = async (acceptsPrevious: boolean) => {
          const atStart = { ...(acceptsPrevious ? awaited : versions) };
          const renderVersions = async (validity: Validity) => {
            for (const topic of topics) validity.topics.add(topic);
            const body = Buffer.from(JSON.stringify(versions));
            await new Promise<void>((resolve) => unfinished.push(resolve));
            return { status: 200, headers: {}, body };
          };
          const resource = { key: '/', isEnumerable: true, render: renderVersions };
          const served = await store.get(resource, { acceptsPrevious });
          const seen = JSON.parse(getText(served));
          for (const topic of topics) expect(seen[topic]).toBeGreaterThanOrEqual(atStart[topic]);
        };
        const write = (topic: (typeof topics)[number], { isAwaited }: { isAwaited: boolean }) => {
          versions[topic] += 1;
          changes.emit(topic, { staleWhileRevalidate: !isAwaited });
          if (isAwaited) awaited = { ...versions };
        };
        for (const action of actions) {
          if (action === 'read') reads.push(read(false));
          else if (action === 'read any') reads.push(read(true));
          else if (action === 'finish') unfinished.shift()?.();
          else if (action === 'write unawaited') write('news', { isAwaited: false });
          else write(action === 'write news' ? 'news' : 'signals', { isAwaited: true });
          await nextTurn();
        }
        const all = Promise.all(reads);
        let isDone = false;
        void all.finally(() => {
          isDone = true;
        });
        while (!isDone) {
          unfinished.shift()?.();
          await nextTurn();
        }
        await all;
      }),
    );
  });

  it('stores 404 responses, but neither errors, cookies nor responses with no-store', async () => {
    const unstorable = [
      UNAVAILABLE,
      { ...PAGE, status: 400 },
      { ...PAGE, headers: { 'cache-control': 'no-store' } },
      { ...PAGE, headers: { 'set-cookie': 'a=b' } },
    ];
    for (const page of unstorable) {
      expect(await get('/x', async () => page)).toMatchObject({ kind: 'uncached' });
    }
    await get('/x', async () => ({ ...PAGE, status: 404 }));
    expect(await get('/x')).toMatchObject({ kind: 'stored', response: { status: 404 } });
    expect(rendered).toBe(0);
  });

  it('gives an error to everyone who waits for it and renders again afterwards', async () => {
    const boom = () => Promise.reject(new Error('boom'));
    const failed = await Promise.allSettled([get('/', boom), get('/', boom)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(get('/')).resolves.toMatchObject({ response: { status: 200 } });
  });

  it.each([
    ['at the time at which it changes', '2026-11-21T10:30:00.000Z', 2],
    ['not before', '2026-11-21T10:29:59.999Z', 1],
    ['when the clock is set back', '2026-11-21T05:41:00.000Z', 2],
  ])('renders a response again %s', async (_, time, renderings) => {
    const changesAt = Date.parse('2026-11-21T10:30:00.000Z');
    const renderUntil = (validity: Validity) => render(Object.assign(validity, { changesAt }));
    await get('/', renderUntil);
    clock.set(time);
    await get('/', renderUntil);
    expect(rendered).toBe(renderings);
  });

  it('the response cache is never older than a second while changes of other servers are missed', async () => {
    const outage = { subscribe: changes.subscribe, isListening: false };
    cache = createCache({ changes: outage });
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      await get('/');
      now.mockReturnValue(899);
      await get('/');
      expect(rendered).toBe(1);
      now.mockReturnValue(900);
      await get('/');
      expect(rendered).toBe(2);
    } finally {
      now.mockRestore();
    }
  });

  it('serves a stale page with a notice while the service is unavailable, and never as fresh', async () => {
    await get('/');
    changes.emit('signals');
    for (let request = 0; request < 2; request += 1) {
      const served = await get('/', fail);
      expect(served).toMatchObject({ kind: 'stale', ageSeconds: 0 });
      expect(getText(served)).toBe('<p>page</p><p>stale</p>');
    }
    changes.emit(null);
    const served = await get('/');
    expect(served.kind).toBe('stored');
    expect(getText(served)).toBe('<p>page</p>');
  });

  it('does not render again within seconds of a failure', async () => {
    await get('/');
    changes.emit('signals');
    await get('/', fail);
    const attempt = vi.fn(() => new Promise<RenderedResponse>(() => {}));
    expect(await get('/', attempt)).toMatchObject({ kind: 'stale' });
    expect(attempt).not.toHaveBeenCalled();
  });

  it('renders once, and returns the failure, for a stale response that cannot have a notice', async () => {
    const data = { insertStaleNotice: async () => null };
    await get('/news.data', render, data);
    changes.emit('signals');
    const attempt = vi.fn(fail);
    const served = await get('/news.data', attempt, data);
    expect(served).toMatchObject({ kind: 'uncached', response: { status: 503 } });
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('serves no stale page in place of an unexpected error', async () => {
    await get('/');
    changes.emit('signals');
    const broken = await get('/', async () => ({ ...UNAVAILABLE, status: 500 }));
    expect(broken).toMatchObject({ kind: 'uncached', response: { status: 500 } });
  });
});

describe('the memory of the response cache', () => {
  const renderLarge = async () => ({ ...PAGE, body: randomBytes(4 * 1024 * 1024) });

  it('the memory of the response cache is bounded however many URLs are requested, and keeps those that are not unlimited in number', async () => {
    await get('/');
    for (let page = 0; page < 30; page += 1) {
      await get(`/news?search=${page}`, renderLarge, { isEnumerable: false });
      expect(cache.usage.bytes).toBeLessThanOrEqual(96 * 1024 * 1024);
    }
    expect(cache.usage.bytes).toBeGreaterThan(48 * 1024 * 1024);
    await get('/');
    expect(rendered).toBe(1);
  });

  it('the memory of the response cache is not larger than counted: small bodies do not keep shared buffers in memory', async () => {
    const buffers = new Set<ArrayBufferLike>();
    const before = cache.usage.bytes;
    for (let id = 0; id < 50; id += 1) {
      const body = Buffer.from(JSON.stringify({ id, text: 'dividend '.repeat(200) }));
      const { response } = await get(`/api/news/articles/${id}/`, async () => ({ ...PAGE, body }));
      for (const encoding of [null, 'gzip', 'br'] as const) {
        buffers.add((await (response as StoredResponse).get(encoding)).body.buffer);
        // What other requests allocate at the same time.
        Buffer.allocUnsafe(Buffer.poolSize / 3);
      }
    }
    const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(bytes).toBeLessThanOrEqual(cache.usage.bytes - before);
  });

  it('counts the memory of compressed bodies', async () => {
    const { response } = await get('/news', renderLarge);
    const before = cache.usage.bytes;
    await (response as StoredResponse).get('gzip');
    expect(cache.usage.bytes).toBeGreaterThan(before + 4 * 1024 * 1024 - 1024);
  });
});
