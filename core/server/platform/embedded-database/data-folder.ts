import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '#core/server/platform/startup-error.ts';

/** The user as which PostgreSQL runs; `null` for the user of this process. */
export type RunUser = { uid: number; gid: number } | null;

const SOCKET_FILE = '.s.PGSQL.5432';
/** The maximum length of a Unix socket's path, in bytes: 108 with a terminating zero on Linux, 104 on macOS. */
const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;
/** The user that Linux distributions reserve for processes without rights. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
/** The last commit whose embedded database was PGlite. */
const LAST_PGLITE_COMMIT = '960b4831';

/** `lock`, and `data` or, until it is complete, `data.new`. */
export const getPostgresDir = (dataDir: string): string => join(dataDir, 'postgresql');

/** Returns true if the folder contains an embedded database. */
export const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(getPostgresDir(dataDir), 'data'));

/** Returns the folder in which clients such as psql find the socket. */
export function getSocketDir(dataDir: string): string {
  const inData = join(dataDir, 'socket');
  if (Buffer.byteLength(join(inData, SOCKET_FILE)) <= MAX_SOCKET_PATH) return inData;
  const short = join(tmpdir(), `tezi-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
  if (Buffer.byteLength(join(short, SOCKET_FILE)) <= MAX_SOCKET_PATH) return short;
  throw new StartupError(
    `The paths of DATA_DIR (${dataDir}) and of the temporary folder (${tmpdir()}) are too long for the socket of the embedded ` +
      'database. Set DATA_DIR to a folder with a shorter path.',
  );
}

export const getSocketPath = (dataDir: string): string => join(getSocketDir(dataDir), SOCKET_FILE);

/**
 * Throws a `StartupError` with instructions if `dataDir` contains a database of PGlite or of another major version of
 * PostgreSQL. Changes nothing.
 */
export function checkExistingData(dataDir: string, majorVersion: number): void {
  const data = join(getPostgresDir(dataDir), 'data');
  if (!existsSync(data)) {
    if (existsSync(join(dataDir, 'database', 'PG_VERSION')))
      throw new StartupError(describePgliteMove(dataDir));
    return;
  }
  const version = readIfExists(join(data, 'PG_VERSION'))?.trim();
  if (version === undefined) {
    throw new StartupError(
      `${data} is not a database of PostgreSQL: it has no file PG_VERSION. Move it away, and restore a backup if it was one.`,
    );
  }
  if (Number(version) !== majorVersion) {
    throw new StartupError(
      `The embedded database in ${dataDir} was created by PostgreSQL ${version}, and this is version ${majorVersion}. Nothing was ` +
        'changed. To move the data:\n' +
        `  1. POSTGRES_BIN_DIR=/usr/lib/postgresql/${version}/bin npm run tezi -- backup tezi.backup\n` +
        `     (the programs of PostgreSQL ${version}, or the version of Tezi that created it)\n` +
        `  2. mv '${getPostgresDir(dataDir)}' '${getPostgresDir(dataDir)}-${version}'\n` +
        '  3. npm run tezi -- restore tezi.backup',
    );
  }
}

function describePgliteMove(dataDir: string): string {
  const old = join(dataDir, 'database');
  return (
    `The embedded database in ${dataDir} is of an earlier version of Tezi, which used PGlite. Nothing was changed. To move ` +
    'the data, in a copy of the repository with that version:\n' +
    `  1. git checkout ${LAST_PGLITE_COMMIT} && npm ci\n` +
    `  2. DATA_DIR='${dataDir}' npm run tezi -- backup /tmp/tezi.backup\n` +
    'and then with this version:\n' +
    `  3. mv '${old}' '${old}.pglite'\n` +
    `  4. DATA_DIR='${dataDir}' npm run tezi -- restore /tmp/tezi.backup`
  );
}

/**
 * Creates the folders of the database and its socket, and returns the user as which PostgreSQL runs, because it does not run
 * as root: then it is the owner of `dataDir`, or else an unprivileged user. Throws a `StartupError` that names what that user cannot reach.
 */
export function prepareFolders(dataDir: string, binDir: string): RunUser {
  const postgresDir = getPostgresDir(dataDir);
  const socketDir = getSocketDir(dataDir);
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const user = isRoot() ? getOwner(existsSync(postgresDir) ? postgresDir : dataDir) : null;
  if (user) allowEntry(dataDir, user);
  for (const dir of [postgresDir, socketDir]) {
    try {
      mkdirSync(dir, { mode: 0o700 });
      if (user) lchownSync(dir, user.uid, user.gid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotUse(dir, error);
    }
  }
  if (user) takeOver(socketDir, user);
  checkOwner(socketDir, user?.uid ?? process.getuid?.() ?? 0);
  if (user) checkReachable([postgresDir, socketDir, join(binDir, 'postgres')], user);
  return user;
}

const isRoot = () => process.getuid?.() === 0;

function getOwner(dir: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(dir);
  return uid === 0 ? UNPRIVILEGED : { uid, gid };
}

/** Lets PostgreSQL's user pass through a folder of root to its own one, without a view of what else is in it. */
function allowEntry(dataDir: string, { uid, gid }: NonNullable<RunUser>): void {
  const state = statSync(dataDir);
  if (state.uid === uid || (state.mode & 0o001) !== 0) return;
  chownSync(dataDir, state.uid, gid);
  chmodSync(dataDir, (state.mode & 0o7777) | 0o010);
}

/** A server with PGlite that ran as root left a folder of root with the same name. */
function takeOver(socketDir: string, { uid, gid }: NonNullable<RunUser>): void {
  const state = lstatSync(socketDir);
  // The owner of `dataDir` could replace the folder by a link, which must not be followed.
  if (state.isDirectory() && state.uid === 0) lchownSync(socketDir, uid, gid);
}

/** In a shared temporary folder another user could have created it first, to receive this server's connections. */
function checkOwner(socketDir: string, uid: number): void {
  const state = lstatSync(socketDir);
  if (state.isDirectory() && state.uid === uid && (state.mode & 0o022) === 0) return;
  throw new StartupError(
    `The folder ${socketDir}, for the socket of the embedded database, must belong to the user ID ${uid} alone. Remove it, or ` +
      'set DATA_DIR to another folder.',
  );
}

/** Asks the operating system as that user, because access control lists may allow more or less than the mode of a folder. */
function checkReachable(paths: string[], user: NonNullable<RunUser>): void {
  const folders = [...new Set(paths.flatMap((path) => [...listAncestors(path), path]))];
  const { stdout, error } = spawnSync(
    'sh',
    ['-c', 'for path; do [ -x "$path" ] || echo "$path"; done', 'sh', ...folders],
    {
      ...user,
      cwd: '/',
      encoding: 'utf8',
    },
  );
  if (error) {
    throw new StartupError(
      `PostgreSQL does not run as root, and the embedded database could not be started as user ID ${user.uid}: ${error.message}. ` +
        'Start the server as an ordinary user.',
      { cause: error },
    );
  }
  const [unreachable] = stdout.split('\n').filter(Boolean);
  if (unreachable === undefined) return;
  throw new StartupError(
    `PostgreSQL does not run as root. The embedded database runs as user ID ${user.uid}, which has no access to ${unreachable}. ` +
      `Start the server as an ordinary user, or allow access (\`chmod o+x '${unreachable}'\`), or set DATA_DIR, and POSTGRES_BIN_DIR ` +
      'for the programs, to folders that every user can reach, or DATABASE_URL to a PostgreSQL server.',
  );
}

function listAncestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...listAncestors(parent), parent];
}

