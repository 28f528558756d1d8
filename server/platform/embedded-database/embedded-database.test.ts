import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE } from '#server/platform/clock.ts';
import { connectDatabase } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { useDataDir } from '#tests/support/database/data-dir.ts';
import {
  canCreatePidNamespace,
  openDatabaseElsewhere,
} from '#tests/support/database/open-database-elsewhere.ts';
import { findRunningSocketDir, startEmbeddedDatabase } from './embedded-database.ts';
import { readLock } from './lock.ts';

const logger = createLogger('silent');
const PATIENCE = { timeout: 40_000, interval: 20 };
const getHolderPid = (dataDir: string) => readLock(join(dataDir, 'database.lock'))?.pid as number;

/** Opens the database of a folder and closes it when the test ends. */
async function open(dataDir: string) {
  const embedded = await startEmbeddedDatabase(dataDir, logger);
  const database = connectDatabase({ kind: 'embedded', socketDir: embedded.socketDir }, logger);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await database.close();
    await embedded.close();
  };
  onTestFinished(close);
  const ask = async (statement: string) => (await database.pool.query(statement)).rows;
  return { ask, close, embedded };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function openElsewhere(...args: Parameters<typeof openDatabaseElsewhere>) {
  const owner = await openDatabaseElsewhere(...args);
  onTestFinished(owner.kill);
  return owner;
}

/** Returns true in state R of proc(5): the process is running, not waiting. */
const isBusy = (pid: number) => / R /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** Returns all descendants of a process, parents first. */
function listDescendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...listDescendants(child)]);
}

const dataDir = useDataDir();

