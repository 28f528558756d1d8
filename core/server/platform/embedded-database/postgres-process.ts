import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Duplex, Readable, Writable } from 'node:stream';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { DatabaseHeldError, StartupError } from '#core/server/platform/startup-error.ts';
import type { Binaries } from './binaries.ts';
import {
  getPostgresDir,
  getSocketDir,
  hasEmbeddedDatabase,
  publishNewData,
  type RunUser,
  readLockOwner,
  removeLeftovers,
} from './data-folder.ts';

/** A running PostgreSQL and the script that watches it. */
export interface PostgresProcess {
  /** Resolves when PostgreSQL and everything that it has started have ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stop(): Promise<void>;
}

interface ProcessOptions {
  dataDir: string;
  binaries: Binaries;
  user: RunUser;
  /** Settings of PostgreSQL in place of those below, for tests. */
  settings: Record<string, string>;
  logger: Logger;
}

const SCRIPT = readFileSync(new URL('./supervisor.sh', import.meta.url), 'utf8');
/** Exit codes of the script. */
const HELD = 75;
const NO_FLOCK = 69;
/** Recovery after a crash takes seconds; this limits a start that hangs. */
const START_TIMEOUT_MS = 5 * MINUTE;
/** PostgreSQL writes a checkpoint. A server that stops has nine seconds for everything. */
const STOP_TIMEOUT_MS = 6 * SECOND;
const MAX_LINES = 20;

/** They take precedence over `postgresql.conf`. Nothing replicates, and the server, its jobs and a few clients connect. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  port: '5432',
  ssl: 'off',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '256MB',
  jit: 'off',
  // Segments in memory would be removed when the user logs out of a system with systemd-logind.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  // Not errors of statements, which the server handles; their details contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** Starts PostgreSQL, and creates the database before if there is none. Throws a `StartupError` if it does not start. */
export function startPostgres({
  dataDir,
  binaries,
  user,
  settings,
  logger,
}: ProcessOptions): Promise<PostgresProcess> {
  const all: Record<string, string> = {
    ...SETTINGS,
    unix_socket_directories: `"${getSocketDir(dataDir).replaceAll('"', '""')}"`,
    // One process for each worker would be needed for other methods, which version 17 does not have.
    ...(binaries.majorVersion >= 18 ? { io_method: 'sync' } : {}),
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('sh', ['-s', '--', binaries.dir, String(process.pid), ...options], {
    ...user,
    cwd: getPostgresDir(dataDir),
    // Only what PostgreSQL needs: a client with its superuser can read the environment.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    // In a session of its own, so that Ctrl+C in the terminal reaches only the server, which may still send queries.
    detached: true,
  });
  // The types do not know that `stdio` above requests these pipes.
  const [input, , errors, control] = child.stdio as unknown as [Writable, null, Readable, Duplex];
  // The script may end before it has read everything.
  for (const stream of [input, control]) stream.on('error', () => {});
  input.end(SCRIPT);
  const send = (command: string) => void control.write(`${command}\n`);

  const lines: string[] = [];
  let isStopping = false;
  const ended = waitUntilEnded(child, control);
  const started = new Promise<PostgresProcess>((resolve, reject) => {
    const fail = (failure: string | StartupError, cause?: unknown) => {
      clearTimeout(timer);
      control.destroy();
      reject(typeof failure === 'string' ? new StartupError(failure, { cause }) : failure);
    };
    const timer = setTimeout(
      () =>
        fail(
          `The embedded database in ${dataDir} did not start within ${START_TIMEOUT_MS / MINUTE} minutes.`,
        ),
      START_TIMEOUT_MS,
    );
    createInterface({ input: control }).on('line', (line) => {
      try {
        if (line === 'locked') removeLeftovers(dataDir);
        if (line === 'initialized') publishNewData(dataDir);
        send(hasEmbeddedDatabase(dataDir) ? 'start' : 'initialize');
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error), error);
      }
    });
    createInterface({ input: errors }).on('line', (line) => {
      lines.push(line);
      if (lines.length > MAX_LINES) lines.shift();
      log(logger, line, isStopping);
      if (!line.endsWith('database system is ready to accept connections')) return;
      clearTimeout(timer);
      resolve({
        ended,
        stop: () => {
          isStopping = true;
          return stop(child, ended, { control, send });
        },
      });
    });
    ended.then(
      ({ code, signal }) => fail(describeFailure(dataDir, signal ?? code, lines)),
      (error: Error) => fail(`The embedded database's process could not be started: ${error.message}`, error),
    );
  });
  return started;
}

/** Rejects if the script could not be started. */
function waitUntilEnded(child: ChildProcess, control: Duplex): PostgresProcess['ended'] {
  // The part of the script that watches this process ends when its channel is closed.
  child.once('exit', () => control.destroy());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // Every process of PostgreSQL has inherited the error output.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

async function stop(
  child: ChildProcess,
  ended: PostgresProcess['ended'],
  { control, send }: { control: Duplex; send: (command: string) => void },
): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) send('stop');
  const timer = setTimeout(() => control.destroy(), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

function describeFailure(
  dataDir: string,
  end: NodeJS.Signals | number | null,
  lines: string[],
): string | StartupError {
  if (end === HELD) {
    const owner = readLockOwner(dataDir);
    return new DatabaseHeldError(
      `Another Tezi process${owner === null ? '' : ` (PID ${owner})`} has the embedded database in ${dataDir} open. ` +
        'Stop it first, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.',
    );
  }
  if (end === NO_FLOCK) {
    return (
      'The embedded database needs the program flock, which is part of util-linux. Install it, or set DATABASE_URL to a ' +
      'PostgreSQL server.'
    );
  }
  const problems = lines.filter((line) => !/^(LOG|NOTICE): /.test(line));
  const reason = (problems.length > 0 ? problems : lines).join(' ').trim() || (end ?? 'no exit code');
  return `The embedded database in ${dataDir} could not be opened: ${reason}`;
}

/** Messages about lost sessions and unclean ends, which have the level LOG. */
const UNUSUAL = /terminated by signal|not properly shut down|could not|No space left/;

/** Connections that are still open when the database is asked to stop end with a message of the level FATAL. */
function log(logger: Logger, line: string, isStopping: boolean): void {
  const [, level = 'LOG', message = line] = /^([A-Z]+): +(.*)$/.exec(line) ?? [];
  const fields = { message };
  if (level === 'PANIC') logger.error(fields, 'message of the embedded database');
  else if ((level === 'FATAL' && !isStopping) || UNUSUAL.test(message))
    logger.warn(fields, 'message of the embedded database');
  else logger.debug(fields, 'message of the embedded database');
}
