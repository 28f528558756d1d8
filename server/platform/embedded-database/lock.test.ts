import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOUR } from '#server/platform/clock.ts';
import { temporaryDir } from '#tests/support/database/data-dir.ts';
import {
  LOCK_TIMING,
  type Lock,
  type LockHolder,
  readLock,
  runningHolder,
  SOCKET_FILE,
  takeLock,
  updateHeartbeat,
} from './lock.ts';

const mine = { ownerPid: process.pid, socketDir: '/tmp/socket' };
const quick = { ...LOCK_TIMING, heartbeatMs: 20, staleMs: 200, retryMs: 50, pollMs: 5 };
/** A test that waits for another host with it does not end. */
const WITHOUT_WAITING = { ...quick, heartbeatMs: HOUR, staleMs: HOUR };
const lockPath = () => join(temporaryDir(), 'data', 'database.lock');

/** Takes the lock, which must be free; released when the test ends. */
async function hold(path: string, timing = quick): Promise<Lock> {
  const taken = await takeLock(path, mine, timing);
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

/** Leaves the lock file of an earlier release, which took no system lock. */
function lockOfEarlierRelease(path: string, holder: { pid: number; startedAt: string; socketDir?: string }) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ id: 'earlier', ...mine, ...holder }));
}

/** The boot id and start tick of this process, in the format of earlier releases. */
function ownStart(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const stat = readFileSync('/proc/self/stat', 'utf8');
  return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
}

/** A folder with a PostgreSQL socket that accepts connections until the test ends. */
async function listeningSocketDir(): Promise<string> {
  const dir = temporaryDir();
  const server = createServer((socket) => socket.destroy()).listen(join(dir, SOCKET_FILE));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return dir;
}

describe('the lock of the embedded database', () => {
  it('names its holder, and its file is gone after the release', async () => {
    const path = lockPath();
    const lock = await hold(path);
    expect(lock.isHeld()).toBe(true);
    expect(readLock(path)).toMatchObject({ pid: process.pid, ...mine });
    expect(await runningHolder(path)).toEqual(readLock(path));
    lock.release();
    expect(existsSync(path)).toBe(false);
    expect(await runningHolder(path)).toBeNull();
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
    expect((await runningHolder(path))?.pid).toBe(holder.pid);
    await holder.kill();
    // The same process id can belong to a running process, for example in another container.
    writeFileSync(path, JSON.stringify({ ...readLock(path), pid: process.pid }));
    expect(await runningHolder(path)).toBeNull();
    await hold(path, WITHOUT_WAITING);
  });

  it('is never taken from a holder that is paused', async () => {
    const path = lockPath();
    const holder = await holdElsewhere(path);
    holder.pause();
    expect(await takeLock(path, mine, quick)).toMatchObject({ heldBy: { pid: holder.pid } });
    expect((await runningHolder(path))?.pid).toBe(holder.pid);
  });

  it('is waited for when its holder is about to exit because its owner is gone', async () => {
    const path = lockPath();
    const holder = await holdElsewhere(path, { ownerPid: await exitedPid() });
    // It looks at the lock once before this call returns, and then would reject a holder that is not about to exit.
    const taken = takeLock(path, mine, { ...quick, retryMs: 0 });
    await holder.kill();
    expect(await taken).toHaveProperty('release');
  });

  it('is free when its file is unreadable and no process holds it', async () => {
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

  it('is not taken from a running process of an earlier release', async () => {
    const path = lockPath();
    lockOfEarlierRelease(path, { pid: process.pid, startedAt: ownStart() });
    expect(await runningHolder(path)).toMatchObject({ id: 'earlier' });
    expect(await takeLock(path, mine, quick)).toMatchObject({ heldBy: { id: 'earlier' } });
    expect(readLock(path)?.id).toBe('earlier');
  });

  it('is not taken from an earlier release in another container whose socket accepts connections', async () => {
    const path = lockPath();
    const socketDir = await listeningSocketDir();
    lockOfEarlierRelease(path, { pid: await exitedPid(), startedAt: ownStart(), socketDir });
    expect(await runningHolder(path)).toMatchObject({ socketDir });
    expect(await takeLock(path, mine, quick)).toMatchObject({ heldBy: { id: 'earlier' } });
  });

  it('is taken at once from a process of an earlier release that is gone', async () => {
    const path = lockPath();
    // Another process has its id now.
    lockOfEarlierRelease(path, { pid: process.pid, startedAt: ownStart().replace(/\d+$/, '1') });
    expect(await runningHolder(path)).toBeNull();
    await hold(path, WITHOUT_WAITING);
    expect(readLock(path)?.pid).toBe(process.pid);
  });

  it('is not taken from another host whose socket accepts connections', async () => {
    const path = lockPath();
    const theirs = { ...(await lockOfAnotherHost(path)), socketDir: await listeningSocketDir() };
    writeFileSync(path, JSON.stringify(theirs));
    expect(await runningHolder(path)).toEqual(theirs);
    expect(await takeLock(path, mine, quick)).toEqual({ heldBy: theirs });
  });

  it('is lost when another process has taken it over, and then not released', async () => {
    const path = lockPath();
    const lock = await hold(path);
    writeFileSync(path, JSON.stringify({ ...readLock(path), id: 'theirs' }));
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(JSON.parse(readFileSync(path, 'utf8')).id).toBe('theirs');
  });

  it('has no holder where there is no lock file', async () => {
    expect(readLock(lockPath())).toBeNull();
    expect(await runningHolder(lockPath())).toBeNull();
  });
});
