import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '#server/platform/clock.ts';

/** The process that has the embedded database open, as its lock file describes it. */
export interface LockHolder {
  /** Unique per acquisition. */
  id: string;
  pid: number;
  /** The server or command that started the database process. */
  ownerPid: number;
  /** Process ids are only valid within one PID namespace; `null` if the system has none. */
  pidNamespace: string | null;
  /** The boot of the kernel; `null` if the system does not identify it. */
  bootId: string | null;
  /** The folder of the socket on which the database accepts connections. */
  socketDir: string;
  /** Boot id and start tick of the process. Only written by earlier releases, which do not take the system lock. */
  startedAt?: string | null;
}

/** The file in `socketDir` where PostgreSQL clients look for the socket. */
export const SOCKET_FILE = '.s.PGSQL.5432';

export interface Lock {
  /** Returns false once another process has taken the lock over or its file is gone; the holder must then stop writing. */
  isHeld(): boolean;
  release(): void;
}

export interface LockTiming {
  /** The interval at which a holder updates its lock file. */
  heartbeatMs: number;
  /** A lock file of another host that does not change for this long is abandoned. */
  staleMs: number;
  /** The longest wait for a holder that is about to exit because its owner has exited. */
  exitMs: number;
  /** `findRunningHolder` holds the lock briefly, which must not look like another server. */
  retryMs: number;
  pollMs: number;
}

export const LOCK_TIMING: LockTiming = {
  heartbeatMs: 2 * SECOND,
  staleMs: 10 * SECOND,
  exitMs: 10 * SECOND,
  retryMs: SECOND / 2,
  pollMs: 50,
};

/**
 * Takes the lock, or returns its holder.
 *
 * It is a lock of the operating system, which is exclusive across containers (regardless of process ids) and ends with its
 * process, so that it never has to be taken from a holder that may only be paused. A file system that is shared between
 * hosts may not propagate such locks. A lock file from another kernel therefore counts as held until its heartbeat has
 * stopped, measured with this process's monotonic clock. Earlier releases took no system lock and have no heartbeat: their
 * process and their socket show whether they run.
 */
export async function takeLock(
  path: string,
  holder: Pick<LockHolder, 'ownerPid' | 'socketDir'>,
  timing: LockTiming = LOCK_TIMING,
): Promise<Lock | { heldBy: LockHolder | null }> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  accessSync(dirname(path), constants.W_OK);
  const waitsUntil = performance.now() + timing.exitMs;
  const retriesUntil = performance.now() + timing.retryMs;
  let systemLock = trySystemLock(path);
  while (!systemLock) {
    const current = readLock(path);
    const isExiting = current === null || isOwnerGone(current);
    if (performance.now() > (isExiting ? waitsUntil : retriesUntil)) return { heldBy: current };
    await wait(timing.pollMs);
    systemLock = trySystemLock(path);
  }
  const self: LockHolder = {
    id: randomUUID(),
    pid: process.pid,
    pidNamespace: readPidNamespace(),
    bootId: getBootId(),
    ...holder,
  };
  const lock = holdLock(path, self, systemLock);
  const previous = readLock(path);
  while (previous !== null && (await isRunningWithoutSystemLock(previous))) {
    if (!isOwnerGone(previous) || performance.now() > waitsUntil) {
      systemLock.close();
      return { heldBy: previous };
    }
    await wait(timing.pollMs);
  }
  const isFromAnotherKernel = previous !== null && previous.bootId !== self.bootId;
  if (isFromAnotherKernel && !(await isAbandoned(path, timing))) {
    systemLock.close();
    return { heldBy: previous };
  }
  writeLock(path, self);
  // Several hosts may find the same lock abandoned: the last one to write the file holds it, and the others notice that.
  if (isFromAnotherKernel) await wait(timing.heartbeatMs);
  if (!lock.isHeld()) {
    systemLock.close();
    return { heldBy: readLock(path) };
  }
  return lock;
}

/** Returns the holder in the lock file, running or not; `null` if there is none or the file is unreadable. */
export function readLock(path: string): LockHolder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
    if (holder.startedAt === undefined) return holder;
    return { ...holder, bootId: holder.startedAt?.split('/')[0] ?? null, pidNamespace: readPidNamespace() };
  } catch {
    return null;
  }
}

/** Returns the holder of the lock if its process runs on this kernel, in any container. */
export async function findRunningHolder(path: string): Promise<LockHolder | null> {
  const holder = readLock(path);
  if (holder === null) return null;
  const systemLock = trySystemLock(path);
  systemLock?.close();
  return systemLock === null || (await isRunningWithoutSystemLock(holder)) ? holder : null;
}

/** Shows other hosts that the holder is alive. Call it every `heartbeatMs` while the lock is held. */
export function updateHeartbeat(path: string): void {
  const now = new Date();
  utimesSync(path, now, now);
}

function holdLock(path: string, self: LockHolder, systemLock: DatabaseSync): Lock {
  const isHeld = () => readLock(path)?.id === self.id;
  return {
    isHeld,
    release() {
      if (!systemLock.isOpen) return;
      if (isHeld()) rmSync(path, { force: true });
      systemLock.close();
    },
  };
}

/**
 * Takes SQLite's exclusive lock on a separate empty file, the only file lock of the operating system that Node.js offers.
 * Returns `null` if another process, or another caller in this one, has it.
 */
function trySystemLock(path: string): DatabaseSync | null {
  const file = new DatabaseSync(`${path}.sqlite`);
  try {
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

const SQLITE_BUSY = 5;

/** Replaces the file atomically, so that no other process reads a partial file. */
function writeLock(path: string, holder: LockHolder): void {
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  renameSync(draft, path);
}

/**
 * Detects holders that a free system lock does not rule out: on another kernel or of an earlier release. An open socket
 * shows that the holder runs, also in another container, where its process id is not valid.
 */
async function isRunningWithoutSystemLock(holder: LockHolder): Promise<boolean> {
  if (holder.startedAt === undefined && holder.bootId === getBootId()) return false;
  return isRunningEarlierRelease(holder) || (await acceptsConnections(join(holder.socketDir, SOCKET_FILE)));
}

function isRunningEarlierRelease({ pid, startedAt }: LockHolder): boolean {
  if (startedAt === undefined || !isAlive(pid)) return false;
  return startedAt === null || startedAt === readProcessStart(pid);
}

/** Returns boot id and start tick of a process on Linux; `null` if the system does not provide them. */
function readProcessStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${getBootId()}/${fields[START_TICK_FIELD]}`;
  } catch {
    return null;
  }
}

/** Field 22 of stat in proc(5), counted from the field after the process name. */
const START_TICK_FIELD = 19;

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // EAGAIN: a process listens, and its backlog is full.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EAGAIN'));
  });
}

async function isAbandoned(path: string, timing: LockTiming): Promise<boolean> {
  const lastChange = getModifiedAt(path);
  const staleAt = performance.now() + timing.staleMs;
  while (performance.now() < staleAt) {
    await wait(timing.pollMs);
    const change = getModifiedAt(path);
    if (change === null) return true;
    if (change !== lastChange) return false;
  }
  return true;
}

const getModifiedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;

function isOwnerGone(holder: LockHolder): boolean {
  if (holder.bootId !== getBootId() || holder.pidNamespace !== readPidNamespace()) return false;
  return !isAlive(holder.ownerPid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function getBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

function readPidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
