import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectDatabase, type Database } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { getDatabaseDump } from '#tests/support/database/database-template.ts';
import { type EmbeddedDatabase, startDatabaseInMemory } from './embedded-database.ts';

const logger = createLogger('silent');
const IDLE_TRANSACTION_MS = 1_000;
const MAX_WAL_BYTES = 1_000_000;
let socketDir: string;
let embedded: EmbeddedDatabase;
let database: Database;

beforeAll(async () => {
  socketDir = mkdtempSync(join(tmpdir(), 'tezi-test-'));
  embedded = await startDatabaseInMemory(socketDir, await getDatabaseDump(), logger, {
    idleTransactionMs: IDLE_TRANSACTION_MS,
    maxWalBytes: MAX_WAL_BYTES,
  });
  database = connectDatabase({ kind: 'embedded', socketDir: embedded.socketDir }, logger);
});
afterAll(async () => {
  await database.close();
  await embedded.close();
  rmSync(socketDir, { recursive: true });
});

/** Runs a query whose response identifies it, by its values and its number of columns. */
async function query(number: number): Promise<number[]> {
  const columns = expected(number).map((_, column) => `$${column + 1}::int as c${column}`);
  const { rows } = await database.pool.query(`select ${columns.join(', ')}`, expected(number));
  return Object.values(rows[0]);
}
const expected = (number: number) =>
  Array.from({ length: 1 + (number % 3) }, (_, column) => number * 10 + column);

describe('simultaneous connections', () => {
  it('returns to each of several simultaneous connections the response to its own query', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    expect(await Promise.all(numbers.map(query))).toEqual(numbers.map(expected));
  });

  it('returns to each connection the response to its own query after waiting for a transaction', async () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    await Promise.all(numbers.map(query));
    for (let round = 0; round < 20; round += 1) {
      const client = await database.pool.connect();
      await client.query('begin');
      const responses = Promise.allSettled(numbers.map(query));
      await client.query('select 1');
      await client.query('commit');
      client.release();
      expect(await responses).toEqual(
        numbers.map((number) => ({ status: 'fulfilled', value: expected(number) })),
      );
    }
  });

  it('continues with other connections when one disconnects during an exchange', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    const lost = client.query('select $1::int', [1]).catch((error: Error) => error.message);
    client.release(new Error('gone'));
    expect(await Promise.all([4, 5].map(query))).toEqual([expected(4), expected(5)]);
    expect(await lost).toBe('Connection terminated');
  });

  it('continues with other connections when a statement of one fails', async () => {
    const failing = database.pool
      .query('select $1::int / 0', [1])
      .catch((error: { code: string }) => error.code);
    expect(await Promise.all([7, 8].map(query))).toEqual([expected(7), expected(8)]);
    expect(await failing).toBe('22012');
  });
});

/** Connects an external client, such as psql, and closes it when the test ends. */
async function connectExternalClient(host = socketDir) {
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  const lost = new Promise<Error & { code?: string }>((resolve) => client.on('error', resolve));
  onTestFinished(() => client.end());
  const rows = async (statement: string) => (await client.query(statement)).rows;
  return { client, rows, lost };
}

const serverRows = async (statement: string) => (await database.pool.query(statement)).rows;
const databaseStart = async () => (await serverRows('select pg_postmaster_start_time()::text as started'))[0];

