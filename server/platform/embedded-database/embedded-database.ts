import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECOND } from '#server/platform/clock.ts';
import type { Logger } from '#server/platform/logger.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import type { ChildMessage, ChildOptions } from './child.ts';
import { isRunning, readLock } from './lock.ts';

export interface EmbeddedDatabase {
  /** The folder to give to a PostgreSQL client as its host. */
  socketDir: string;
  close(): Promise<void>;
}

const PING_INTERVAL_MS = 5 * SECOND;
/** Longer than any sound query takes: after this the process is taken to be stuck (a full disk does that to PGlite). */
const UNRESPONSIVE_MS = 30 * SECOND;
/** A first start takes seconds; this is for a folder on which it would never end. */
const START_TIMEOUT_MS = 60 * SECOND;
const CLOSE_TIMEOUT_MS = 10 * SECOND;
/** Unix socket addresses are limited to about 104 bytes. */
const SOCKET_PATH_MAX = 100;

/**
 * Starts the embedded database of `dataDir` in a process of its own and keeps it running: a process that ends or stops
 * answering is replaced. Throws `StartupError` when another server or command has the database.
 */
export async function startEmbeddedDatabase(dataDir: string, logger: Logger): Promise<EmbeddedDatabase> {
  const options: ChildOptions = {
    databaseDir: join(dataDir, 'database'),
    lockPath: lockPath(dataDir),
    socketDir: socketDirOf(dataDir),
    templatePath: null,
  };
  return supervise(options, dataDir, logger);
}

/** A database in memory that begins as the dumped `templatePath`, for tests; `null` begins empty. */
export function startDatabaseInMemory(
  socketDir: string,
  templatePath: string | null,
  logger: Logger,
): Promise<EmbeddedDatabase> {
  return supervise({ databaseDir: null, lockPath: null, socketDir, templatePath }, 'memory', logger);
}

/** The socket folder of the server that has this data folder's database open; `null` when none has. */
export function runningSocketDir(dataDir: string): string | null {
  const holder = readLock(lockPath(dataDir));
  return holder && isRunning(holder) ? holder.socketDir : null;
}

const lockPath = (dataDir: string) => join(dataDir, 'database.lock');

function socketDirOf(dataDir: string): string {
  const inData = join(dataDir, 'socket');
  if (inData.length + '/.s.PGSQL.5432'.length <= SOCKET_PATH_MAX) return inData;
  return join(tmpdir(), `tezi-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

async function supervise(options: ChildOptions, dataDir: string, logger: Logger): Promise<EmbeddedDatabase> {
  let isClosing = false;
  let child = await startChild(options, dataDir);
  let lastPong = Date.now();
  watch(child);

  const pinger = setInterval(() => {
    if (Date.now() - lastPong > UNRESPONSIVE_MS) {
      logger.error('the embedded database stopped answering; its process is being replaced');
      lastPong = Date.now();
      child.kill('SIGKILL');
    } else if (child.connected) {
      child.send('ping');
    }
  }, PING_INTERVAL_MS);
  pinger.unref();

  function watch(process: ChildProcess): void {
    process.on('message', (message: ChildMessage) => {
      if (message.kind === 'pong') lastPong = Date.now();
    });
    process.once('exit', (code, signal) => {
      if (isClosing) return;
      logger.error({ code, signal }, 'the embedded database ended; starting it again');
      void restart();
    });
  }

  async function restart(): Promise<void> {
    while (!isClosing) {
      try {
        child = await startChild(options, dataDir);
        lastPong = Date.now();
        watch(child);
        return;
      } catch (error) {
        logger.error({ err: error }, 'the embedded database could not be started again; trying once more');
        await new Promise((resolve) => setTimeout(resolve, SECOND));
      }
    }
  }

  return {
    socketDir: options.socketDir,
    async close() {
      isClosing = true;
      clearInterval(pinger);
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
    const fail = (message: string) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.disconnect?.();
      reject(new StartupError(message));
    };
    // Node's watch mode sends messages of its own over the same channel.
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'ready') {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(child);
      } else if (message.kind === 'held') {
        fail(
          `Another Tezi process (number ${message.holder.ownerPid}) has the embedded database in ${dataDir} open. ` +
            'End it first, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.',
        );
      } else if (message.kind === 'failed') {
        fail(`The embedded database in ${dataDir} could not be opened: ${message.reason}`);
      }
    });
    child.once('exit', (code, signal) => {
      fail(`The embedded database in ${dataDir} ended while starting (${signal ?? `exit code ${code}`}).`);
    });
    child.once('error', (error) =>
      fail(`The embedded database's process could not be started: ${error.message}`),
    );
  });
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
  if (child.connected) child.disconnect();
  await ended;
  clearTimeout(killer);
}
