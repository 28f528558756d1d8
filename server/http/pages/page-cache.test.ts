import { beforeEach, describe, expect, it, vi } from 'vitest';
import { publishSignal } from '#contract/signals/admin-endpoints.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import { createChangeBus } from '#server/platform/change-bus.ts';
import { createLogger } from '#server/platform/logger.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeSignalBody } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { PageCache } from './page-cache.ts';
import type { Page } from './render-page.ts';
import { RenderQueue } from './render-queue.ts';

const PAGE: Page = { status: 200, headers: {}, body: Buffer.from('<p>page</p>') };
const UNAVAILABLE: Page = { status: 503, headers: {}, body: Buffer.from('<p>unavailable</p>') };
const CLIENT = '198.51.100.1';

const createEnumerableUrl = (url: string) => ({ url, isEnumerable: true });
const createFreeTextUrl = (url: string) => ({ url, isEnumerable: false });

describe('the page cache', () => {
  let rendered = 0;
  const changes = createChangeBus(null, createLogger('silent'));
  let cache: PageCache;
  /** Renders a page of signals. */
  const render = async (topics: Set<ChangeTopic>) => {
    topics.add('signals');
    rendered += 1;
    return PAGE;
  };
  const fail = async () => UNAVAILABLE;

  beforeEach(() => {
    rendered = 0;
    cache = new PageCache({
      changes,
      queue: new RenderQueue(),
      insertStaleNotice: async (html) => `${html}<p>stale</p>`,
    });
  });

  it('renders a URL once, also for simultaneous requests', async () => {
    await Promise.all([
      cache.get(createEnumerableUrl('/'), CLIENT, render),
      cache.get(createEnumerableUrl('/'), CLIENT, render),
    ]);
    await cache.get(createEnumerableUrl('/'), CLIENT, render);
    expect(rendered).toBe(1);
  });

  it('caches URLs with different queries separately', async () => {
    await cache.get(createFreeTextUrl('/a?page=1'), CLIENT, render);
    await cache.get(createFreeTextUrl('/a?page=2'), CLIENT, render);
    expect(rendered).toBe(2);
  });

  it.each([
    ['a topic of the page', 'signals', 2],
    ['another topic', 'premium-signals', 1],
    ['possibly anything', null, 2],
  ] as const)('renders again after a change of %s', async (_, topic, renderings) => {
    await cache.get(createEnumerableUrl('/'), CLIENT, render);
    changes.emit(topic);
    await cache.get(createEnumerableUrl('/'), CLIENT, render);
    expect(rendered).toBe(renderings);
  });

  it('does not invalidate a page without topics when any topic may have changed', async () => {
    const renderStatic = () => render(new Set());
    await cache.get(createEnumerableUrl('/'), CLIENT, renderStatic);
    changes.emit(null);
    await cache.get(createEnumerableUrl('/'), CLIENT, renderStatic);
    expect(rendered).toBe(1);
  });

  it('does not cache a page that was read before a change', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const old = cache.get(createEnumerableUrl('/'), CLIENT, (topics) => {
      topics.add('signals');
      return promise.then(() => render(topics));
    });
    changes.emit('signals');
    const current = cache.get(createEnumerableUrl('/'), CLIENT, render);
    resolve();
    await Promise.all([old, current]);
    expect(rendered).toBe(2);
    await cache.get(createEnumerableUrl('/'), CLIENT, render);
    expect(rendered).toBe(2);
  });

  it('caches 404 pages, but neither errors nor pages with no-store', async () => {
    for (const page of [UNAVAILABLE, { ...PAGE, headers: { 'cache-control': 'no-store' } }]) {
      expect(await cache.get(createEnumerableUrl('/x'), CLIENT, async () => page)).toMatchObject({
        kind: 'uncached',
      });
    }
    await cache.get(createEnumerableUrl('/x'), CLIENT, async () => ({ ...PAGE, status: 404 }));
    expect(await cache.get(createEnumerableUrl('/x'), CLIENT, render)).toMatchObject({
      kind: 'fresh',
      page: { status: 404 },
    });
    expect(rendered).toBe(0);
  });

  it('renders again after a failed rendering', async () => {
    const boom = () => Promise.reject(new Error('boom'));
    await expect(cache.get(createEnumerableUrl('/'), CLIENT, boom)).rejects.toThrow('boom');
    await expect(cache.get(createEnumerableUrl('/'), CLIENT, render)).resolves.toMatchObject({
      page: { status: 200 },
    });
  });

  it('serves a stale page with a notice while the service is unavailable, and never as fresh', async () => {
    await cache.get(createEnumerableUrl('/'), CLIENT, render);
    changes.emit('signals');
    for (let request = 0; request < 2; request += 1) {
      const served = await cache.get(createEnumerableUrl('/'), CLIENT, fail);
      expect(served).toMatchObject({ kind: 'stale', ageSeconds: 0 });
      expect(String(served.page.body)).toBe('<p>page</p><p>stale</p>');
    }
    changes.emit(null);
    const served = await cache.get(createEnumerableUrl('/'), CLIENT, render);
    expect(served.kind).toBe('fresh');
    expect(String(served.page.body)).toBe('<p>page</p>');
  });

  it('does not render again within seconds of a failure', async () => {
    await cache.get(createEnumerableUrl('/'), CLIENT, render);
    changes.emit('signals');
    await cache.get(createEnumerableUrl('/'), CLIENT, fail);
    const attempt = vi.fn(() => new Promise<Page>(() => {}));
    expect(await cache.get(createEnumerableUrl('/'), CLIENT, attempt)).toMatchObject({ kind: 'stale' });
    expect(attempt).not.toHaveBeenCalled();
  });

  it('renders once, and returns the failure, for a stale response that cannot have a notice', async () => {
    const data = new PageCache({ changes, queue: new RenderQueue(), insertStaleNotice: async () => null });
    await data.get(createEnumerableUrl('/news.data'), CLIENT, render);
    changes.emit('signals');
    const attempt = vi.fn(fail);
    const served = await data.get(createEnumerableUrl('/news.data'), CLIENT, attempt);
    expect(served).toMatchObject({ kind: 'uncached', page: { status: 503 } });
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('serves no stale page in place of an unexpected error', async () => {
    await cache.get(createEnumerableUrl('/'), CLIENT, render);
    changes.emit('signals');
    const broken = await cache.get(createEnumerableUrl('/'), CLIENT, async () => ({
      ...UNAVAILABLE,
      status: 500,
    }));
    expect(broken).toMatchObject({ kind: 'uncached', page: { status: 500 } });
  });

  it('renders pages with enumerable URLs while others wait for their turn', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const flood = ['a', 'b', 'c', 'd'].map((name) =>
      cache.get(createFreeTextUrl(`/news?search=${name}`), `198.51.100.${name.charCodeAt(0)}`, (topics) =>
        held.then(() => render(topics)),
      ),
    );
    expect(await cache.get(createEnumerableUrl('/news'), CLIENT, render)).toMatchObject({ kind: 'fresh' });
    resolve();
    await Promise.all(flood);
  });
});

