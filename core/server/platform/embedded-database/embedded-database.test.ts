import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectDatabase } from '#core/server/platform/database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { makeTemporaryDir, useDataDir } from '#tests/support/database/data-dir.ts';
import {
  canCreatePidNamespace,
  openDatabaseElsewhere,
} from '#tests/support/database/open-database-elsewhere.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { findBinaries } from './binaries.ts';
import { findRunningUrl, startEmbeddedDatabase } from './embedded-database.ts';

const logger = createLogger('silent');
const PATIENCE = { timeout: 40_000, interval: 20 };
const postgresBinDir = getPostgresBinDir();
const isRoot = process.getuid?.() === 0;
const ENDLESS = 'select count(*) from generate_series(1, 100000000000)';

const start = (dataDir: string) => startEmbeddedDatabase({ dataDir, postgresBinDir }, logger);

/** Opens the database of a folder and closes it when the test ends. */
async function open(dataDir: string) {
  const embedded = await start(dataDir);
  const database = connectDatabase(embedded.url, logger);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await database.close();
    await embedded.close();
  };
  onTestFinished(close);
  const ask = async (statement: string) => (await database.pool.query(statement)).rows;
  return { ask, close, url: embedded.url };
}

async function openElsewhere(...args: Parameters<typeof openDatabaseElsewhere>) {
  const owner = await openDatabaseElsewhere(...args);
  onTestFinished(owner.kill);
  return owner;
}

const getPostmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgresql/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** Returns the processes that have the lock of a data folder: PostgreSQL's and the script's. Empty if they have ended. */
function listLockHolders(dataDir: string): number[] {
  const lock = statSync(join(dataDir, 'postgresql/lock'));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return statSync(`/proc/${pid}/fd/9`).ino === lock.ino;
      } catch {
        return false;
      }
    })
    .map(Number);
}

const getProcessName = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
const getStartError = (dataDir: string) =>
  start(dataDir).then(
    () => null,
    (error: unknown) => error as Error,
  );

/** Has a new database, to copy: creating one takes longer than a test. */
const created = useDataDir();
const dataDir = useDataDir();
beforeAll(async () => {
  const embedded = await start(created.path);
  await embedded.close();
  copyDatabase(dataDir.path);
});

/** Copies the new database with the owners of its files. */
function copyDatabase(dir: string): void {
  expect(spawnSync('cp', ['-a', join(created.path, 'postgresql'), dir]).status).toBe(0);
}

function makeDataDir(): string {
  const dir = makeTemporaryDir();
  copyDatabase(dir);
  return dir;
}

