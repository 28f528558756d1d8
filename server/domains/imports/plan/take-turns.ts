import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Short enough not to delay other requests noticeably. */
const TURN_MS = 10;

/** Returns a function to await between rows: it lets other requests run whenever the rows since then have taken a turn. */
export function createTurns(): () => Promise<void> {
  let begin = performance.now();
  return async () => {
    if (performance.now() - begin < TURN_MS) return;
    await yieldToEventLoop();
    begin = performance.now();
  };
}
