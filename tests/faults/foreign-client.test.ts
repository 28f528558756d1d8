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

/** Changes that a foreign session may leave behind. */
const SESSION_CHANGES = [
  'set search_path to nowhere',
  "set statement_timeout to '1ms'",
  'set default_transaction_read_only to on',
  "set timezone to 'America/New_York'",
  'prepare foreign_statement as select 1',
  'create temporary table signals (id integer)',
  'begin isolation level serializable',
];

type Stored = { title: string; count: number };

describe('a PostgreSQL client on the socket of the embedded database', () => {
  it.each(SESSION_CHANGES)('does not break the server with "%s"', async (statement) => {
    const dataDir = makeTemporaryDataDir();
    const product = await startFaultServer({ DATA_DIR: dataDir });
    const load = await startWriteLoad(product);
    await load.nextAcknowledged();
    const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' });
    await client.connect();
    await client.query(statement);
    if (!statement.startsWith('begin')) await load.nextAcknowledged();
    await client.end();
    const recovery = await load.nextAcknowledged();
    await load.stop();
    report(statement, [recovery], load);
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
  const words = ['-h', socketDir, '-U', 'postgres', 'postgres'];
  return promisify(execFile)(join(programs, 'pg_dump'), words, { maxBuffer: 1024 ** 3 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
}
