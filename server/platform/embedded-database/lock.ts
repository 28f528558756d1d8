import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '#server/platform/clock.ts';

/** Who holds the embedded database. */
export interface LockHolder {
  /** Distinguishes this holding from every other. */
  id: string;
  pid: number;
  /** The server or command that the database's process belongs to. */
  ownerPid: number;
  /** When the process started, as the system counts it: a process number alone may have been given to another since. */
  startedAt: string | null;
  /** The folder of the socket on which the database answers. */
  socketDir: string;
}

const OWNER_GONE_WAIT_MS = 10 * SECOND;
const TAKEOVER_STALE_MS = 10 * SECOND;

/**
 * Takes the lock file, or says who holds it. A lock whose holder is gone is taken over; a holder whose owner is gone is
 * about to end and is waited for.
 */
export async function takeLock(
  path: string,
  mine: Pick<LockHolder, 'ownerPid' | 'socketDir'>,
): Promise<{ release: () => void } | { heldBy: LockHolder }> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const me: LockHolder = {
    id: randomUUID(),
    pid: process.pid,
    startedAt: processStart(process.pid),
    ...mine,
  };
  const deadline = Date.now() + OWNER_GONE_WAIT_MS;
  for (;;) {
    if (tryCreate(path, JSON.stringify(me))) return { release: () => releaseLock(path, me.id) };
    const holder = readLock(path);
    if (holder && isRunning(holder)) {
      if (isAlive(holder.ownerPid) || Date.now() > deadline) return { heldBy: holder };
    } else {
      removeStale(path, holder);
    }
    await wait(50);
  }
}

/** The holder of the lock as the file names it, running or not; `null` when there is none or it cannot be read. */
export function readLock(path: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
  } catch {
    return null;
  }
}

export function isRunning(holder: LockHolder): boolean {
  return isAlive(holder.pid) && (holder.startedAt === null || processStart(holder.pid) === holder.startedAt);
}

function tryCreate(path: string, content: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  writeSync(file, content);
  closeSync(file);
  return true;
}

function releaseLock(path: string, id: string): void {
  if (readLock(path)?.id === id) rmSync(path, { force: true });
}

/** Removes a dead holder's file, one process at a time, and only if it is still the file that was found stale. */
function removeStale(path: string, stale: LockHolder | null): void {
  // A file that cannot be read may just be in the middle of being written.
  if (stale === null && ageMs(path) < SECOND) return;
  const guard = `${path}.takeover`;
  if (!tryCreate(guard, String(process.pid))) {
    if (ageMs(guard) > TAKEOVER_STALE_MS) rmSync(guard, { force: true });
    return;
  }
  try {
    if ((readLock(path)?.id ?? null) === (stale?.id ?? null)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function ageMs(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Boot and start tick of a process on Linux; `null` where the system does not say. */
function processStart(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot}/${afterName[START_TICK_FIELD]}`;
  } catch {
    return null;
  }
}

/** Field 22 of proc(5)'s stat, counted from the field after the process's name. */
const START_TICK_FIELD = 19;
