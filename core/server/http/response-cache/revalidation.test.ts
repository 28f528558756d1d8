import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { RenderQueue } from '#core/server/http/pages/render-queue.ts';
import { DatabaseUnavailable } from '#core/server/platform/database/unavailable.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { createLocalChangeBus } from '#tests/support/platform/change-bus.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { type Resource, ResponseCache, type ServedResponse, type Turn } from './response-cache.ts';
import type { RenderedResponse, Validity } from './stored-response.ts';

const PAGE: RenderedResponse = { status: 200, headers: {}, body: Buffer.from('<p>page</p>') };
const BUSY = new HttpError({ status: 503, code: 'busy', body: { detail: 'Busy.' } });

const changes = createLocalChangeBus();
const clock = new SettableClock();
const logger = { error: vi.fn() };
let rendered = 0;
let cache: ResponseCache;

/** Renders a page of signals. */
const render = async ({ topics }: Validity) => {
  topics.add('signals');
  rendered += 1;
  return PAGE;
};
const fail = async () => ({ ...PAGE, status: 503 });
const createResource = (key: string, renderKey: Resource['render'] = render): Resource => ({
  key,
  isEnumerable: true,
  render: renderKey,
  insertStaleNotice: async (html) => `${html}<p>stale</p>`,
});
const get = (key: string, renderKey?: Resource['render']) => cache.get(createResource(key, renderKey));
const getText = ({ response }: ServedResponse) => String(response.body);

