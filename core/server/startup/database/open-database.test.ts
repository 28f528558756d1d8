import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { connectDatabase } from '#core/server/platform/database.ts';
import { startEmbeddedDatabase } from '#core/server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { isMigrated, migrateDatabase } from '#core/server/platform/migrations/migrate.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { makeTemporaryDir, useDataDir } from '#tests/support/database/data-dir.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';
import { joinDatabase, openDatabase, withExistingDatabase, withUnusedDatabase } from './open-database.ts';

const logger = createLogger('silent');

const dataDir = useDataDir();

const readTestConfig = (dir: string) =>
  readConfig({ DATA_DIR: dir, POSTGRES_BIN_DIR: getPostgresBinDir() ?? '' });

describe('a command', { timeout: 60_000 }, () => {
  it('shares the database of a running server and leaves it running', async () => {
    const config = readTestConfig(dataDir.path);
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
    const config = readTestConfig(makeTemporaryDir());
    const starting = startEmbeddedDatabase(config, logger);
    // The server writes its name into the file when it has the lock; before, the command could take it.
    const lock = join(config.dataDir, 'postgresql', 'lock');
    await vi.waitFor(() => expect(existsSync(lock) && readFileSync(lock, 'utf8')).toMatch(/\d/), 30_000);
    const joining = joinDatabase(config, logger);
    const embedded = await starting;
    const server = connectDatabase(embedded.url, logger);
    await migrateDatabase(server);
    const command = await joining;
    expect((await command.database.pool.query('select from signals')).rows).toEqual([]);
    await command.close();
    await server.close();
    await embedded.close();
  });

  it('opens the database when no server runs, and closes it again', async () => {
    const config = readTestConfig(dataDir.path);
    for (const number of [1, 2]) {
      const command = await joinDatabase(config, logger);
      expect(await isMigrated(command.database)).toBe(true);
      await command.database.pool.query(`create table opened_${number} (number int)`);
      await command.close();
    }
  });
});

describe('a backup and a restore of the embedded database', { timeout: 60_000 }, () => {
  it('back up next to a running server, and restore only without one', async () => {
    const config = readTestConfig(dataDir.path);
    const server = await openDatabase(config, logger);
    expect(await withExistingDatabase(config, logger, async (url) => url)).toBe(server.database.url);
    await expect(withUnusedDatabase(config, logger, async () => {})).rejects.toThrow('Stop it first');
    await server.close();
    expect(await withUnusedDatabase(config, logger, async (url) => url)).toBe(server.database.url);
  });

  it('a backup and a restore of the embedded database do not create a database to back up', async () => {
    const emptyDir = makeTemporaryDir();
    const config = readTestConfig(emptyDir);
    await expect(withExistingDatabase(config, logger, async () => {})).rejects.toThrow(
      `There is no embedded database in ${emptyDir}.`,
    );
    expect(readdirSync(emptyDir)).toEqual([]);
  });
});

describe('a database server that cannot be reached', () => {
  it('reports an unreachable database server without its password', async () => {
    const port = await closedPort();
    const config = readConfig({ DATABASE_URL: `postgres://tezi:hunter2@127.0.0.1:${port}/tezi` });
    const error = (await openDatabase(config, logger).catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(StartupError);
    expect(error.message).toBe(
      `The database named by DATABASE_URL (postgres://tezi:…@127.0.0.1:${port}/tezi) could not be reached: ` +
        `connect ECONNREFUSED 127.0.0.1:${port}. Check that the server is running and that its host and port are ` +
        'correct, then start again.',
    );
  });

  it('a database server that cannot be reached is waited for until the limit, which is reported once', async () => {
    const config = readConfig({
      DATABASE_URL: `postgres://tezi:hunter2@127.0.0.1:${await closedPort()}/tezi`,
    });
    const reports: string[] = [];
    const opening = openDatabase(config, logger, { waitMs: 1_500, report: (line) => reports.push(line) });
    await expect(opening).rejects.toThrow(/could not be reached within 1.5 seconds: connect ECONNREFUSED/);
    expect(reports).toEqual([
      expect.stringMatching(/^Waiting up to 1.5 seconds for the database \(.*:…@.*\): connect ECONNREFUSED/),
    ]);
  });

  it('a database server that cannot be reached is waited for while it starts', async () => {
    const server = await startRejectingServer([
      ['57P03', 'the database system is starting up'],
      ['53300', 'sorry, too many clients already'],
      ['3D000', 'database "tezi" does not exist'],
    ]);
    const opening = openDatabase(server.config, logger, { waitMs: 60_000 });
    await expect(opening).rejects.toThrow('database "tezi" does not exist. Create the database with `CREATE');
    expect(server.countConnections()).toBe(3);
  });
});

describe('a database server that rejects the connection', () => {
  it.each([
    [
      '28P01',
      'password authentication failed for user "tezi"',
      /Correct the user or the password, or set the/,
    ],
    ['28000', 'no pg_hba.conf entry for host "10.0.0.1"', /let it connect in the server's pg_hba\.conf/],
    ['3D000', 'database "tezi" does not exist', /Create the database with `CREATE DATABASE … OWNER …/],
  ])('fails the start immediately with instructions: %s', async (code, message, instructions) => {
    const server = await startRejectingServer([[code, message]]);
    const opening = openDatabase(server.config, logger, { waitMs: 60_000 });
    const error = (await opening.catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(StartupError);
    expect(error.message).toContain(
      `rejected DATABASE_URL (postgres://tezi:…@127.0.0.1:${server.port}/tezi)`,
    );
    expect(error.message).toContain(message);
    expect(error.message).toMatch(instructions);
    expect(server.countConnections()).toBe(1);
  });
});

/** Starts a server that rejects each connection with the next error (SQLSTATE and message) of PostgreSQL's protocol. */
async function startRejectingServer(errors: [code: string, message: string][]) {
  let connections = 0;
  const server = createServer((socket) => {
    const [code, message] = errors[Math.min(connections, errors.length - 1)] as [string, string];
    connections += 1;
    socket.once('data', () => socket.end(formatError(code, message))).on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const config = readConfig({ DATABASE_URL: `postgres://tezi:hunter2@127.0.0.1:${port}/tezi` });
  return { port, config, countConnections: () => connections };
}

/** Returns an ErrorResponse of PostgreSQL's protocol. */
function formatError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
