import { vi } from 'vitest';

/** A shared machine can stall for seconds. Vitest gives up after one second, and has no option for it. */
const WAIT_MS = 20_000;

type Wait = (callback: () => unknown, options?: number | { timeout?: number; interval?: number }) => unknown;

const waitLonger =
  (wait: Wait): Wait =>
  (callback, options) =>
    wait(callback, {
      timeout: WAIT_MS,
      ...(typeof options === 'number' ? { timeout: options } : options),
    });

/** The files of a worker share `vi`, and each runs this. */
const MARK = Symbol.for('waits longer');
if (!(MARK in vi)) {
  Object.assign(vi, {
    [MARK]: true,
    waitFor: waitLonger(vi.waitFor as Wait),
    waitUntil: waitLonger(vi.waitUntil as Wait),
  });
}
