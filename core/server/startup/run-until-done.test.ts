import { expect, it, vi } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { runUntilDone } from './run-until-done.ts';

it('runs work again a minute after each failure until it succeeds, and logs the failures', async () => {
  vi.useFakeTimers();
  const warn = vi.fn();
  const error = new Error('The lock is not available.');
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error).mockRejectedValueOnce(error);
  work.mockResolvedValue();
  const done = vi.fn();
  const running = runUntilDone(work, 'nothing is entered yet', { warn }).then(done);
  await vi.advanceTimersByTimeAsync(2 * MINUTE - 1);
  expect(work).toHaveBeenCalledTimes(2);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await running;
  expect(work).toHaveBeenCalledTimes(3);
  expect(warn.mock.calls).toEqual(Array(2).fill([{ err: error }, 'nothing is entered yet']));
});
