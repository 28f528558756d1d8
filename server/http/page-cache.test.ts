import { beforeEach, describe, expect, it } from 'vitest';
import { publishSignal } from '#contract/signals/admin-endpoints.ts';
import { createChangeBus } from '#server/platform/change-bus.ts';
import { createLogger } from '#server/platform/logger.ts';
import { signInAdministrator } from '#tests/support/people.ts';
import { signalBody } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { PageCache } from './page-cache.ts';

const PAGE = { status: 200, headers: {}, body: Buffer.from('<p>page</p>') };

describe('the page cache', () => {
  let rendered = 0;
  const changes = createChangeBus(null, createLogger('silent'));
  let cache: PageCache;
  const render = async () => {
    rendered += 1;
    return PAGE;
  };

  beforeEach(() => {
    rendered = 0;
    cache = new PageCache(changes);
  });

  it('renders an address once, also for those who ask meanwhile', async () => {
    await Promise.all([cache.get('/', render), cache.get('/', render)]);
    await cache.get('/', render);
    expect(rendered).toBe(1);
  });

  it('keeps addresses apart, with their queries', async () => {
    await cache.get('/a?page=1', render);
    await cache.get('/a?page=2', render);
    expect(rendered).toBe(2);
  });

  it('forgets everything when something changed', async () => {
    await cache.get('/', render);
    changes.emit('signals');
    await cache.get('/', render);
    expect(rendered).toBe(2);
  });

  it('does not keep a page whose rendering began before a change', async () => {
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const old = cache.get('/', () => slow.then(render));
    changes.emit('signals');
    finish();
    await old;
    await cache.get('/', render);
    expect(rendered).toBe(2);
  });

  it('keeps neither errors nor what says no-store', async () => {
    for (const page of [
      { ...PAGE, status: 404 },
      { ...PAGE, headers: { 'cache-control': 'no-store' } },
    ]) {
      await cache.get('/x', async () => page);
      await cache.get('/x', render);
      changes.emit('signals');
    }
    expect(rendered).toBe(2);
  });

  it('tries again after a rendering that failed', async () => {
    await expect(cache.get('/', async () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
    await expect(cache.get('/', render)).resolves.toMatchObject({ status: 200 });
  });
});

describe('kept pages over HTTP', () => {
  const test = useTestApp();
  const page = (headers: Record<string, string> = {}) =>
    test.request({ method: 'GET', url: '/signals/intraday', headers });

  it('shows a published signal at the next load', async () => {
    const { access } = await signInAdministrator(test);
    expect((await page()).body).toContain('No Signals Available');
    await test.call(publishSignal, { body: signalBody({ title: 'Seen at once' }) }, { token: access });
    expect((await page()).body).toContain('Seen at once');
  });

  it('answers 304 to a browser that has the page, and 200 once it changed', async () => {
    const { access } = await signInAdministrator(test);
    const etag = String((await page()).headers.etag);
    expect((await page({ 'if-none-match': etag })).statusCode).toBe(304);
    await test.call(publishSignal, { body: signalBody() }, { token: access });
    expect((await page({ 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('takes nothing of a request into a page but its address', async () => {
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

  it('sends the page in the encoding that the browser takes', async () => {
    expect((await page({ 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');
    expect((await page({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    expect((await page({ 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
  });
});
