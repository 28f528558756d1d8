import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SECOND } from './clock.ts';

const QUIET_MS = 5 * SECOND;

let timer: NodeJS.Timeout | undefined;
let collect: NodeJS.GCFunction | undefined;

/**
 * Collects garbage once no call has followed for five seconds. V8 returns the memory of a large temporary result to the system only
 * after a full collection, which an otherwise idle server may not run for hours; it pauses the server for tens of milliseconds.
 */
export function collectGarbageLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    collect ??= exposeCollector();
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, QUIET_MS).unref();
}

/** `globalThis.gc` exists only in contexts that are created after the flag is set. */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}
