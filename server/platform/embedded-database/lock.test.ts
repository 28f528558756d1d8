import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOUR } from '#server/platform/clock.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import {
  findRunningHolder,
  LOCK_TIMING,
  type Lock,
  type LockHolder,
  readLock,
  SOCKET_FILE,
  takeLock,
  updateHeartbeat,
} from './lock.ts';

const mine = { ownerPid: process.pid, socketDir: '/tmp/socket' };
const quick = { ...LOCK_TIMING, heartbeatMs: 20, staleMs: 200, retryMs: 50, pollMs: 5 };
/** Tests that wait for another host with this timing never end. */
const WITHOUT_WAITING = { ...quick, heartbeatMs: HOUR, staleMs: HOUR };
const makeLockPath = () => join(makeTemporaryDir(), 'data', 'database.lock');

/** Takes the lock, which must be free, and releases it when the test ends. */
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

/** Returns the id of a process that has exited. */
async function createExitedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid as number;
}

/** Writes a lock file as another host would leave it. */
async function writeLockOfAnotherHost(path: string): Promise<LockHolder> {
  (await hold(path)).release();
  const holder = { ...mine, id: 'theirs', pid: 1, pidNamespace: 'pid:[1]', bootId: 'another-kernel' };
  writeFileSync(path, JSON.stringify(holder));
  return holder;
}

/** Writes a lock file of an earlier release, which took no system lock. */
function writeLockOfEarlierRelease(
  path: string,
  holder: { pid: number; startedAt: string; socketDir?: string },
) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ id: 'earlier', ...mine, ...holder }));
}

/** Returns the boot id and start tick of this process in the format of earlier releases. */
function getOwnStart(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const stat = readFileSync('/proc/self/stat', 'utf8');
  return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
}

/** Creates a folder with a PostgreSQL socket that accepts connections until the test ends. */
async function createListeningSocketDir(): Promise<string> {
  const dir = makeTemporaryDir();
  const server = createServer((socket) => socket.destroy()).listen(join(dir, SOCKET_FILE));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return dir;
}

