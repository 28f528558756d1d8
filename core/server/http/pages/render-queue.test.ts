import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isQueueFull, RenderQueue } from './render-queue.ts';

describe('the render queue', () => {
  let queue: RenderQueue;
  let started: string[];
  /** Starts a rendering that ends when its `finish` is called. */
  const add = (client: string, name: string, page = '/news') => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const queued = queue.add(client, page, async () => {
      started.push(name);
      await promise;
      return name;
    });
    return { ...queued, finish: resolve };
  };

  beforeEach(() => {
    queue = new RenderQueue();
    started = [];
  });

  it('renders two pages at once, one for each client', async () => {
    const renderings = [add('a', 'a1'), add('a', 'a2'), add('b', 'b1'), add('c', 'c1')];
    expect(started).toEqual(['a1', 'b1']);
    for (const { finish } of renderings) finish();
    expect(await Promise.all(renderings.map(({ promise }) => promise))).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('lets a client that requests one page go before the next of one that requests many', async () => {
    const flood = Array.from({ length: 10 }, (_, index) => add('a', `a${index}`));
    const other = add('b', 'b1');
    for (const { finish } of [...flood, other]) finish();
    await other.promise;
    expect(started).toEqual(['a0', 'b1']);
    await Promise.all(flood.map(({ promise }) => promise));
  });

  it('starts a shared rendering in the first turn of any of its clients', async () => {
    const first = add('a', 'a1');
    const shared = add('a', 'shared');
    shared.join('b');
    expect(started).toEqual(['a1', 'shared']);
    first.finish();
    shared.finish();
    await Promise.all([first.promise, shared.promise]);
    expect(started).toEqual(['a1', 'shared']);
  });

  it('starts the next rendering after one that failed', async () => {
    const failing = queue.add('a', '/news', () => Promise.reject(new Error('boom')));
    await expect(failing.promise).rejects.toThrow('boom');
    const next = add('a', 'a2');
    next.finish();
    expect(await next.promise).toBe('a2');
  });

  it('rejects renderings of a client that waits for too many, but not those of another', async () => {
    const accepted = Array.from({ length: 17 }, (_, index) => add('a', `a${index}`));
    expect(catchError(() => add('a', 'too many'))).toSatisfy(isQueueFull);
    accepted.push(add('b', 'b1'));
    for (const { finish } of accepted) finish();
    await Promise.all(accepted.map(({ promise }) => promise));
  });

  it('rejects renderings when too many wait in total', () => {
    const renderings = Array.from({ length: 66 }, (_, index) => add(`client ${index}`, 'page'));
    expect(catchError(() => add('another', 'page'))).toSatisfy(isQueueFull);
    for (const { finish } of renderings) finish();
  });

  it('evicts renderings of flooding clients for clients with fewer', async () => {
    const flood = ['a', 'b', 'c', 'd'].flatMap((client) =>
      Array.from({ length: 16 }, (_, index) => add(client, `${client}${index}`)),
    );
    for (const client of ['a', 'b']) flood.push(add(client, `${client}16`));
    const outcomes = Promise.allSettled(flood.map(({ promise }) => promise));
    expect(catchError(() => add('a', 'too many'))).toSatisfy(isQueueFull);
    const others = Array.from({ length: 25 }, (_, index) => add(`user ${index}`, `user ${index}`));
    expect(catchError(() => add('a', 'too many'))).toSatisfy(isQueueFull);
    for (const { finish } of [...flood, ...others]) finish();
    await Promise.all(others.map(({ promise }) => promise));
    const evicted = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(evicted).toHaveLength(25);
    expect(evicted).toSatisfy((all: PromiseRejectedResult[]) =>
      all.every(({ reason }) => isQueueFull(reason)),
    );
  });

  it('completes a shared rendering that is evicted for only one of its clients', async () => {
    const running = [add('x', 'x'), add('y', 'y')];
    const flood = ['a', 'b', 'c', 'd'].flatMap((client) =>
      Array.from({ length: client === 'd' ? 14 : 16 }, (_, index) => add(client, `${client}${index}`)),
    );
    const shared = add('d', 'shared');
    shared.join('e');
    const rest = Promise.allSettled(flood.map(({ promise }) => promise));
    const others = Array.from({ length: 20 }, (_, index) => add(`user ${index}`, `user ${index}`));
    for (const { finish } of [...running, ...flood, shared, ...others]) finish();
    expect(await shared.promise).toBe('shared');
    await rest;
  });

  describe('with renderings that wait for a locked table', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('starts renderings of other pages, and only some of that page', async () => {
      const stuck = Array.from({ length: 12 }, (_, index) => add(`client ${index}`, `news ${index}`));
      add('other', 'meetings', '/board-meetings');
      expect(started).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(started).toEqual(['news 0', 'news 1', 'news 2', 'news 3', 'meetings']);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(started).toHaveLength(5);
      for (const { finish } of stuck) finish();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(started).toHaveLength(13);
    });

    it('never starts more than eight renderings at once', async () => {
      for (let index = 0; index < 12; index += 1) add(`client ${index}`, `page ${index}`, `/page-${index}`);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(started).toHaveLength(8);
    });
  });
});

function catchError(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}
