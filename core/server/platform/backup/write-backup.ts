import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import pg from 'pg';
import {
  findLastMigration,
  hasMigrationsTable,
  withConnection,
} from '#core/server/platform/migrations/migrate.ts';
import { getRootMessage, StartupError } from '#core/server/platform/startup-error.ts';
import { FORMAT, FORMAT_VERSION, type Header, type Row, type Trailer } from './format.ts';
import {
  listTableNames,
  quoteName,
  readSequences,
  readTables,
  type Table,
  USE_EXACT_TEXT,
} from './tables.ts';

export interface BackupOptions {
  now: Date;
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** Added to the name of a file until it is complete. */
export const PARTIAL_SUFFIX = '.partial';

/**
 * Writes a consistent copy of the database to a new file that only its owner may read. The file gets its name when it is
 * complete and on the disk. Nothing waits for this except migrations. Returns the header.
 */
export async function writeBackup(
  url: string,
  file: string,
  { now, onProgress = () => {} }: BackupOptions,
): Promise<Header> {
  if (existsSync(file)) throw new StartupError(`${file} already exists. Choose another name.`);
  const partialFile = `${file}${PARTIAL_SUFFIX}`;
  await rm(partialFile, { force: true });
  try {
    const header = await withConnection(url, (client) =>
      withSnapshot(client, async (migration) => {
        const { header, tables } = await readHeader(client, { migration, now });
        await pipeline(
          toLines(client, header, tables, onProgress),
          createGzip({ level: constants.Z_BEST_SPEED }),
          createWriteStream(partialFile, { flags: 'wx', mode: 0o600, flush: true }),
        );
        return header;
      }),
    );
    await rename(partialFile, file);
    await syncFolder(dirname(resolve(file)));
    return header;
  } catch (error) {
    await rm(partialFile, { force: true });
    if (!isFileError(error)) throw error;
    throw new StartupError(`The backup cannot be written: ${getRootMessage(error)}.`, { cause: error });
  }
}

/** Runs `work` in a transaction that sees one state of the database, while no migration changes it. */
async function withSnapshot<T>(client: pg.Client, work: (migration: string) => Promise<T>): Promise<T> {
  if (!(await hasMigrationsTable(client))) {
    throw new StartupError('The database is empty: there is nothing to back up.');
  }
  const migration = await findLastMigration(client);
  if (migration === null) {
    throw new StartupError(
      'A newer version of Tezi has migrated the database. Back it up with that version.',
    );
  }
  await client.query('begin isolation level repeatable read read only');
  await client.query(WAIT_AS_LONG_AS_NEEDED);
  await client.query(USE_EXACT_TEXT);
  // Before the first query, which determines the state that the transaction sees.
  const names = ['drizzle.__drizzle_migrations', ...listTableNames(migration)];
  await client.query(`lock table ${names.map(quoteName).join(', ')} in access share mode`);
  if ((await findLastMigration(client)) !== migration) {
    throw new StartupError('The database was being migrated. Start the backup again.');
  }
  const result = await work(migration);
  await client.query('commit');
  return result;
}

/** Overrides timeouts that are set for the role or the database. */
const WAIT_AS_LONG_AS_NEEDED = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0
`;

async function readHeader(
  client: pg.Client,
  { migration, now }: { migration: string; now: Date },
): Promise<{ header: Header; tables: Table[] }> {
  const tables = await readTables(client, migration);
  const counted: Header['tables'] = [];
  for (const { name, columns, condition } of tables) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from ${quoteName(name)} where ${condition}`,
    );
    counted.push({ name, columns: columns.map((column) => column.name), rows: Number(rows[0]?.count) });
  }
  const sequences: Header['sequences'] = [];
  for (const name of await readSequences(client, listTableNames(migration))) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoteName(name)}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  const header: Header = {
    format: FORMAT,
    version: FORMAT_VERSION,
    createdAt: now.toISOString(),
    migration,
    tables: counted,
    sequences,
  };
  return { header, tables };
}

async function* toLines(
  client: pg.Client,
  header: Header,
  tables: Table[],
  onProgress: NonNullable<BackupOptions['onProgress']>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const sign = (text: string) => {
    hash.update(text);
    return text;
  };
  yield sign(`${JSON.stringify(header)}\n`);
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of tables) {
    for await (const rows of readRows(client, table)) {
      yield sign(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      done += rows.length;
      onProgress({ done, total });
    }
  }
  yield `${JSON.stringify({ rows: total, sha256: hash.digest('hex') } satisfies Trailer)}\n`;
}

/** The size of the rows that are in memory at a time. Small enough that a running server responds in between. */
const BATCH_BYTES = 256 * 1024;
const FIRST_BATCH_ROWS = 16;
// Rows of this number with 400 KB each, such as articles, fit into the memory of `write-in-process.ts`.
const MAX_BATCH_ROWS = 250;

async function* readRows(
  client: pg.Client,
  { name, columns, condition, orderBy }: Table,
): AsyncGenerator<Row[]> {
  const columnList = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
  const order = orderBy === null ? '' : ` order by ${orderBy}`;
  await client.query(
    `declare backup_rows no scroll cursor for select ${columnList} from ${quoteName(name)} where ${condition}${order}`,
  );
  let count = FIRST_BATCH_ROWS;
  for (;;) {
    const { rows } = await client.query<Row>({
      text: `fetch ${count} from backup_rows`,
      rowMode: 'array',
      // Every value as the text that the database sent.
      types: { getTypeParser: () => (text: string) => text },
    });
    if (rows.length === 0) break;
    yield rows;
    const bytes = rows.reduce((sum, row) => sum + getSize(row), 0);
    count = Math.min(MAX_BATCH_ROWS, Math.max(1, Math.floor((BATCH_BYTES * rows.length) / bytes)));
  }
  await client.query('close backup_rows');
}

const getSize = (row: Row) => row.reduce((size, value) => size + (value?.length ?? 0), 1);

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isFileError = (error: unknown) =>
  error instanceof Error &&
  ['open', 'write', 'rename', 'fsync', 'close'].includes((error as NodeJS.ErrnoException).syscall ?? '');