describe('the embedded database', { timeout: 120_000 }, () => {
  it('listens on its socket only, for its user only, and writes to the disk at each commit', async () => {
    const { ask, url } = await open(dataDir.path);
    expect(
      await ask(`select name, setting from pg_settings where name in
        ('listen_addresses', 'ssl', 'fsync', 'synchronous_commit', 'full_page_writes') order by name`),
    ).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'ssl', setting: 'off' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
    expect(
      await ask(`select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
        from pg_database where datname = current_database()`),
    ).toEqual([{ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }]);
    expect(statSync(join(dataDir.path, 'socket')).mode & 0o777).toBe(0o700);
    expect(new URL(url).searchParams.get('host')).toBe(join(dataDir.path, 'socket'));
  });

  it('ignores signals to the script that watches it, and ends completely when it is closed', async () => {
    const { ask, close } = await open(dataDir.path);
    const scripts = listLockHolders(dataDir.path).filter((pid) => getProcessName(pid) === 'sh');
    expect(scripts).toHaveLength(2);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      for (const pid of scripts) process.kill(pid, signal);
      expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    }
    await close();
    expect(listLockHolders(dataDir.path)).toEqual([]);
    expect(existsSync(join(dataDir.path, 'postgresql/data/postmaster.pid'))).toBe(false);
  });

  it('restarts without data loss when its main process is killed while a statement runs', async () => {
    const { ask } = await open(dataDir.path);
    await ask('create table stored as select 7 as number');
    const running = ask(ENDLESS).catch((error: unknown) => error);
    const pid = getPostmasterPid(dataDir.path);
    process.kill(pid, 'SIGKILL');
    expect(await running).toBeInstanceOf(Error);
    await vi.waitFor(
      async () => expect(await ask('select number from stored')).toEqual([{ number: 7 }]),
      PATIENCE,
    );
    expect(getPostmasterPid(dataDir.path)).not.toBe(pid);
  });

  it('restarts when the script that watches it is killed', async () => {
    const { ask } = await open(dataDir.path);
    for (const pid of listLockHolders(dataDir.path))
      if (getProcessName(pid) === 'sh') process.kill(pid, 'SIGKILL');
    const pid = getPostmasterPid(dataDir.path);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await ask('select 1 as one')).toEqual([{ one: 1 }]), PATIENCE);
  });

  it('rejects a second owner with a message and accepts other connections', async () => {
    const { ask, close, url } = await open(dataDir.path);
    const error = await getStartError(dataDir.path);
    expect(error).toBeInstanceOf(StartupError);
    expect(error?.message).toBe(
      `Another Tezi process (PID ${process.pid}) has the embedded database in ${dataDir.path} open. ` +
        'Stop it first, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.',
    );
    expect(await findRunningUrl(dataDir.path)).toBe(url);
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    await close();
    expect(await findRunningUrl(dataDir.path)).toBeNull();
  });

  it('leaves no process within five seconds of the kill of its owner, and the next one finds all data', async () => {
    const owner = await openElsewhere(dataDir.path);
    expect(owner.result).toBe('open');
    const joined = connectDatabase((await findRunningUrl(dataDir.path)) as string, logger);
    await joined.pool.query('create table outlived as select 9 as number');
    const running = joined.pool.query(ENDLESS).catch((error: unknown) => error);
    await owner.kill();
    await vi.waitFor(() => expect(listLockHolders(dataDir.path)).toEqual([]), {
      timeout: 5_000,
      interval: 20,
    });
    expect(await running).toBeInstanceOf(Error);
    await joined.close();
    const { ask } = await open(dataDir.path);
    expect(await ask('select number from outlived')).toEqual([{ number: 9 }]);
  });

  it.skipIf(!canCreatePidNamespace())(
    'rejects another container on the same volume, even while its processes are paused (needs permission to unshare)',
    async () => {
      const first = await openElsewhere(dataDir.path, { hasOwnPidNamespace: true });
      expect(first.result).toBe('open');
      const rejected = { result: expect.stringMatching(/^rejected: Another Tezi process /) };
      expect(await openElsewhere(dataDir.path, { hasOwnPidNamespace: true })).toMatchObject(rejected);
      const paused = listLockHolders(dataDir.path);
      for (const pid of paused) process.kill(pid, 'SIGSTOP');
      expect(await openElsewhere(dataDir.path, { hasOwnPidNamespace: true })).toMatchObject(rejected);
      for (const pid of paused) process.kill(pid, 'SIGCONT');
      await first.kill();
      // Its PID files name processes that may be others in the next namespace.
      const next = await openElsewhere(dataDir.path, { hasOwnPidNamespace: true });
      expect(next.result).toBe('open');
    },
  );

  it('starts although a PID file of a killed one names a process that runs, and a new database is incomplete', async () => {
    const dir = makeDataDir();
    const first = await open(dir);
    await first.close();
    const content = `${process.ppid}\n${join(dir, 'postgresql/data')}\n`;
    writeFileSync(join(dir, 'postgresql/data/postmaster.pid'), content);
    writeFileSync(join(dir, 'socket/.s.PGSQL.5432.lock'), content);
    mkdirSync(join(dir, 'postgresql/data.new'));
    writeFileSync(join(dir, 'postgresql/data.new/PG_VERSION'), '18\n');
    const { ask } = await open(dir);
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(join(dir, 'postgresql')).sort()).toEqual(['data', 'lock']);
  });

  it('listens in the temporary folder when the path of its own is too long for a socket', async () => {
    const parent = makeTemporaryDir();
    chmodSync(parent, 0o711);
    const dir = join(parent, 'x'.repeat(100));
    mkdirSync(dir);
    copyDatabase(dir);
    const { ask, url } = await open(dir);
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    const socketDir = new URL(url).searchParams.get('host') as string;
    onTestFinished(() => rmSync(socketDir, { recursive: true }));
    expect(socketDir).toMatch(/\/tezi-[0-9a-f]{16}$/);
    expect(statSync(socketDir).mode & 0o777).toBe(0o700);
  });
});

