import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDir } from '#tests/support/data-dir.ts';
import {
  LOCK_TIMING,
  type Lock,
  type LockHolder,
  readLock,
  runningHolder,
  takeLock,
  updateHeartbeat,
} from './lock.ts';

const mine = { ownerPid: process.pid, socketDir: '/tmp/socket' };
const quick = { ...LOCK_TIMING, heartbeatMs: 20, staleMs: 200, retryMs: 50, pollMs: 5 };
const lockPath = () => join(temporaryDir(), 'data', 'database.lock');

/** Takes the lock, which must be free; released when the test ends. */
async function hold(path: string): Promise<Lock> {
  const taken = await takeLock(path, mine, quick);
  if ('heldBy' in taken) throw new Error('the lock is held');
  onTestFinished(taken.release);
  return taken;
}

/** Takes the lock in another process, which holds it until it is killed. */
async function holdElsewhere(path: string, holder: { ownerPid?: number } = {}) {
  const script = `
    import { takeLock } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    globalThis.lock = await takeLock(${JSON.stringify(path)}, ${JSON.stringify({ ...mine, ...holder })});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return {
    pid: child.pid as number,
    pause: () => child.kill('SIGSTOP'),
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The id of a process that has exited. */
async function exitedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid as number;
}

/** Leaves the lock file that another host would have left. */
async function lockOfAnotherHost(path: string): Promise<LockHolder> {
  (await hold(path)).release();
  const holder = { ...mine, id: 'theirs', pid: 1, pidNamespace: 'pid:[1]', bootId: 'another-kernel' };
  writeFileSync(path, JSON.stringify(holder));
  return holder;
}

describe('the lock of the embedded database', () => {
  it('names its holder, and its file is gone after the release', async () => {
    const path = lockPath();
    const lock = await hold(path);
    expect(lock.isHeld()).toBe(true);
    expect(readLock(path)).toMatchObject({ pid: process.pid, ...mine });
    expect(runningHolder(path)).toEqual(readLock(path));
    lock.release();
    expect(existsSync(path)).toBe(false);
    expect(runningHolder(path)).toBeNull();
  });

  it('rejects a second process, which learns the holder', async () => {
    const path = lockPath();
    const { pid } = await holdElsewhere(path);
    const second = await takeLock(path, { ...mine, socketDir: '/tmp/other' }, quick);
    expect(second).toEqual({ heldBy: readLock(path) });
    expect(readLock(path)).toMatchObject({ pid, socketDir: '/tmp/socket' });
  });

  it('goes to exactly one of many that take it at once', async () => {
    const path = lockPath();
    const takers = await Promise.all(Array.from({ length: 8 }, () => takeLock(path, mine, quick)));
    expect(takers.filter((taker) => 'release' in taker).length).toBe(1);
  });

  it('is free as soon as its holder is killed, whatever its lock file says', async () => {
    const path = lockPath();
    const holder = await holdElsewhere(path);
    expect(runningHolder(path)?.pid).toBe(holder.pid);
    await holder.kill();
    // The same process id can belong to a running process, for example in another container.
    writeFileSync(path, JSON.stringify({ ...readLock(path), pid: process.pid }));
    expect(runningHolder(path)).toBeNull();
    const startedAt = performance.now();
    const taken = await takeLock(path, mine);
    expect(taken).toHaveProperty('release');
    expect(performance.now() - startedAt).toBeLessThan(LOCK_TIMING.staleMs / 2);
  });

  it('is never taken from a holder that is paused', async () => {
    const path = lockPath();
    const holder = await holdElsewhere(path);
    holder.pause();
    expect(await takeLock(path, mine, quick)).toMatchObject({ heldBy: { pid: holder.pid } });
    expect(runningHolder(path)?.pid).toBe(holder.pid);
  });

  it('is waited for when its holder is about to exit because its owner is gone', async () => {
    const path = lockPath();
    const holder = await holdElsewhere(path, { ownerPid: await exitedPid() });
    const taken = takeLock(path, mine, quick);
    await new Promise((resolve) => setTimeout(resolve, 2 * quick.retryMs));
    await holder.kill();
    expect(await taken).toHaveProperty('release');
  });

  it('is free when its file is unreadable and nobody holds it', async () => {
    const path = lockPath();
    (await hold(path)).release();
    writeFileSync(path, '{"id": "thei');
    expect(readLock(path)).toBeNull();
    await hold(path);
    expect(readLock(path)?.pid).toBe(process.pid);
  });

  it('is not taken from another host that updates its heartbeat, whatever its clock says', async () => {
    const path = lockPath();
    const theirs = await lockOfAnotherHost(path);
    const heartbeat = setInterval(() => updateHeartbeat(path), quick.heartbeatMs);
    onTestFinished(() => clearInterval(heartbeat));
    expect(await takeLock(path, mine, quick)).toEqual({ heldBy: theirs });
  });

  it('is taken from another host whose heartbeat has stopped', async () => {
    const path = lockPath();
    await lockOfAnotherHost(path);
    const startedAt = performance.now();
    await hold(path);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(quick.staleMs);
  });

  it('is left to another host that finds it abandoned at the same time', async () => {
    const path = lockPath();
    const theirs = await lockOfAnotherHost(path);
    const taken = takeLock(path, mine, { ...quick, heartbeatMs: 300 });
    while (readLock(path)?.id === 'theirs') await new Promise((resolve) => setTimeout(resolve, 5));
    writeFileSync(path, JSON.stringify({ ...theirs, id: 'third' }));
    expect(await taken).toMatchObject({ heldBy: { id: 'third' } });
  });

  it('is lost when another process has taken it over, and then not released', async () => {
    const path = lockPath();
    const lock = await hold(path);
    writeFileSync(path, JSON.stringify({ ...readLock(path), id: 'theirs' }));
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(JSON.parse(readFileSync(path, 'utf8')).id).toBe('theirs');
  });

  it('has no holder where there is no lock file', () => {
    expect(readLock(lockPath())).toBeNull();
    expect(runningHolder(lockPath())).toBeNull();
  });
});
