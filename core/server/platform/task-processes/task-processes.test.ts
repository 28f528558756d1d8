import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { limitCpuTime } from './task-processes.ts';

const LIMIT_MS = 200;
let child: ChildProcess;
afterEach(() => child.kill('SIGKILL'));

/** Starts a process and returns after how many milliseconds it exceeds the limit. */
async function measure(script: string): Promise<number> {
  child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  const start = performance.now();
  await new Promise<void>((resolve) => limitCpuTime(child.pid ?? 0, LIMIT_MS, resolve));
  return performance.now() - start;
}

it('does not count the time in which a process waits', async () => {
  expect(await measure('setInterval(() => {}, 1000)')).toBeGreaterThan(4 * LIMIT_MS);
});

it('ends at the limit for a process that computes', async () => {
  const elapsed = await measure('for (;;);');
  expect(elapsed).toBeGreaterThanOrEqual(LIMIT_MS - 5);
});

it('counts elapsed time for a process that it cannot read', async () => {
  const start = performance.now();
  await new Promise<void>((resolve) => limitCpuTime(2 ** 30, LIMIT_MS, resolve));
  expect(performance.now() - start).toBeLessThan(4 * LIMIT_MS);
});

it('calls nothing once it is removed', async () => {
  child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  let isExceeded = false;
  limitCpuTime(child.pid ?? 0, LIMIT_MS, () => {
    isExceeded = true;
  })();
  await new Promise((resolve) => setTimeout(resolve, 2 * LIMIT_MS));
  expect(isExceeded).toBe(false);
});