describe('the embedded database', { timeout: 60_000 }, () => {
  it('ignores the signals of the terminal, which its owner handles', async () => {
    const { ask, close } = await open(dataDir.path);
    const pid = getHolderPid(dataDir.path);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.kill(pid, signal);
      expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    }
    expect(getHolderPid(dataDir.path)).toBe(pid);
    await close();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir.path, 'database.lock'))).toBe(false);
  });

  it('restarts without data loss when its process is killed', async () => {
    const { ask } = await open(dataDir.path);
    await ask('create table stored as select 7 as number');
    const pid = getHolderPid(dataDir.path);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(
      async () => expect(await ask('select number from stored')).toEqual([{ number: 7 }]),
      PATIENCE,
    );
    expect(getHolderPid(dataDir.path)).not.toBe(pid);
  });

  it('rejects a second owner with a message and accepts connections on its socket', async () => {
    const { ask, close } = await open(dataDir.path);
    const second = await startEmbeddedDatabase(dataDir.path, logger).catch((error: unknown) => error);
    expect(second).toBeInstanceOf(StartupError);
    expect((second as Error).message).toBe(
      `Another Tezi process (PID ${process.pid}) has the embedded database in ${dataDir.path} open. ` +
        'Stop it first, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.',
    );
    expect(await findRunningSocketDir(dataDir.path)).toBe(join(dataDir.path, 'socket', 'server'));
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    await close();
    expect(await findRunningSocketDir(dataDir.path)).toBeNull();
  });

  it('exits when its owner is killed, and the next owner finds all data', async () => {
    const owner = await openElsewhere(dataDir.path);
    expect(owner.result).toBe('open');

    const socketDir = (await findRunningSocketDir(dataDir.path)) as string;
    const joined = connectDatabase({ kind: 'embedded', socketDir }, logger);
    await joined.pool.query('create table outlived as select 9 as number');
    await joined.close();

    const pid = getHolderPid(dataDir.path);
    await owner.kill();
    const { ask } = await open(dataDir.path);
    expect(await ask('select number from outlived')).toEqual([{ number: 9 }]);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
    expect(getHolderPid(dataDir.path)).not.toBe(pid);
  });

  it('closes the connections of a query that runs when its process is killed', async () => {
    const { ask } = await open(dataDir.path);
    const running = ask('select count(*) from generate_series(1, 100000000)').catch(
      (error: unknown) => error,
    );
    await vi.waitFor(() => expect(isBusy(getHolderPid(dataDir.path))).toBe(true), PATIENCE);
    const killedAt = performance.now();
    process.kill(getHolderPid(dataDir.path), 'SIGKILL');
    expect(await running).toBeInstanceOf(Error);
    expect(performance.now() - killedAt).toBeLessThan(5000);
  });

  it('restores its sockets when their files are removed', async () => {
    await open(dataDir.path);
    const sockets = ['socket/.s.PGSQL.5432', 'socket/server/.s.PGSQL.5432'].map((name) =>
      join(dataDir.path, name),
    );
    for (const socket of sockets) rmSync(socket);
    await vi.waitFor(
      () => expect(sockets.map((socket) => existsSync(socket))).toEqual([true, true]),
      PATIENCE,
    );
    for (const host of sockets.map((socket) => dirname(socket))) {
      const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
      await client.connect();
      await client.end();
    }
  });

  it('exits before it writes again when it has lost its lock', async () => {
    const { ask } = await open(dataDir.path);
    const path = join(dataDir.path, 'database.lock');
    const pid = getHolderPid(dataDir.path);
    process.kill(pid, 'SIGSTOP');
    writeFileSync(path, JSON.stringify({ ...readLock(path), id: 'other' }));
    const written = ask('create table split as select 1').catch((error: unknown) => error);
    process.kill(pid, 'SIGCONT');
    expect(await written).toBeInstanceOf(Error);
    await vi.waitFor(
      async () => expect(await ask("select to_regclass('split') as split")).toEqual([{ split: null }]),
      PATIENCE,
    );
    expect(getHolderPid(dataDir.path)).not.toBe(pid);
  });

  it.skipIf(!canCreatePidNamespace())(
    'rejects another container on the same volume, even while its process is paused (needs permission to unshare)',
    async () => {
      const first = await openElsewhere(dataDir.path, { hasOwnPidNamespace: true });
      expect(first.result).toBe('open');
      expect(await openElsewhere(dataDir.path, { hasOwnPidNamespace: true })).toMatchObject({
        result: expect.stringMatching(/^rejected: Another Tezi process /),
      });
      expect(await findRunningSocketDir(dataDir.path)).toBe(join(dataDir.path, 'socket', 'server'));

      const paused = listDescendants(first.process.pid as number);
      for (const pid of paused) process.kill(pid, 'SIGSTOP');
      expect(await openElsewhere(dataDir.path, { hasOwnPidNamespace: true })).toMatchObject({
        result: expect.stringMatching(/^rejected: Another Tezi process /),
      });
      for (const pid of paused) process.kill(pid, 'SIGCONT');

      await first.kill();
      const next = await openElsewhere(dataDir.path, { hasOwnPidNamespace: true });
      expect(next.result).toBe('open');
    },
  );

  it('survives an error of the IPC channel', async () => {
    const created: ChildProcess[] = [];
    const add = (message: unknown) => created.push((message as { process: ChildProcess }).process);
    subscribe('child_process', add);
    onTestFinished(() => void unsubscribe('child_process', add));
    const { ask } = await open(dataDir.path);
    created[0]?.emit('error', new Error('write EPIPE'));
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('restarts its process when it does not respond, but not during long statements', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { embedded, ask, close } = await open(dataDir.path);
    const pid = getHolderPid(dataDir.path);
    process.kill(pid, 'SIGSTOP');
    await embedded.allowLongStatements(async () => vi.advanceTimersByTime(5 * MINUTE));
    process.kill(pid, 'SIGCONT');
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    expect(getHolderPid(dataDir.path)).toBe(pid);

    process.kill(pid, 'SIGSTOP');
    vi.advanceTimersByTime(MINUTE);
    vi.useRealTimers();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
    await close();
  });

  it('reports why it cannot be opened', async () => {
    await expect(startEmbeddedDatabase('/dev/null/tezi', logger)).rejects.toThrow(
      /^The embedded database in \/dev\/null\/tezi could not be opened: /,
    );
  });
});
