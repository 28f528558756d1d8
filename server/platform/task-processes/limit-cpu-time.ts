import { readFileSync } from 'node:fs';

/** The unit of `/proc/PID/stat` on Linux, on every processor (`getconf CLK_TCK` is 100). */
const TICK_MS = 10;
/** A process that waits instead of computing has this many times as long. */
const MAX_WAIT_FACTOR = 5;
const MIN_CHECK_MS = 20;

/**
 * Calls `onExceeded` once a process has used `limitMs` of CPU time from now on, so that a busy machine does not make a limit
 * shorter; at the latest after five times as long. Where the CPU time cannot be read, elapsed time counts. Returns a function
 * that removes the limit.
 */
export function limitCpuTime(pid: number, limitMs: number, onExceeded: () => void): () => void {
  const startMs = performance.now();
  const startCpuMs = readCpuMs(pid);
  let timer = setTimeout(check, limitMs);

  function check(): void {
    const elapsedMs = performance.now() - startMs;
    const cpuMs = startCpuMs === null ? null : readCpuMs(pid);
    const usedMs = cpuMs === null || startCpuMs === null ? elapsedMs : cpuMs - startCpuMs;
    const remainingMs = Math.min(limitMs - usedMs, MAX_WAIT_FACTOR * limitMs - elapsedMs);
    if (remainingMs <= 0) onExceeded();
    else timer = setTimeout(check, Math.max(MIN_CHECK_MS, remainingMs));
  }

  return () => clearTimeout(timer);
}

/** Returns the CPU time of a process, in milliseconds; `null` if it is unknown. */
function readCpuMs(pid: number): number | null {
  try {
    // The name of the process, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isNaN(ticks) ? null : ticks * TICK_MS;
  } catch {
    return null;
  }
}