describe('a data folder that cannot be opened', { timeout: 60_000 }, () => {
  it('a data folder that cannot be opened is left untouched, with instructions, if it contains a database of PGlite', async () => {
    const dir = makeTemporaryDir();
    mkdirSync(join(dir, 'database'));
    writeFileSync(join(dir, 'database/PG_VERSION'), '17\n');
    const error = await getStartError(dir);
    expect(error).toBeInstanceOf(StartupError);
    expect(error?.message).toMatch(
      /used PGlite[\s\S]*git checkout [0-9a-f]{8} [\s\S]*-- backup [\s\S]*-- restore/,
    );
    expect(readdirSync(dir, { recursive: true }).sort()).toEqual(['database', 'database/PG_VERSION']);
  });

  it('a data folder that cannot be opened is left untouched, with instructions, if it contains a database of another major version', async () => {
    const dir = makeTemporaryDir();
    mkdirSync(join(dir, 'postgresql/data'), { recursive: true });
    writeFileSync(join(dir, 'postgresql/data/PG_VERSION'), '17\n');
    const error = await getStartError(dir);
    expect(error).toBeInstanceOf(StartupError);
    expect(error?.message).toMatch(
      /created by PostgreSQL 17, and this is version \d+\.[\s\S]*\/17\/bin [\s\S]*-- backup [\s\S]*-- restore/,
    );
    expect(readdirSync(dir, { recursive: true }).sort()).toEqual([
      'postgresql',
      'postgresql/data',
      'postgresql/data/PG_VERSION',
    ]);
  });

  it('a data folder that cannot be opened is not opened while a PostgreSQL that was started without the lock runs on it', async () => {
    const dir = makeDataDir();
    const { ask, close } = await open(dir);
    await ask('select 1');
    // Another lock file, as if PostgreSQL had been started without it.
    rmSync(join(dir, 'postgresql/lock'));
    const error = await getStartError(dir);
    expect(error?.message).toContain(
      `Another PostgreSQL (PID ${getPostmasterPid(dir)}) runs on the embedded database`,
    );
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    await close();
  });

  it.skipIf(!isRoot)('names the folder that the user of PostgreSQL cannot reach (needs root)', async () => {
    const parent = makeTemporaryDir();
    const error = await getStartError(join(parent, 'data'));
    expect(error).toBeInstanceOf(StartupError);
    expect(error?.message).toContain(`which has no access to ${parent}. `);
    chmodSync(parent, 0o711);
    const { ask } = await open(join(parent, 'data'));
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.skipIf(!isRoot)('a data folder is opened as the user that owns it (needs root)', async () => {
    const dir = makeTemporaryDir();
    const daemon = 1;
    chownSync(dir, daemon, daemon);
    await open(dir);
    expect(statSync(`/proc/${getPostmasterPid(dir)}`).uid).toBe(daemon);
  });

  it.skipIf(!isRoot)('takes over the folder for sockets that PGlite left (needs root)', async () => {
    const dir = makeDataDir();
    mkdirSync(join(dir, 'socket/server'), { recursive: true, mode: 0o700 });
    const { ask } = await open(dir);
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(dir, 'socket')).uid).toBe(statSync(join(dir, 'postgresql')).uid);
  });

  it.skipIf(!isRoot)(
    'does not take over what a link in place of that folder names (needs root)',
    async () => {
      const [dir, target] = [makeTemporaryDir(), makeTemporaryDir()];
      symlinkSync(target, join(dir, 'socket'));
      const error = await getStartError(dir);
      expect(error?.message).toContain(`The folder ${join(dir, 'socket')}, for the socket`);
      expect(statSync(target).uid).toBe(0);
    },
  );
});

describe("PostgreSQL's programs", () => {
  it('must be those of a version that has the built-in locale', () => {
    const dir = makeTemporaryDir();
    writeFileSync(join(dir, 'postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 16.4"\n', { mode: 0o755 });
    expect(() => findBinaries(dir)).toThrow(
      `The folder POSTGRES_BIN_DIR (${dir}) must contain postgres and initdb of PostgreSQL 17 or newer; its version is 16.`,
    );
  });

  it('must run on this system', () => {
    const dir = makeTemporaryDir();
    expect(() => findBinaries(dir)).toThrow(
      /in POSTGRES_BIN_DIR cannot run on this system .*ENOENT.*DATABASE_URL/s,
    );
  });
});
