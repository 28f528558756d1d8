import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { connectDatabase } from '#server/platform/database.ts';
import { startEmbeddedDatabase } from '#server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { isMigrated, migrateDatabase } from '#server/platform/migrate.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { makeTemporaryDir, useDataDir } from '#tests/support/database/data-dir.ts';
import { joinDatabase, openDatabase } from './open-database.ts';

const logger = createLogger('silent');

const dataDir = useDataDir();

describe('a command', { timeout: 60_000 }, () => {
  it('shares the database of a running server and leaves it running', async () => {
    const config = readConfig({ DATA_DIR: dataDir.path });
    const server = await openDatabase(config, logger);
    await server.database.pool.query('create table numbers as select 7 as number');

    const command = await joinDatabase(config, logger);
    const { rows } = await command.database.pool.query('select number from numbers');
    await command.close();
    expect(rows).toEqual([{ number: 7 }]);
    expect((await server.database.pool.query('select number from numbers')).rows).toEqual([{ number: 7 }]);

    await expect(openDatabase(config, logger)).rejects.toThrow(StartupError);
    await server.close();
  });

  it('waits until the running server has opened and migrated the database', async () => {
    const emptyDir = makeTemporaryDir();
    const starting = startEmbeddedDatabase(emptyDir, logger);
    await vi.waitFor(() => expect(existsSync(join(emptyDir, 'database.lock'))).toBe(true), 30_000);
    const joining = joinDatabase(readConfig({ DATA_DIR: emptyDir }), logger);
    const embedded = await starting;
    const server = connectDatabase({ kind: 'embedded', socketDir: embedded.socketDir }, logger);
    await migrateDatabase(server);
    const command = await joining;
    expect((await command.database.pool.query('select from signals')).rows).toEqual([]);
    await command.close();
    await server.close();
    await embedded.close();
  });

  it('opens the database when no server runs, and closes it again', async () => {
    const config = readConfig({ DATA_DIR: dataDir.path });
    for (const number of [1, 2]) {
      const command = await joinDatabase(config, logger);
      expect(await isMigrated(command.database)).toBe(true);
      await command.database.pool.query(`create table opened_${number} (number int)`);
      await command.close();
    }
  });
});

describe('a database server that cannot be reached', () => {
  it('reports an unreachable database server without its password', async () => {
    const port = await closedPort();
    const config = readConfig({ DATABASE_URL: `postgres://tezi:hunter2@127.0.0.1:${port}/tezi` });
    const error = (await openDatabase(config, logger).catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(StartupError);
    expect(error.message).toBe(
      `The database named by DATABASE_URL (postgres://tezi:…@127.0.0.1:${port}/tezi) cannot be reached: ` +
        `connect ECONNREFUSED 127.0.0.1:${port}. Check that the server is running, that host, user and ` +
        'password are correct, and that the database exists.',
    );
  });
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