describe('an external client', () => {
  it('separates the settings of an external client from those of the server', async () => {
    const { rows } = await connectExternalClient();
    await rows(`
      create role reader;
      set search_path = '';
      set default_transaction_read_only = on;
      set default_transaction_isolation = 'serializable';
      set session_replication_role = replica;
      set timezone = 'Asia/Karachi';
      set role reader`);
    const settings = `select current_user as user, current_setting('search_path') as path,
      current_setting('default_transaction_read_only') as read_only,
      current_setting('default_transaction_isolation') as isolation,
      current_setting('session_replication_role') as replication, current_setting('timezone') as zone`;
    for (let round = 0; round < 3; round += 1) {
      expect(await serverRows('select count(*)::int as count from users')).toEqual([{ count: 0 }]);
      expect(await serverRows(settings)).toEqual([
        {
          user: 'postgres',
          path: 'public, pg_temp',
          read_only: 'off',
          isolation: 'read committed',
          replication: 'origin',
          zone: 'UTC',
        },
      ]);
      expect(await rows(settings)).toEqual([
        {
          user: 'reader',
          path: '""',
          read_only: 'on',
          isolation: 'serializable',
          replication: 'replica',
          zone: 'Asia/Karachi',
        },
      ]);
    }
  });

  it('prevents an external client from hiding a table of the server with a temporary table', async () => {
    const { rows } = await connectExternalClient();
    await rows('create temporary table users (nothing int)');
    expect(await serverRows('select count(id)::int as count from users')).toEqual([{ count: 0 }]);
    expect(await rows('select nothing from users')).toEqual([]);
  });

  it('removes everything from the session after an external client disconnects', async () => {
    const { client, rows } = await connectExternalClient();
    await rows(`
      set work_mem = '8MB';
      create temporary table scratch (value int);
      prepare question as select 1;
      listen news;
      select pg_advisory_lock(7)`);
    await rows('begin');
    await rows('create table unfinished (value int)');
    await client.end();
    const remains = `select current_setting('work_mem') as work_mem,
      to_regclass('pg_temp.scratch') as temporary, to_regclass('unfinished') as unfinished,
      (select count(*)::int from pg_prepared_statements) as prepared,
      (select count(*)::int from pg_listening_channels()) as channels,
      (select count(*)::int from pg_locks where locktype = 'advisory') as locks`;
    await vi.waitFor(
      async () =>
        expect(await serverRows(remains)).toEqual([
          { work_mem: '4MB', temporary: null, unfinished: null, prepared: 0, channels: 0, locks: 0 },
        ]),
      { timeout: 10_000 },
    );
  });

  it('lets an external client dump in one transaction while the server waits', async () => {
    const { rows } = await connectExternalClient();
    await rows('create table dumped as select generate_series(1, 1000) as number');
    for (const statement of [
      "select pg_catalog.set_config('search_path', '', false)",
      'set extra_float_digits to 3',
      'set statement_timeout = 0',
      'set lock_timeout = 0',
      'set idle_in_transaction_session_timeout = 0',
      'set transaction_timeout = 0',
      'begin',
      'set transaction isolation level repeatable read, read only',
    ]) {
      await rows(statement);
      if (!statement.startsWith('begin') && !statement.startsWith('set transaction isolation')) {
        await serverRows('select count(*) from users');
      }
    }
    const writing = serverRows('insert into dumped values (0) returning number');
    expect(
      await rows("select count(*)::int as count, current_setting('search_path') as path from public.dumped"),
    ).toEqual([{ count: 1000, path: '' }]);
    await rows('copy public.dumped to stdout');
    await rows('commit');
    expect(await writing).toEqual([{ number: 0 }]);
  });

  it('disconnects an external client whose transaction is idle, and serves the server again', async () => {
    const { rows, lost } = await connectExternalClient();
    await rows('begin');
    await rows('create table abandoned (value int)');
    const waiting = serverRows("select to_regclass('abandoned') as abandoned");
    expect(await lost).toMatchObject({ code: '25P03' });
    expect(await waiting).toEqual([{ abandoned: null }]);
  });

  it('disconnects an external client that does not finish an exchange, and serves the server again', async () => {
    const socket = connect(join(socketDir, '.s.PGSQL.5432'));
    onTestFinished(() => void socket.destroy());
    socket.write(STARTUP);
    await once(socket, 'data');
    const closed = once(socket, 'close');
    socket.resume().write(Buffer.from('P\0\0\0\x10\0select 1\0\0\0', 'latin1'));
    await closed;
    expect(await serverRows('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('disconnects an external client whose transaction runs for too long while the server waits', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tezi-test-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const maxTransactionMs = 300;
    const limited = await startDatabaseInMemory(dir, await getDatabaseDump(), logger, { maxTransactionMs });
    onTestFinished(() => limited.close());
    const server = connectDatabase({ kind: 'embedded', socketDir: limited.socketDir }, logger);
    onTestFinished(() => server.close());

    const { client, rows } = await connectExternalClient(dir);
    await rows('begin');
    await rows('create table abandoned (value int)');
    const startedAt = performance.now();
    while (performance.now() - startedAt < 2 * maxTransactionMs) await rows('select 1');

    const waiting = server.pool.query("select to_regclass('abandoned') as abandoned");
    let failure: unknown;
    while (!failure)
      failure = await client.query('select 1').then(
        () => null,
        (error: unknown) => error,
      );
    expect(failure).toMatchObject({ code: '25P04' });
    expect((await waiting).rows).toEqual([{ abandoned: null }]);
  });

  it('disconnects only the external client whose role another one drops', async () => {
    const before = await databaseStart();
    const [first, second] = [await connectExternalClient(), await connectExternalClient()];
    await first.rows('create role temporary_role; set role temporary_role');
    await second.rows('drop role temporary_role');
    const failure = await first.client.query('select 1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '57P01' });
    expect(await second.rows('select current_user as user')).toEqual([{ user: 'postgres' }]);
    expect(await databaseStart()).toEqual(before);
  });

  it('disconnects only the external client whose settings cannot be read', async () => {
    const before = await databaseStart();
    const { rows, lost } = await connectExternalClient();
    await rows(`
      create schema custom;
      create function custom.fail(text, text) returns boolean language plpgsql
        as $$ begin raise exception 'comparison failed'; end $$;
      create operator custom.= (leftarg = text, rightarg = text, function = custom.fail);
      set search_path = custom, pg_catalog`);
    expect(await serverRows('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await lost).toMatchObject({ code: '57P01' });
    expect(await databaseStart()).toEqual(before);
  });

  it.each([
    ['copies data in', 'copy users from stdin'],
    ['sets a timeout', "set idle_in_transaction_session_timeout = '10s'"],
    ['sets a timeout for all sessions', 'alter role postgres set idle_session_timeout to 1'],
  ])('disconnects an external client that %s, which the database does not support', async (_, statement) => {
    const before = await databaseStart();
    const { client } = await connectExternalClient();
    const rejected = await client.query(statement).catch((error: unknown) => error);
    expect(rejected).toMatchObject({ code: '0A000' });
    expect(await databaseStart()).toEqual(before);
  });

  it('disconnects an external client that does not speak the protocol', async () => {
    const before = await databaseStart();
    const socket = connect(join(socketDir, '.s.PGSQL.5432'));
    onTestFinished(() => void socket.destroy());
    socket.write(STARTUP);
    await once(socket, 'data');
    const closed = once(socket, 'close');
    socket.resume().write(Buffer.from('!\0\0\0\x04', 'latin1'));
    await closed;
    expect(await databaseStart()).toEqual(before);
  });

  it('lets an external client connect while another connection has an open transaction', async () => {
    const holder = await connectExternalClient();
    await holder.rows('begin');
    await connectExternalClient();
    await holder.rows('commit');
  });
});

describe('the write-ahead log', () => {
  it('limits the size of the write-ahead log', async () => {
    const state = async () => {
      const [row] = await serverRows(
        `select redo_lsn::text as start, (pg_current_wal_insert_lsn() - redo_lsn)::int as bytes
         from pg_control_checkpoint()`,
      );
      return row as { start: string; bytes: number };
    };
    const before = await state();
    await serverRows('create table filled as select generate_series(1, 50000) as number');
    await vi.waitFor(
      async () => {
        const { start, bytes } = await state();
        expect(start).not.toBe(before.start);
        expect(bytes).toBeLessThan(MAX_WAL_BYTES);
      },
      { timeout: 10_000 },
    );
  });
});

/** The startup message of protocol 3.0. */
const STARTUP = Buffer.from('\0\0\0\x17\0\x03\0\0user\0postgres\0\0', 'latin1');
