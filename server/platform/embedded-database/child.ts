/**
 * The process of the embedded database: PGlite behind Unix sockets that speak the PostgreSQL protocol. A slow query or a
 * full disk stalls this process, never the server. `embedded-database.ts` starts it and communicates with it over IPC.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type Lock, type LockHolder, takeLock } from './lock.ts';
import { type SharedSession, shareSession } from './shared-session.ts';

/** The owner's options, in the process's first argument as JSON. */
export interface ChildOptions {
  /** The folder of the database; `null` for a database in memory. */
  databaseDir: string | null;
  lockPath: string | null;
  /** The folder in which PostgreSQL clients look for the socket. */
  socketDir: string;
  /** The socket of the server's own connections, and that of all other clients. */
  socketPaths: { server: string; external: string };
  /** A database dump to start from, for tests. */
  templatePath: string | null;
  idleTransactionMs: number;
  maxTransactionMs: number;
  maxWalBytes: number;
}

/** A message from the process to its owner. */
export type ChildMessage =
  | { kind: 'locked' }
  | { kind: 'ready' }
  | { kind: 'held'; holder: LockHolder | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'pong' };

const MAX_CONNECTIONS = 100;
/** The interval at which the process checks its lock, its sockets and its write-ahead log. */
const CHECK_INTERVAL_MS = 1000;
/** The minimum interval between two reads of the lock file, regardless of the number of queries. */
const LOCK_CHECK_MS = 100;

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;

// Ctrl+C in the terminal reaches this process too. It must exit only after its owner, which may still send queries.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const running = start();
process.on('message', (message) => {
  if (message === 'ping') report({ kind: 'pong' });
});
process.on('disconnect', () => void stop());

async function start(): Promise<{
  database: PGlite;
  session: SharedSession;
  listeners: Listener[];
  lock: Lock | null;
} | null> {
  try {
    const lock = options.lockPath
      ? await takeLock(options.lockPath, { ownerPid: process.ppid, socketDir: options.socketDir })
      : null;
    if (lock && 'heldBy' in lock) {
      report({ kind: 'held', holder: lock.heldBy });
      return null;
    }
    report({ kind: 'locked' });
    const database = await openDatabase();
    const checkLock = lock ? createLockCheck(lock) : () => {};
    const session = await shareSession(database, {
      idleTransactionMs: options.idleTransactionMs,
      maxTransactionMs: options.maxTransactionMs,
      maxWalBytes: options.maxWalBytes,
      beforeMessage: checkLock,
      // The owner starts a new process in place of this one.
      onBroken: () => process.exit(1),
    });
    const listeners = await Promise.all(
      (['server', 'external'] as const).map((client) =>
        listenOn(options.socketPaths[client], client, session),
      ),
    );
    setInterval(() => {
      checkLock();
      for (const listener of listeners) listener.restore();
      session.checkpointIfNeeded();
    }, CHECK_INTERVAL_MS).unref();
    report({ kind: 'ready' });
    return { database, session, listeners, lock };
  } catch (error) {
    report({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

function openDatabase(): Promise<PGlite> {
  const template = options.templatePath
    ? { loadDataDir: new Blob([readFileSync(options.templatePath)]) }
    : {};
  return PGlite.create({
    extensions: { pg_trgm },
    ...(options.databaseDir ? { dataDir: options.databaseDir } : {}),
    ...template,
  });
}

/**
 * Returns a function that exits the process if it has lost its lock, so that it does not write to a database that another
 * process has opened, such as after a pause during which another host took the lock over.
 */
function createLockCheck(lock: Lock): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return () => {
    // The wall clock, because the monotonic clock may not advance while a machine is suspended.
    if (Math.abs(Date.now() - checkedAt) < LOCK_CHECK_MS) return;
    if (!lock.isHeld()) process.exit(1);
    checkedAt = Date.now();
  };
}

interface Listener {
  /** Listens again if the socket's file was removed, for example by a cleanup of temporary folders. */
  restore(): void;
  close(): void;
}

async function listenOn(
  path: string,
  client: 'server' | 'external',
  session: SharedSession,
): Promise<Listener> {
  const listen = async (): Promise<Server> => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(path, { force: true });
    const server = createServer((socket) => session.accept(socket, client));
    server.maxConnections = MAX_CONNECTIONS;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    return server;
  };
  let server = await listen();
  let isRestoring = false;
  return {
    restore() {
      if (isRestoring || existsSync(path)) return;
      isRestoring = true;
      server.close();
      listen()
        .then((restored) => {
          server = restored;
        })
        .catch(() => {})
        .finally(() => {
          isRestoring = false;
        });
    },
    close: () => void server.close(),
  };
}

async function stop(): Promise<void> {
  const parts = await running;
  if (parts) {
    for (const listener of parts.listeners) listener.close();
    await parts.session.close();
    await parts.database.close();
    parts.lock?.release();
  }
  process.exit(0);
}

function report(message: ChildMessage): void {
  // The owner may already have exited.
  if (process.connected) process.send?.(message, () => {});
}
