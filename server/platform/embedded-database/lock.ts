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
  /** Process ids only have a meaning within one PID namespace; `null` where the system has none. */
  pidNamespace: string | null;
  /** The running kernel; `null` where the system does not identify it. */
  bootId: string | null;
  /** The folder of the socket on which the database accepts connections. */
  socketDir: string;
  /** Boot id and start tick of the process. Only earlier releases write it, which do not take the system lock. */
  startedAt?: string | null;
}

/** The file in `socketDir` where PostgreSQL clients look for the socket. */
export const SOCKET_FILE = '.s.PGSQL.5432';

export interface Lock {
  /** False once another process has taken the lock over, or its file is gone: stop writing. */
  isHeld(): boolean;
  release(): void;
}

export interface LockTiming {
  /** The interval at which a holder updates its lock file. */
  heartbeatMs: number;
  /** A lock file of another host that does not change for this long has no holder. */
  staleMs: number;
  /** The longest wait for a holder that is about to exit because its owner is gone. */
  exitMs: number;
  /** `runningHolder` holds the lock for an instant, which must not look like another server. */
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
 * The operating system holds the lock: it is exclusive across containers (whatever their process ids), and it ends with
 * its process, so that a lock never has to be taken from a holder that may only be paused. A file system that is shared
 * between hosts may not pass such locks on. So a lock file left by another kernel counts as held until its heartbeat
 * has stopped, as observed by this process's own monotonic clock. Earlier releases took no system lock and have no
 * heartbeat: their process and their socket show whether they run.
 */
export async function takeLock(
  path: string,
  mine: Pick<LockHolder, 'ownerPid' | 'socketDir'>,
  timing: LockTiming = LOCK_TIMING,
): Promise<Lock | { heldBy: LockHolder | null }> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  accessSync(dirname(path), constants.W_OK);
  const waitsUntil = performance.now() + timing.exitMs;
  const retriesUntil = performance.now() + timing.retryMs;
  let systemLock = trySystemLock(path);
  while (!systemLock) {
    const holder = readLock(path);
    const isExiting = holder === null || isOwnerGone(holder);
    if (performance.now() > (isExiting ? waitsUntil : retriesUntil)) return { heldBy: holder };
    await wait(timing.pollMs);
    systemLock = trySystemLock(path);
  }
  const me: LockHolder = {
    id: randomUUID(),
    pid: process.pid,
    pidNamespace: pidNamespace(),
    bootId: bootId(),
    ...mine,
  };
  const lock = holdLock(path, me, systemLock);
  const previous = readLock(path);
  while (previous !== null && (await isRunningWithoutSystemLock(previous))) {
    if (!isOwnerGone(previous) || performance.now() > waitsUntil) {
      systemLock.close();
      return { heldBy: previous };
    }
    await wait(timing.pollMs);
  }
  const isFromAnotherKernel = previous !== null && previous.bootId !== me.bootId;
  if (isFromAnotherKernel && !(await isAbandoned(path, timing))) {
    systemLock.close();
    return { heldBy: previous };
  }
  writeLock(path, me);
  // Several hosts may find the same lock abandoned: the last one to write it has it, and all the others see that.
  if (isFromAnotherKernel) await wait(timing.heartbeatMs);
  if (!lock.isHeld()) {
    systemLock.close();
    return { heldBy: readLock(path) };
  }
  return lock;
}

/** The holder as the lock file names it, running or not; `null` when there is none or the file is unreadable. */
export function readLock(path: string): LockHolder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
    if (holder.startedAt === undefined) return holder;
    return { ...holder, bootId: holder.startedAt?.split('/')[0] ?? null, pidNamespace: pidNamespace() };
  } catch {
    return null;
  }
}

/** The holder of the lock if its process runs on this kernel, in whichever container. */
export async function runningHolder(path: string): Promise<LockHolder | null> {
  const holder = readLock(path);
  if (holder === null) return null;
  const systemLock = trySystemLock(path);
  systemLock?.close();
  return systemLock === null || (await isRunningWithoutSystemLock(holder)) ? holder : null;
}

/** Shows other hosts that the holder is alive. To be called every `heartbeatMs` while the lock is held. */
export function updateHeartbeat(path: string): void {
  const now = new Date();
  utimesSync(path, now, now);
}

function holdLock(path: string, me: LockHolder, systemLock: DatabaseSync): Lock {
  const isHeld = () => readLock(path)?.id === me.id;
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
 * SQLite's exclusive lock on an empty file of its own: the only way to an operating system's file lock that Node.js has.
 * Returns `null` when another process, or another caller in this one, has it.
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

/** Replaces the file atomically, so that no other process reads a part of it. */
function writeLock(path: string, holder: LockHolder): void {
  const draft = `${path}.new`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  renameSync(draft, path);
}

/**
 * For a holder on which the free system lock is no evidence: one on another kernel or of an earlier release. An open
 * socket shows that it runs, also in another container, where its process id has no meaning.
 */
async function isRunningWithoutSystemLock(holder: LockHolder): Promise<boolean> {
  if (holder.startedAt === undefined && holder.bootId === bootId()) return false;
  return isRunningEarlierRelease(holder) || (await acceptsConnections(join(holder.socketDir, SOCKET_FILE)));
}

function isRunningEarlierRelease({ pid, startedAt }: LockHolder): boolean {
  if (startedAt === undefined || !isAlive(pid)) return false;
  return startedAt === null || startedAt === processStart(pid);
}

/** Boot id and start tick of a process on Linux; `null` where the system does not provide them. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${bootId()}/${fields[START_TICK_FIELD]}`;
  } catch {
    return null;
  }
}

/** Field 22 of proc(5)'s stat, counted from the field after the name of the process. */
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
  const lastChange = modifiedAt(path);
  const staleAt = performance.now() + timing.staleMs;
  while (performance.now() < staleAt) {
    await wait(timing.pollMs);
    const change = modifiedAt(path);
    if (change === null) return true;
    if (change !== lastChange) return false;
  }
  return true;
}

const modifiedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;

function isOwnerGone(holder: LockHolder): boolean {
  if (holder.bootId !== bootId() || holder.pidNamespace !== pidNamespace()) return false;
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

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
