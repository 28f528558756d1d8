import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalChangeBus } from '#tests/support/platform/change-bus.ts';
import { cachedUntilChange, READ_TIMEOUT_MS } from './cached-until-change.ts';
import type { ChangeBus } from './change-bus.ts';
import { MINUTE } from './clock.ts';

let changes: ChangeBus;
let reads: number;
let getCached: () => Promise<number>;

beforeEach(() => {
  changes = createLocalChangeBus();
  reads = 0;
  getCached = cachedUntilChange(changes, 'market', async () => {
    reads += 1;
    return reads;
  });
});

describe('a cached value', () => {
  it('reads the value once for all callers', async () => {
    expect(await Promise.all([getCached(), getCached()])).toEqual([1, 1]);
    expect(await getCached()).toBe(1);
  });

  it('reads the value again after a change of its topic, and when changes may have been missed', async () => {
    await getCached();
    changes.emit('market');
    expect(await getCached()).toBe(2);
    changes.emit(null);
    expect(await getCached()).toBe(3);
  });

  it('keeps the value after changes of other topics', async () => {
    await getCached();
    changes.emit('news');
    expect(await getCached()).toBe(1);
  });

  it('does not cache a value that changes during the read', async () => {
    const before = getCached();
    changes.emit('market');
    expect([await before, await getCached(), await getCached()]).toEqual([1, 2, 2]);
  });

  it('reads the value again after a minute', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    await getCached();
    now.mockReturnValue(MINUTE - 1);
    expect(await getCached()).toBe(1);
    now.mockReturnValue(MINUTE);
    expect(await getCached()).toBe(2);
    now.mockRestore();
  });

  it('reads the value again on the first call after a failure', async () => {
    const read = vi.fn().mockRejectedValueOnce(new Error('no response')).mockResolvedValue('a result');
    const failing = cachedUntilChange(changes, 'market', read);
    await expect(failing()).rejects.toThrow('no response');
    expect(await failing()).toBe('a result');
  });

  it('times out when the read hangs, and reads again on the next call', async () => {
    vi.useFakeTimers();
    const read = vi
      .fn()
      .mockReturnValueOnce(new Promise(() => {}))
      .mockResolvedValue('a result');
    const hanging = cachedUntilChange(changes, 'market', read);
    const waiting = Promise.allSettled([hanging(), hanging()]);
    await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS);
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await hanging()).toBe('a result');
    expect(read).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });
});
