import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECOND } from '#server/platform/clock.ts';
import type { Logger } from '#server/platform/logger.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import type { ChildMessage, ChildOptions } from './child.ts';
import { findRunningHolder, LOCK_TIMING, SOCKET_FILE, updateHeartbeat } from './lock.ts';

export interface EmbeddedDatabase {
  /** The folder to give to `connectDatabase`. */
  socketDir: string;
  /** Runs `work`, such as a migration, whose statements may take minutes without the process being replaced. */
  allowLongStatements<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const PING_INTERVAL_MS = 5 * SECOND;
/**
 * Six pings take longer than any reasonable query: without a response the process is stuck, as PGlite is on a full
 * disk. Pings are counted instead of timed, because a paused server sends none.
 */
const MAX_UNANSWERED_PINGS = 6;
/** Ten minutes, because killing the process during a long statement of a migration would only repeat the statement. */
const MAX_UNANSWERED_PINGS_IN_LONG_STATEMENTS = 120;
/** A first start takes seconds; this limits a start that hangs. */
const START_TIMEOUT_MS = 60 * SECOND;
const CLOSE_TIMEOUT_MS = 10 * SECOND;
const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 2 * SECOND;
/** All other connections wait for an open transaction, so an idle one is ended. */
const IDLE_TRANSACTION_MS = 10 * SECOND;
/** Long enough for pg_dump of a small database, during which the server's queries wait. */
const MAX_TRANSACTION_MS = 60 * SECOND;
/** Recovery after a crash reads this much in about half a second. */
const MAX_WAL_BYTES = 32 * 1024 * 1024;
/** The paths of Unix sockets are limited to about 104 bytes. */
const SOCKET_PATH_MAX = 100;
/** The server's own connections use a separate socket, in a subfolder of the folder with the clients' socket. */
const SERVER_SOCKET_DIR = 'server';

const DEFAULT_LIMITS = {
  idleTransactionMs: IDLE_TRANSACTION_MS,
  maxTransactionMs: MAX_TRANSACTION_MS,
  maxWalBytes: MAX_WAL_BYTES,
};

/** Lower limits for tests. */
type Limits = Partial<Pick<ChildOptions, keyof typeof DEFAULT_LIMITS>>;

/**
 * Starts the embedded database of `dataDir` in a separate process, and restarts it if it exits or stops responding.
 * PostgreSQL clients find it at `socket` in `dataDir`. Throws a `StartupError` if another server or command has the
 * database open.
 */
export function startEmbeddedDatabase(
  dataDir: string,
  logger: Logger,
  limits: Limits = {},
): Promise<EmbeddedDatabase> {
  const options: ChildOptions = {
    databaseDir: getDatabaseDir(dataDir),
    lockPath: getLockPath(dataDir),
    ...getSocketPaths(getClientSocketDir(dataDir)),
    templatePath: null,
    ...DEFAULT_LIMITS,
    ...limits,
  };
  return supervise(options, dataDir, logger);
}

/** Starts a database in memory for tests, from the dump at `templatePath` or empty. */
export function startDatabaseInMemory(
  socketDir: string,
  templatePath: string | null,
  logger: Logger,
  limits: Limits = {},
): Promise<EmbeddedDatabase> {
  const options: ChildOptions = {
    databaseDir: null,
    lockPath: null,
    ...getSocketPaths(socketDir),
    templatePath,
    ...DEFAULT_LIMITS,
    ...limits,
  };
  return supervise(options, 'memory', logger);
}

/** Returns the socket folder of the server that has this data folder's database open; `null` if there is none. */
export async function findRunningSocketDir(dataDir: string): Promise<string | null> {
  const holder = await findRunningHolder(getLockPath(dataDir));
  if (!holder) return null;
  // Earlier releases have no separate socket for the server.
  if (holder.startedAt !== undefined) return holder.socketDir;
  // Another container may have mounted the folder at another path.
  const { socketDir, socketPaths } = getSocketPaths(getClientSocketDir(dataDir));
  return existsSync(socketPaths.server) ? socketDir : holder.socketDir;
}

/** Returns the folder of the database's files. */
export const getDatabaseDir = (dataDir: string): string => join(dataDir, 'database');

const getLockPath = (dataDir: string) => join(dataDir, 'database.lock');

function getClientSocketDir(dataDir: string): string {
  const inData = join(dataDir, 'socket');
  if (join(inData, SERVER_SOCKET_DIR, SOCKET_FILE).length <= SOCKET_PATH_MAX) return inData;
  return join(tmpdir(), `tezi-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/** `clientDir` is the folder in which psql and pg_dump look for the socket. */
function getSocketPaths(clientDir: string): Pick<ChildOptions, 'socketDir' | 'socketPaths'> {
  const socketDir = join(clientDir, SERVER_SOCKET_DIR);
  return {
    socketDir,
    socketPaths: { server: join(socketDir, SOCKET_FILE), external: join(clientDir, SOCKET_FILE) },
  };
}

async function supervise(options: ChildOptions, dataDir: string, logger: Logger): Promise<EmbeddedDatabase> {
  let isClosing = false;
  let unansweredPings = 0;
  let maxUnansweredPings = MAX_UNANSWERED_PINGS;
  let child = await startChild(options, dataDir);
  let restarted = Promise.resolve();
  watch(child);

  const pinger = setInterval(() => {
    if (unansweredPings >= maxUnansweredPings) {
      logger.error('the embedded database stopped responding; its process is being replaced');
      unansweredPings = 0;
      child.kill('SIGKILL');
    } else if (child.connected) {
      unansweredPings += 1;
      // Without a callback a failure would be an error event; a process that exits reports that in another event.
      child.send('ping', () => {});
    }
  }, PING_INTERVAL_MS);
  pinger.unref();

  function watch(process: ChildProcess): void {
    unansweredPings = 0;
    process.on('message', (message: ChildMessage) => {
      if (message.kind === 'pong') unansweredPings = 0;
    });
    process.on('error', (error) => {
      logger.error({ err: error }, 'communication with the embedded database process failed');
    });
    process.once('exit', (code, signal) => {
      if (isClosing) return;
      logger.error({ code, signal }, 'the embedded database process exited; restarting it');
      restarted = restart();
    });
  }

  async function restart(): Promise<void> {
    for (let delayMs = FIRST_RETRY_MS; !isClosing; delayMs = Math.min(delayMs * 2, MAX_RETRY_MS)) {
      try {
        child = await startChild(options, dataDir);
        watch(child);
        return;
      } catch (error) {
        logger.error({ err: error }, 'restarting the embedded database failed; retrying');
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }

  return {
    socketDir: options.socketDir,
    async allowLongStatements(work) {
      maxUnansweredPings = MAX_UNANSWERED_PINGS_IN_LONG_STATEMENTS;
      try {
        return await work();
      } finally {
        maxUnansweredPings = MAX_UNANSWERED_PINGS;
        unansweredPings = 0;
      }
    },
    async close() {
      isClosing = true;
      clearInterval(pinger);
      await restarted;
      await endChild(child);
    },
  };
}

function startChild(options: ChildOptions, dataDir: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`The embedded database in ${dataDir} did not start within ${START_TIMEOUT_MS / SECOND} seconds.`);
    }, START_TIMEOUT_MS);
    const settle = () => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    const fail = (message: string) => {
      settle();
      if (child.connected) child.disconnect();
      reject(new StartupError(message));
    };
    // Node's watch mode sends messages of its own over the same channel.
    const onMessage = (message: ChildMessage) => {
      if (message.kind === 'locked' && options.lockPath) startHeartbeat(options.lockPath, child);
      if (message.kind === 'ready') {
        settle();
        resolve(child);
      } else if (message.kind === 'held') {
        const holder = message.holder
          ? `Another Tezi process (PID ${message.holder.ownerPid})`
          : 'Another Tezi process';
        fail(
          `${holder} has the embedded database in ${dataDir} open. ` +
            'Stop it first, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.',
        );
      } else if (message.kind === 'failed') {
        fail(`The embedded database in ${dataDir} could not be opened: ${message.reason}`);
      }
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      fail(`The embedded database in ${dataDir} exited during its start (${signal ?? `exit code ${code}`}).`);
    const onError = (error: Error) =>
      fail(`The embedded database's process could not be started: ${error.message}`);
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
  });
}

/** Updates the heartbeat from this process: a long query would block it in the database's process. */
function startHeartbeat(path: string, child: ChildProcess): void {
  const timer = setInterval(() => {
    try {
      updateHeartbeat(path);
    } catch {
      // The file was removed: the database's process notices and exits.
    }
  }, LOCK_TIMING.heartbeatMs);
  timer.unref();
  child.once('exit', () => clearInterval(timer));
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
  if (child.connected) child.disconnect();
  await ended;
  clearTimeout(killer);
}
