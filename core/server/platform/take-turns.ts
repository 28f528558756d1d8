import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Short enough not to delay other requests noticeably. */
const TURN_MS = 3;

/** Returns a function to await between the steps of long work: it lets other requests run whenever the steps have taken 3 ms. */
export function createTurns(): () => Promise<void> {
  let begin = performance.now();
  return async () => {
    if (performance.now() - begin < TURN_MS) return;
    await yieldToEventLoop();
    begin = performance.now();
  };
}