describe('cached pages over HTTP', () => {
  const test = useTestApp();
  const page = (headers: Record<string, string> = {}) =>
    test.request({ method: 'GET', url: '/signals/intraday', headers });

  it('shows a published signal at the next load', async () => {
    const { access } = await signInAdministrator(test);
    expect((await page()).body).toContain('No Signals Available');
    await test.call(publishSignal, { body: makeSignalBody({ title: 'Seen at once' }) }, { token: access });
    expect((await page()).body).toContain('Seen at once');
  });

  it('returns 304 to a browser that has the page, and 200 after a change', async () => {
    const { access } = await signInAdministrator(test);
    const etag = String((await page()).headers.etag);
    expect((await page({ 'if-none-match': etag })).statusCode).toBe(304);
    await test.call(publishSignal, { body: makeSignalBody() }, { token: access });
    expect((await page({ 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('uses nothing of a request but its URL', async () => {
    const poison = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      cookie: 'evil-cookie=1',
      'user-agent': 'evil-agent',
      authorization: 'Bearer evil-token',
    };
    await test.request({ method: 'GET', url: '/charting', headers: poison });
    expect((await test.request({ method: 'GET', url: '/charting' })).body).not.toContain('evil');
  });

  it('sends the page in an encoding that the browser accepts', async () => {
    expect((await page({ 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');
    expect((await page({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    expect((await page({ 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
  });
});
