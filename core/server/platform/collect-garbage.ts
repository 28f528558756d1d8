import { cpus } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SECOND } from './clock.ts';

const QUIET_MS = 5 * SECOND;

let timer: NodeJS.Timeout | undefined;
let collect: NodeJS.GCFunction | undefined;

/**
 * Collects garbage once no call has followed for five seconds in which the machine had a core to spare. V8 returns the memory of a large
 * temporary result to the system only after a collection that compacts everything, which a server with steady requests may not run for
 * hours. It stops the server for about 0.3 s, and for seconds on a busy machine.
 */
export function collectGarbageLater(): void {
  clearTimeout(timer);
  const idleBefore = getIdleMs();
  timer = setTimeout(() => {
    if (getIdleMs() - idleBefore < QUIET_MS) collectGarbageLater();
    else collectGarbage();
  }, QUIET_MS).unref();
}

/** Returns how long the cores have been idle, added up. */
const getIdleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);

function collectGarbage(): void {
  collect ??= exposeCollector();
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** `gc` exists only in contexts that are created after the flag is set. */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}
