import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDir } from '#tests/support/data-dir.ts';
import { isRunning, type LockHolder, readLock, takeLock } from './lock.ts';

const mine = { ownerPid: process.pid, socketDir: '/tmp/socket' };
const lockPath = () => join(temporaryDir(), 'data', 'database.lock');

/** A process that runs until it is told to end. */
function idleProcess() {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const end = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(() => void child.kill('SIGKILL'));
  return { pid: child.pid as number, end };
}

async function endedProcess(): Promise<number> {
  const { pid, end } = idleProcess();
  await end();
  return pid;
}

function writeLock(path: string, holder: Partial<LockHolder>): void {
  writeFileSync(
    path,
    JSON.stringify({ id: 'theirs', startedAt: null, ...mine, pid: process.pid, ...holder }),
  );
}

/** Takes the lock once and leaves its folder behind. */
async function freeLock(): Promise<string> {
  const path = lockPath();
  const taken = await takeLock(path, mine);
  if ('release' in taken) taken.release();
  return path;
}

describe('the lock of the embedded database', () => {
  it('is taken, names its holder, and is gone when it is released', async () => {
    const path = lockPath();
    const taken = await takeLock(path, mine);
    expect(taken).toHaveProperty('release');
    expect(readLock(path)).toMatchObject({ pid: process.pid, ...mine });
    expect(isRunning(readLock(path) as LockHolder)).toBe(true);
    if ('release' in taken) taken.release();
    expect(existsSync(path)).toBe(false);
  });

  it('is refused while its holder runs, and says who that is', async () => {
    const path = lockPath();
    await takeLock(path, mine);
    const second = await takeLock(path, { ...mine, socketDir: '/tmp/other' });
    expect(second).toEqual({ heldBy: readLock(path) });
    expect(readLock(path)?.socketDir).toBe('/tmp/socket');
  });

  it('goes to exactly one of many who ask at the same moment', async () => {
    const path = lockPath();
    const takers = await Promise.all(Array.from({ length: 8 }, () => takeLock(path, mine)));
    expect(takers.filter((taker) => 'release' in taker).length).toBe(1);
  });

  it('is taken over from a holder that is gone, by exactly one', async () => {
    const path = await freeLock();
    writeLock(path, { pid: await endedProcess() });
    const takers = await Promise.all(Array.from({ length: 8 }, () => takeLock(path, mine)));
    expect(takers.filter((taker) => 'release' in taker).length).toBe(1);
    expect(readLock(path)).toMatchObject({ pid: process.pid });
  });

  it('is taken over when the number of its holder belongs to another process by now', async () => {
    const path = await freeLock();
    writeLock(path, { startedAt: 'another-boot/1' });
    expect(isRunning(readLock(path) as LockHolder)).toBe(false);
    expect(await takeLock(path, mine)).toHaveProperty('release');
    expect(readLock(path)?.id).not.toBe('theirs');
  });

  it('is waited for when its holder is about to end because its owner is gone', async () => {
    const path = await freeLock();
    const holder = idleProcess();
    writeLock(path, { pid: holder.pid, ownerPid: await endedProcess() });
    const taken = takeLock(path, mine);
    await holder.end();
    expect(await taken).toHaveProperty('release');
  });

  it('is taken over when its file was left half written long ago', async () => {
    const path = await freeLock();
    writeFileSync(path, '{"id": "thei');
    utimesSync(path, 0, 0);
    expect(readLock(path)).toBeNull();
    expect(await takeLock(path, mine)).toHaveProperty('release');
  });

  it('is taken over although somebody died while taking it over', async () => {
    const path = await freeLock();
    writeLock(path, { pid: await endedProcess() });
    writeFileSync(`${path}.takeover`, '1');
    utimesSync(`${path}.takeover`, 0, 0);
    expect(await takeLock(path, mine)).toHaveProperty('release');
    expect(existsSync(`${path}.takeover`)).toBe(false);
  });

  it('is not released by one who has lost it', async () => {
    const path = lockPath();
    const taken = await takeLock(path, mine);
    writeLock(path, { id: 'theirs' });
    if ('release' in taken) taken.release();
    expect(JSON.parse(readFileSync(path, 'utf8')).id).toBe('theirs');
  });

  it('is held by nobody where there is none', () => {
    expect(readLock(lockPath())).toBeNull();
  });
});
