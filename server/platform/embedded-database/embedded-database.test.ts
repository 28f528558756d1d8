import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectDatabase } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { useDataDir } from '#tests/support/data-dir.ts';
import { runningSocketDir, startEmbeddedDatabase } from './embedded-database.ts';
import { readLock } from './lock.ts';

const logger = createLogger('silent');
const PATIENCE = { timeout: 40_000, interval: 20 };
const holderOf = (dataDir: string) => readLock(join(dataDir, 'database.lock'))?.pid as number;

/** Opens the database of a folder; closed when the test ends, however it ends. */
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
  return { ask, close };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const dataDir = useDataDir();

describe('the embedded database', { timeout: 60_000 }, () => {
  it('ignores the signals of the terminal, which its owner answers', async () => {
    const { ask, close } = await open(dataDir.path);
    const pid = holderOf(dataDir.path);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.kill(pid, signal);
      expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    }
    expect(holderOf(dataDir.path)).toBe(pid);
    await close();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir.path, 'database.lock'))).toBe(false);
  });

  it('is started again when its process is killed, with all that was written', async () => {
    const { ask } = await open(dataDir.path);
    await ask('create table kept as select 7 as number');
    const pid = holderOf(dataDir.path);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(
      async () => expect(await ask('select number from kept')).toEqual([{ number: 7 }]),
      PATIENCE,
    );
    expect(holderOf(dataDir.path)).not.toBe(pid);
  });

  it('is refused to a second owner with a sentence, and joined by its socket', async () => {
    const { ask, close } = await open(dataDir.path);
    const second = await startEmbeddedDatabase(dataDir.path, logger).catch((error: unknown) => error);
    expect(second).toBeInstanceOf(StartupError);
    expect((second as Error).message).toBe(
      `Another Tezi process (number ${process.pid}) has the embedded database in ${dataDir.path} open. ` +
        'End it first, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.',
    );
    expect(runningSocketDir(dataDir.path)).toBe(join(dataDir.path, 'socket'));
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    await close();
    expect(runningSocketDir(dataDir.path)).toBeNull();
  });

  it('ends when its owner is killed, and the next owner finds all that was written', async () => {
    const script = fileURLToPath(new URL('../../../tests/support/database-owner.ts', import.meta.url));
    const owner = spawn(process.execPath, [script, dataDir.path], { stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void owner.kill('SIGKILL'));
    await once(owner.stdout, 'data');

    const joined = connectDatabase({ kind: 'embedded', socketDir: join(dataDir.path, 'socket') }, logger);
    await joined.pool.query('create table outlived as select 9 as number');
    await joined.close();

    const pid = holderOf(dataDir.path);
    owner.kill('SIGKILL');
    const { ask } = await open(dataDir.path);
    expect(await ask('select number from outlived')).toEqual([{ number: 9 }]);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
    expect(holderOf(dataDir.path)).not.toBe(pid);
  });

  it('says in a sentence why it cannot be opened', async () => {
    await expect(startEmbeddedDatabase('/dev/null/tezi', logger)).rejects.toThrow(
      /^The embedded database in \/dev\/null\/tezi could not be opened: /,
    );
  });
});
