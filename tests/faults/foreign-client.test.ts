import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  COUNT_TITLES,
  expectNothingLost,
  makeTemporaryDataDir,
  queryEmbedded,
  report,
  startFaultServer,
} from './support/fault-server.ts';
import { findPostgresPrograms } from './support/postgres.ts';
import { startWriteLoad } from './support/write-load.ts';

/** Settings of roles and databases apply to new sessions. */
const END_OTHER_SESSIONS =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

/** Changes of a foreign session, and of the settings of all sessions that are opened after it. */
const CHANGES: [name: string, statements: string[]][] = [
  ['sets its search path', ['set search_path to nowhere']],
  ['sets its statement timeout', ["set statement_timeout to '1ms'"]],
  ['sets its transactions to read-only', ['set default_transaction_read_only to on']],
  ['sets its time zone', ["set timezone to 'America/New_York'"]],
  ['prepares a statement', ['prepare foreign_statement as select 1']],
  ['creates a temporary table with the name of a table', ['create temporary table signals (id integer)']],
  ['holds a transaction open', ['begin isolation level serializable']],
  ['holds a transaction with locked rows open', ['begin', 'select from signals for update']],
  [
    'sets the lock timeout of all sessions',
    ["alter role postgres set lock_timeout = '1ms'", END_OTHER_SESSIONS],
  ],
  [
    'sets the idle timeout of all transactions',
    ["alter database tezi set idle_in_transaction_session_timeout = '1ms'", END_OTHER_SESSIONS],
  ],
  ['limits the connections', ['alter system set max_connections = 5', END_OTHER_SESSIONS]],
];

type Stored = { title: string; count: number };

describe('a PostgreSQL client on the socket of the embedded database', () => {
  it.each(CHANGES)('does not break the server if it %s', async (name, statements) => {
    const dataDir = makeTemporaryDataDir();
    const product = await startFaultServer({ DATA_DIR: dataDir });
    const load = await startWriteLoad(product);
    await load.nextAcknowledged();
    const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'tezi' });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    // Its open transaction does not block others for longer than they wait for a lock.
    await load.nextAcknowledged();
    await client.end();
    const recovery = await load.nextAcknowledged();
    await load.stop();
    report(`a client that ${name}`, [recovery], load);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    expectNothingLost(product, load, await queryEmbedded<Stored>(dataDir, COUNT_TITLES));
  });

  const programs = findPostgresPrograms();
  it.skipIf(!programs)('does not disturb the server by running pg_dump', async () => {
    const dataDir = makeTemporaryDataDir();
    const product = await startFaultServer({ DATA_DIR: dataDir });
    const load = await startWriteLoad(product);
    await load.nextAcknowledged();
    const { stdout, stderr } = await runPgDump(programs as string, join(dataDir, 'socket'));
    const recovery = await load.nextAcknowledged();
    await load.stop();
    report('pg_dump', [recovery], load);
    // A pg_dump that is older than the embedded database connects, changes its session, and gives up.
    if (!stderr.includes('server version mismatch')) expect(stdout).toContain('COPY public.signals ');
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    expectNothingLost(product, load, await queryEmbedded<Stored>(dataDir, COUNT_TITLES));
  });
});

function runPgDump(programs: string, socketDir: string): Promise<{ stdout: string; stderr: string }> {
  const words = ['-h', socketDir, '-U', 'postgres', 'tezi'];
  return promisify(execFile)(join(programs, 'pg_dump'), words, { maxBuffer: 1024 ** 3 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
}