/**
 * Removes what killed processes have left, while the lock shows that none of them runs: a new database that is incomplete, and
 * PID files whose number another process may have by now, which PostgreSQL would take for a running server. Throws a
 * `StartupError` if they name a PostgreSQL that someone has started without the lock.
 */
export function removeLeftovers(dataDir: string): void {
  rmSync(join(getPostgresDir(dataDir), 'data.new'), { recursive: true, force: true });
  // Elsewhere there is neither the lock nor a way to verify what the files name.
  if (process.platform !== 'linux') return;
  const data = join(getPostgresDir(dataDir), 'data');
  const pidFile = join(data, 'postmaster.pid');
  const pid = Number(readIfExists(pidFile)?.split('\n')[0]);
  if (pid > 0 && isRunningIn(pid, data)) {
    throw new StartupError(
      `Another PostgreSQL (PID ${pid}) runs on the embedded database in ${dataDir}. Stop it first, for example with ` +
        `\`kill ${pid}\`.`,
    );
  }
  for (const path of [pidFile, getSocketPath(dataDir), `${getSocketPath(dataDir)}.lock`])
    rmSync(path, { force: true });
}

function isRunningIn(pid: number, dir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dir);
  } catch {
    // The process has ended, belongs to another user, or the system has no `/proc`.
    return false;
  }
}

/** Gives the new database its name, now that it is complete. */
export function publishNewData(dataDir: string): void {
  const postgresDir = getPostgresDir(dataDir);
  renameSync(join(postgresDir, 'data.new'), join(postgresDir, 'data'));
  for (const dir of [postgresDir, dataDir]) {
    const folder = openSync(dir, 'r');
    fsyncSync(folder);
    closeSync(folder);
  }
}

/** Returns the process that has the lock, as it named itself. */
export const readLockOwner = (dataDir: string): string | null =>
  readIfExists(join(getPostgresDir(dataDir), 'lock'))?.trim() || null;

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw cannotUse(path, error);
  }
}

const cannotUse = (path: string, error: unknown) =>
  new StartupError(
    `The embedded database cannot use ${path} (${(error as NodeJS.ErrnoException).code}). Start the server as the user that owns ` +
      'it, or set DATA_DIR to a folder that this user can write to.',
    { cause: error },
  );
