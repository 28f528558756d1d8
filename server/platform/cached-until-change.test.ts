import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cachedUntilChange, READ_TIMEOUT_MS } from './cached-until-change.ts';
import { type ChangeBus, createChangeBus } from './change-bus.ts';
import { MINUTE } from './clock.ts';
import { createLogger } from './logger.ts';

let changes: ChangeBus;
let reads: number;
let kept: () => Promise<number>;

beforeEach(() => {
  changes = createChangeBus(null, createLogger('silent'));
  reads = 0;
  kept = cachedUntilChange(changes, 'market', async () => {
    reads += 1;
    return reads;
  });
});

describe('what is kept', () => {
  it('is read once for all who ask', async () => {
    expect(await Promise.all([kept(), kept()])).toEqual([1, 1]);
    expect(await kept()).toBe(1);
  });

  it('is read anew after a change of its topic, and when changes may have been missed', async () => {
    await kept();
    changes.emit('market');
    expect(await kept()).toBe(2);
    changes.emit(null);
    expect(await kept()).toBe(3);
  });

  it('stays through changes of others', async () => {
    await kept();
    changes.emit('news');
    expect(await kept()).toBe(1);
  });

  it('that was being read when it changed is not kept', async () => {
    const before = kept();
    changes.emit('market');
    expect([await before, await kept(), await kept()]).toEqual([1, 2, 2]);
  });

  it('is read anew after a minute', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    await kept();
    now.mockReturnValue(MINUTE - 1);
    expect(await kept()).toBe(1);
    now.mockReturnValue(MINUTE);
    expect(await kept()).toBe(2);
    now.mockRestore();
  });

  it('is read again by the first call after a failure', async () => {
    const read = vi.fn().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue('an answer');
    const failing = cachedUntilChange(changes, 'market', read);
    await expect(failing()).rejects.toThrow('no answer');
    expect(await failing()).toBe('an answer');
  });

  it('that hangs is given up, and read again by the next call', async () => {
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
