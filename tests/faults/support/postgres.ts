import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { getFreePort } from '#tests/support/server-process.ts';

const INSTALLATIONS = '/usr/lib/postgresql';
/** PostgreSQL does not run as root; Debian's package creates this user. */
const SERVER_USER = 'postgres';
const START_TIMEOUT_MS = 30_000;

/** A PostgreSQL server that a test can crash, pause and restart. */
export interface PostgresServer {
  port: number;
  /** The URL of a new, empty database. */
  createDatabase(name: string): Promise<string>;
  /** Runs one statement on a new connection. */
  query<Row extends pg.QueryResultRow>(url: string, statement: string, values?: unknown[]): Promise<Row[]>;
  /** Kills all processes at the same time, as a power failure would. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Returns false after a crash, or when the server has given up. */
  isRunning(): boolean;
  /** Stops every process of the server without closing a connection. */
  pause(): void;
  resume(): void;
  remove(): Promise<void>;
}

interface ServerOptions {
  /** The folder that its own one is created in. */
  parent?: string;
}

/** Returns the folder of PostgreSQL's programs, or `null` if it is not installed. */
export function findPostgresPrograms(): string | null {
  if (!existsSync(INSTALLATIONS)) return null;
  const versions = readdirSync(INSTALLATIONS).sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join(INSTALLATIONS, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Creates and starts a server in a new folder, reachable on loopback only. */
async function startPostgres(
  programs: string,
  { parent = tmpdir() }: ServerOptions = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parent, 'tezi-postgres-'));
  const asServerUser = process.getuid?.() === 0 ? ['runuser', '-u', SERVER_USER, '--'] : [];
  if (asServerUser.length > 0) {
    chmodSync(folder, 0o755);
    execFileSync('chown', [SERVER_USER, folder]);
  }
  const data = join(folder, 'data');
  const options = [
    '-U',
    SERVER_USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--wal-segsize=1',
  ];
  const [initdb = '', ...words] = [...asServerUser, join(programs, 'initdb'), '-D', data, ...options];
  execFileSync(initdb, words, { stdio: 'ignore', cwd: folder });
  const port = await getFreePort();
  const getUrl = (name: string) => `postgres://${SERVER_USER}@127.0.0.1:${port}/${name}`;

  async function query<Row extends pg.QueryResultRow>(url: string, statement: string, values?: unknown[]) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: START_TIMEOUT_MS });
    // The connection may be one of those that the test ends.
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  async function start(): Promise<void> {
    const args = [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-h',
      '127.0.0.1',
      '-c',
      'max_connections=200',
    ];
    const [command = 'postgres', ...rest] = [...asServerUser, join(programs, 'postgres'), ...args];
    spawn(command, rest, { stdio: 'ignore', cwd: folder });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (true) {
      try {
        await query(getUrl('postgres'), 'select 1');
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await wait(20);
      }
    }
  }

  function isRunning(): boolean {
    try {
      process.kill(getPostmasterPid(data), 0);
      return true;
    } catch {
      return false;
    }
  }

  await start();
  return {
    port,
    query,
    crash: () => killServer(data),
    start,
    isRunning,
    async createDatabase(name) {
      await query(getUrl('postgres'), `create database ${name}`);
      return getUrl(name);
    },
    pause: () => signal(listProcessTree(getPostmasterPid(data)), 'SIGSTOP'),
    resume: () => signal(listProcessTree(getPostmasterPid(data)), 'SIGCONT'),
    async remove() {
      if (isRunning()) await killServer(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls `work` while a server is paused, and resumes the server even if `work` fails. */
export async function whilePaused(server: PostgresServer, work: () => Promise<void>): Promise<void> {
  server.pause();
  try {
    await work();
  } finally {
    server.resume();
  }
}

/** Kills all processes of the server with this data folder at the same time, as a power failure would. */
export async function killServer(data: string): Promise<void> {
  const pids = listProcessTree(getPostmasterPid(data));
  signal(pids, 'SIGKILL');
  await waitUntilGone(pids);
}

const getPostmasterPid = (data: string) =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

function signal(pids: readonly number[], name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // A backend may have exited in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Returns a process and its direct children: PostgreSQL's backends are all children of one process. */
function listProcessTree(root: number): number[] {
  const children = readFileSync(`/proc/${root}/task/${root}/children`, 'utf8');
  return [root, ...children.split(' ').filter(Boolean).map(Number)];
}

async function waitUntilGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await wait(5);
}

/**
 * A PostgreSQL server for the tests of one `describe`, or `null` where PostgreSQL is not installed; those tests are
 * skipped then. The returned object is usable inside tests only. Its data folder is in `parent`.
 */
export function usePostgres(parent: string = tmpdir()): PostgresServer | null {
  const programs = findPostgresPrograms();
  if (programs === null) {
    process.stdout.write(`PostgreSQL is not installed in ${INSTALLATIONS}: its fault tests are skipped.\n`);
    return null;
  }
  const server = {} as PostgresServer;
  beforeAll(async () => void Object.assign(server, await startPostgres(programs, { parent })));
  afterAll(() => server.remove?.());
  return server;
}
