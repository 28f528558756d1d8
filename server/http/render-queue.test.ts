import { beforeEach, describe, expect, it } from 'vitest';
import { isQueueFull, RenderQueue } from './render-queue.ts';

describe('the render queue', () => {
  let queue: RenderQueue;
  let started: string[];
  /** Starts a rendering that ends when its `finish` is called. */
  const add = (client: string, name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const queued = queue.add(client, async () => {
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

  it('starts a shared rendering in the turn of whichever client comes first', async () => {
    const first = add('a', 'a1');
    const shared = add('a', 'shared');
    shared.join('b');
    expect(started).toEqual(['a1', 'shared']);
    first.finish();
    shared.finish();
    await Promise.all([first.promise, shared.promise]);
    expect(started).toEqual(['a1', 'shared']);
  });

  it('goes on after a rendering that failed', async () => {
    const failing = queue.add('a', () => Promise.reject(new Error('boom')));
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

  it('rejects renderings when too many wait altogether', () => {
    const renderings = Array.from({ length: 66 }, (_, index) => add(`client ${index}`, 'page'));
    expect(catchError(() => add('another', 'page'))).toSatisfy(isQueueFull);
    for (const { finish } of renderings) finish();
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
