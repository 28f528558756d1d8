import { availableParallelism, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MINUTE, SECOND } from './clock.ts';

const QUIET_MS = 5 * SECOND;

let timer: NodeJS.Timeout | undefined;
let collect: NodeJS.GCFunction | undefined;

/**
 * Collects garbage once no call has followed for five seconds and the machine has a core to spare. V8 returns the memory of a large
 * temporary result to the system only after a collection that compacts everything, which a server with steady requests may not run for
 * hours. It stops the server for about 0.3 s, and for seconds on a busy machine.
 */
export function collectGarbageLater(delayMs = QUIET_MS): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if ((loadavg()[0] ?? 0) > availableParallelism() - 1) collectGarbageLater(MINUTE);
    else collectGarbage();
  }, delayMs).unref();
}

function collectGarbage(): void {
  collect ??= exposeCollector();
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** `gc` exists only in contexts that are created after the flag is set. */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}