describe('a response that is revalidated', () => {
  const HOME = { key: '/', isEnumerable: true };
  const LONG = 'x'.repeat(2_000);
  const peek = () => cache.peek(HOME)?.body.toString().slice(0, 3);
  const renderText = (text: string) => async (validity: Validity) => ({
    ...(await render(validity)),
    body: Buffer.from(text + LONG),
  });
  const getPrevious = async (renderKey: Resource['render']) =>
    getText(await cache.get(createResource('/', renderKey), { acceptsPrevious: true }));
  const changeUnawaited = () => changes.emit('signals', { staleWhileRevalidate: true });
  let now: MockInstance<() => number>;

  beforeEach(async () => {
    rendered = 0;
    logger.error.mockClear();
    cache = new ResponseCache({ changes, clock, getCommonHeaders: () => ({}), logger });
    now = vi.spyOn(performance, 'now').mockReturnValue(0);
    await get('/', renderText('old'));
  });

  it('a response that is revalidated is rendered in the background after a change that no caller waits for, while all get the previous one', async () => {
    changeUnawaited();
    expect([peek(), peek()]).toEqual([undefined, 'old']);
    expect((await getPrevious(renderText('new'))).slice(0, 3)).toBe('old');
    expect(peek()).toBe('old');
    await vi.waitFor(() => expect(peek()).toBe('new'));
    expect(rendered).toBe(2);
  });

  it('a response that is revalidated is rendered first for a request that does not accept the previous one', async () => {
    changeUnawaited();
    expect(getText(await get('/', renderText('new'))).slice(0, 3)).toBe('new');
    expect(peek()).toBe('new');
  });

  it('a response that is revalidated is served for a second at most, also after another change', async () => {
    changeUnawaited();
    expect(peek()).toBeUndefined();
    now.mockReturnValue(999);
    changeUnawaited();
    expect([peek(), peek()]).toEqual([undefined, 'old']);
    now.mockReturnValue(1_000);
    expect(peek()).toBeUndefined();
  });

  it.each(['before', 'after'])(
    'is no longer served after a change that its writer waits for, %s the other',
    (order) => {
      if (order === 'before') changes.emit('signals');
      changeUnawaited();
      if (order === 'after') changes.emit('signals');
      expect([peek(), peek()]).toEqual([undefined, undefined]);
    },
  );

  it('a response that is revalidated is not replaced by what was rendered before another change', async () => {
    changeUnawaited();
    expect(peek()).toBeUndefined();
    await get('/', async (validity) => {
      const response = await renderText('new')(validity);
      changeUnawaited();
      return response;
    });
    expect([peek(), peek()]).toEqual([undefined, 'old']);
  });

  it.each([
    ['the service is unavailable', fail, 0],
    ['too many renderings wait', () => Promise.reject(BUSY), 0],
    ['the database is unavailable', () => Promise.reject(new DatabaseUnavailable('unreachable')), 0],
    ['of an unexpected error', () => Promise.reject(new Error('boom')), 1],
  ] as const)(
    'is not rendered again within the second if that failed because %s',
    async (_, failing, errors) => {
      const attempt = vi.fn(failing);
      changeUnawaited();
      expect([peek(), peek()]).toEqual([undefined, 'old']);
      expect((await getPrevious(attempt)).slice(0, 3)).toBe('old');
      await vi.waitFor(() => expect(attempt).toHaveBeenCalledTimes(1));
      await nextTurn();
      expect((await getPrevious(attempt)).slice(0, 3)).toBe('old');
      await nextTurn();
      expect(attempt).toHaveBeenCalledTimes(1);
      expect(peek()).toBe('old');
      expect(logger.error).toHaveBeenCalledTimes(errors);
    },
  );

  it('a response that is revalidated is rendered again after a change during its rendering', async () => {
    const started = Promise.withResolvers<void>();
    const isChanged = Promise.withResolvers<void>();
    changeUnawaited();
    await getPrevious(async (validity) => {
      const response = await renderText('between')(validity);
      started.resolve();
      await isChanged.promise;
      return response;
    });
    await started.promise;
    changeUnawaited();
    isChanged.resolve();
    await nextTurn();
    expect(peek()).toBeUndefined();
    await getPrevious(renderText('new'));
    await vi.waitFor(() => expect(peek()).toBe('new'));
  });

  it('a response that is revalidated is waited for while eight others are being rendered in the background', async () => {
    const isDone = Promise.withResolvers<void>();
    const keys = Array.from({ length: 8 }, (_, index) => `/news?page=${index}`);
    for (const key of keys) await get(key);
    changeUnawaited();
    const renderSlowly = async (validity: Validity) => {
      await isDone.promise;
      return render(validity);
    };
    for (const key of keys) await cache.get(createResource(key, renderSlowly), { acceptsPrevious: true });
    expect((await getPrevious(renderText('new'))).slice(0, 3)).toBe('new');
    isDone.resolve();
  });

  it('a response that is revalidated is rendered once, and counts once, for all requests during its rendering', async () => {
    const isDone = Promise.withResolvers<void>();
    const renderSlowly = vi.fn(async (validity: Validity) => {
      await isDone.promise;
      return render(validity);
    });
    await get('/other');
    changeUnawaited();
    for (let request = 0; request < 8; request += 1) {
      await getPrevious(renderSlowly);
      await nextTurn();
    }
    const isPrevious = vi.fn();
    void cache.get(createResource('/other', renderSlowly), { acceptsPrevious: true }).then(isPrevious);
    await nextTurn();
    expect(isPrevious).toHaveBeenCalled();
    isDone.resolve();
    await cache.close();
    expect(renderSlowly).toHaveBeenCalledTimes(2);
  });

  it('a response that is revalidated is never served if it was missing before the change', async () => {
    await get('/missing', async (validity) => ({ ...(await render(validity)), status: 404 }));
    changeUnawaited();
    const served = await cache.get(createResource('/missing'), { acceptsPrevious: true });
    expect(served.response.status).toBe(200);
  });

  it('a response that is revalidated is served with a notice if it could not be rendered within the second', async () => {
    changeUnawaited();
    await getPrevious(fail);
    now.mockReturnValue(1_000);
    expect(await get('/', fail)).toMatchObject({ kind: 'stale' });
  });

  it('a response that is revalidated is compressed with the same encodings before it is replaced', async () => {
    await cache.peek(HOME)?.get('br');
    changeUnawaited();
    expect(peek()).toBeUndefined();
    await get('/', renderText('new'));
    expect(cache.peek(HOME)?.getReady('br')).toBeDefined();
    expect(cache.peek(HOME)?.getReady('gzip')).toBeUndefined();
  });

  it('a response that is revalidated is rendered in the background in the last second of a minute', async () => {
    now.mockReturnValue(58_999);
    expect(peek()).toBe('old');
    now.mockReturnValue(59_000);
    expect([peek(), peek()]).toEqual([undefined, 'old']);
    now.mockReturnValue(60_000);
    expect(peek()).toBeUndefined();
  });

  it('a response that is revalidated is not rendered after the cache was closed, and that is no error', async () => {
    changeUnawaited();
    await getPrevious(renderText('new'));
    await cache.close();
    await nextTurn();
    await expect(get('/new')).rejects.toMatchObject({ status: 503 });
    expect(rendered).toBe(1);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it('a response that is revalidated is not rendered when its turn comes after the cache was closed', async () => {
    const queue = new RenderQueue();
    const isDone = Promise.withResolvers<void>();
    const turn = (page: string): Turn => ({
      client: '203.0.113.7',
      add: (work) => queue.add('203.0.113.7', page, work),
    });
    const first = cache.get({
      ...createResource('/news?page=2', async (validity) => {
        await isDone.promise;
        return render(validity);
      }),
      turn: turn('/news'),
    });
    const second = cache.get({ ...createResource('/news?page=3'), turn: turn('/news') });
    const rejected = expect(second).rejects.toMatchObject({ status: 503 });
    const closed = cache.close();
    isDone.resolve();
    await Promise.all([first, rejected, closed]);
    expect(rendered).toBe(2);
  });

  it('a response that is revalidated is waited for when the cache is closed, also after another change', async () => {
    const started = Promise.withResolvers<void>();
    const isRead = Promise.withResolvers<void>();
    changeUnawaited();
    await getPrevious(async (validity) => {
      const response = await renderText('new')(validity);
      started.resolve();
      await isRead.promise;
      return response;
    });
    await started.promise;
    changeUnawaited();
    const onClose = vi.fn();
    const closed = cache.close().then(onClose);
    await nextTurn();
    expect(onClose).not.toHaveBeenCalled();
    isRead.resolve();
    await closed;
  });
});