describe('the lock of the embedded database', () => {
  it('records the holder in a file, which is removed on release', async () => {
    const path = makeLockPath();
    const lock = await hold(path);
    expect(lock.isHeld()).toBe(true);
    expect(readLock(path)).toMatchObject({ pid: process.pid, ...mine });
    expect(await findRunningHolder(path)).toEqual(readLock(path));
    lock.release();
    expect(existsSync(path)).toBe(false);
    expect(await findRunningHolder(path)).toBeNull();
  });

  it('rejects a second process and reports the holder', async () => {
    const path = makeLockPath();
    const { pid } = await holdElsewhere(path);
    const second = await takeLock(path, { ...mine, socketDir: '/tmp/other' }, quick);
    expect(second).toEqual({ heldBy: readLock(path) });
    expect(readLock(path)).toMatchObject({ pid, socketDir: '/tmp/socket' });
  });

  it('gives the lock to exactly one of several simultaneous callers', async () => {
    const path = makeLockPath();
    const takers = await Promise.all(Array.from({ length: 8 }, () => takeLock(path, mine, quick)));
    expect(takers.filter((taker) => 'release' in taker).length).toBe(1);
  });

  it('takes the lock as soon as its holder is killed, regardless of the lock file', async () => {
    const path = makeLockPath();
    const holder = await holdElsewhere(path);
    expect((await findRunningHolder(path))?.pid).toBe(holder.pid);
    await holder.kill();
    // The process id may be reused, for example in another container.
    writeFileSync(path, JSON.stringify({ ...readLock(path), pid: process.pid }));
    expect(await findRunningHolder(path)).toBeNull();
    await hold(path, WITHOUT_WAITING);
  });

  it('never takes the lock from a paused holder', async () => {
    const path = makeLockPath();
    const holder = await holdElsewhere(path);
    holder.pause();
    expect(await takeLock(path, mine, quick)).toMatchObject({ heldBy: { pid: holder.pid } });
    expect((await findRunningHolder(path))?.pid).toBe(holder.pid);
  });

  it('takes the lock after a wait when its holder is about to exit because its owner has exited', async () => {
    const path = makeLockPath();
    const holder = await holdElsewhere(path, { ownerPid: await createExitedPid() });
    // The first check happens before this call returns and would reject a holder that is not about to exit.
    const taken = takeLock(path, mine, { ...quick, retryMs: 0 });
    await holder.kill();
    expect(await taken).toHaveProperty('release');
  });

  it('takes the lock when its file is unreadable and no process holds it', async () => {
    const path = makeLockPath();
    (await hold(path)).release();
    writeFileSync(path, '{"id": "thei');
    expect(readLock(path)).toBeNull();
    await hold(path);
    expect(readLock(path)?.pid).toBe(process.pid);
  });

  it('does not take the lock from another host that updates its heartbeat, regardless of its clock', async () => {
    const path = makeLockPath();
    const theirs = await writeLockOfAnotherHost(path);
    const heartbeat = setInterval(() => updateHeartbeat(path), quick.heartbeatMs);
    onTestFinished(() => clearInterval(heartbeat));
    expect(await takeLock(path, mine, quick)).toEqual({ heldBy: theirs });
  });

  it('takes the lock from another host whose heartbeat has stopped', async () => {
    const path = makeLockPath();
    await writeLockOfAnotherHost(path);
    const startedAt = performance.now();
    await hold(path);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(quick.staleMs);
  });

  it('gives the lock to one of two hosts that find it abandoned at the same time', async () => {
    const path = makeLockPath();
    const theirs = await writeLockOfAnotherHost(path);
    const taken = takeLock(path, mine, { ...quick, heartbeatMs: 300 });
    while (readLock(path)?.id === 'theirs') await new Promise((resolve) => setTimeout(resolve, 5));
    writeFileSync(path, JSON.stringify({ ...theirs, id: 'third' }));
    expect(await taken).toMatchObject({ heldBy: { id: 'third' } });
  });

  it('does not take the lock from a running process of an earlier release', async () => {
    const path = makeLockPath();
    writeLockOfEarlierRelease(path, { pid: process.pid, startedAt: getOwnStart() });
    expect(await findRunningHolder(path)).toMatchObject({ id: 'earlier' });
    expect(await takeLock(path, mine, quick)).toMatchObject({ heldBy: { id: 'earlier' } });
    expect(readLock(path)?.id).toBe('earlier');
  });

  it('does not take the lock from an earlier release in another container whose socket accepts connections', async () => {
    const path = makeLockPath();
    const socketDir = await createListeningSocketDir();
    writeLockOfEarlierRelease(path, { pid: await createExitedPid(), startedAt: getOwnStart(), socketDir });
    expect(await findRunningHolder(path)).toMatchObject({ socketDir });
    expect(await takeLock(path, mine, quick)).toMatchObject({ heldBy: { id: 'earlier' } });
  });

  it('takes the lock immediately from an earlier release whose process has exited', async () => {
    const path = makeLockPath();
    // Another process has reused its id.
    writeLockOfEarlierRelease(path, { pid: process.pid, startedAt: getOwnStart().replace(/\d+$/, '1') });
    expect(await findRunningHolder(path)).toBeNull();
    await hold(path, WITHOUT_WAITING);
    expect(readLock(path)?.pid).toBe(process.pid);
  });

  it('does not take the lock from another host whose socket accepts connections', async () => {
    const path = makeLockPath();
    const theirs = { ...(await writeLockOfAnotherHost(path)), socketDir: await createListeningSocketDir() };
    writeFileSync(path, JSON.stringify(theirs));
    expect(await findRunningHolder(path)).toEqual(theirs);
    expect(await takeLock(path, mine, quick)).toEqual({ heldBy: theirs });
  });

  it('loses the lock, without releasing it, when another process has taken it over', async () => {
    const path = makeLockPath();
    const lock = await hold(path);
    writeFileSync(path, JSON.stringify({ ...readLock(path), id: 'theirs' }));
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(JSON.parse(readFileSync(path, 'utf8')).id).toBe('theirs');
  });

  it('finds no holder without a lock file', async () => {
    expect(readLock(makeLockPath())).toBeNull();
    expect(await findRunningHolder(makeLockPath())).toBeNull();
  });
});
