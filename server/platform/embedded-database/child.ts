/**
 * The embedded database's own process: PGlite behind a Unix socket that speaks the PostgreSQL protocol. A slow query or
 * a full disk stalls this process, never the server. Started by `embedded-database.ts`; talks to it over IPC.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { type LockHolder, takeLock } from './lock.ts';
import { keepExchangesWhole } from './whole-exchanges.ts';

/** What the owner asks for, in the process's first argument as JSON. */
export interface ChildOptions {
  /** The folder of the database; `null` keeps it in memory. */
  databaseDir: string | null;
  lockPath: string | null;
  socketDir: string;
  /** A dumped database to begin with, for tests. */
  templatePath: string | null;
}

/** What the process tells its owner. */
export type ChildMessage =
  | { kind: 'ready' }
  | { kind: 'held'; holder: LockHolder }
  | { kind: 'failed'; reason: string }
  | { kind: 'pong' };

const MAX_CONNECTIONS = 100;

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;

// Control-C in the terminal reaches this process too; it ends when its owner does, after the owner's last query.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const running = start();
process.on('message', (message) => {
  if (message === 'ping') tell({ kind: 'pong' });
});
process.on('disconnect', () => void stop());

async function start(): Promise<{
  database: PGlite;
  server: PGLiteSocketServer;
  release: () => void;
} | null> {
  try {
    const lock = options.lockPath
      ? await takeLock(options.lockPath, { ownerPid: process.ppid, socketDir: options.socketDir })
      : { release: () => {} };
    if ('heldBy' in lock) {
      tell({ kind: 'held', holder: lock.heldBy });
      return null;
    }
    const database = await openDatabase();
    const path = join(options.socketDir, '.s.PGSQL.5432');
    mkdirSync(options.socketDir, { recursive: true, mode: 0o700 });
    rmSync(path, { force: true });
    const server = new PGLiteSocketServer({
      // The owner starts a new process in place of this one.
      db: keepExchangesWhole(database, () => process.exit(1)),
      path,
      maxConnections: MAX_CONNECTIONS,
    });
    await server.start();
    tell({ kind: 'ready' });
    return { database, server, release: lock.release };
  } catch (error) {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

function openDatabase(): Promise<PGlite> {
  const template = options.templatePath
    ? { loadDataDir: new Blob([readFileSync(options.templatePath)]) }
    : {};
  return PGlite.create({ ...(options.databaseDir ? { dataDir: options.databaseDir } : {}), ...template });
}

async function stop(): Promise<void> {
  const parts = await running;
  if (parts) {
    await parts.server.stop();
    await parts.database.close();
    parts.release();
  }
  process.exit(0);
}

function tell(message: ChildMessage): void {
  // The owner may be gone by now; then there is nobody to tell.
  if (process.connected) process.send?.(message, () => {});
}
