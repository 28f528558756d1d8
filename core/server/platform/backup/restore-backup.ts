import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import type * as z from 'zod/mini';
import {
  hasMigration,
  migrateDatabase,
  migrateTo,
  withMigrationLock,
} from '#core/server/platform/migrations/migrate.ts';
import { getRootMessage, StartupError } from '#core/server/platform/startup-error.ts';
import { FORMAT_VERSION, FormatVersion, Header, Row, Trailer } from './format.ts';
import { quoteName, readSequences, readTables, type Table, USE_EXACT_TEXT } from './tables.ts';

export interface RestoreOptions {
  report?: (line: string) => void;
  onProgress?: (progress: { done: number; total: number }) => void;
}

/**
 * Restores a backup into an empty database, in one transaction: as of the backup's migration first, then migrated to this
 * version. Throws a `StartupError`, and changes nothing, if the database is not empty or the file is not a complete backup
 * that this version can read. Returns the header.
 */
export async function restoreBackup(
  url: string,
  file: string,
  { report = () => {}, onProgress = () => {} }: RestoreOptions = {},
): Promise<Header> {
  // Before the first row: the database would report damage as rows that it rejects.
  await readBackup(file, verifyLines);
  const header = await withMigrationLock(url, { report }, async (client) => {
    if (!(await isEmpty(client))) throw new StartupError(NOT_EMPTY);
    await client.query('begin');
    try {
      const restored = await readBackup(file, (lines) => restoreLines(client, lines, onProgress));
      await client.query('commit');
      return restored;
    } catch (error) {
      // A failure to roll back must not replace the cause; the connection ends in any case.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
  await migrateDatabase({ url }, { report });
  // Without this, queries would be planned without statistics until the database collects them.
  await withMigrationLock(url, { report }, (client) => client.query('analyze'));
  return header;
}

const NOT_EMPTY =
  'The database is not empty. Restore into a new one: create a PostgreSQL database and name it in DATABASE_URL, ' +
  'or set DATA_DIR to a new folder. Do not start the server on it before.';

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    limit 1
  `);
  return rows.length === 0;
}

async function readBackup<T>(file: string, work: (lines: AsyncGenerator<Buffer>) => Promise<T>): Promise<T> {
  try {
    return await pipeline(createReadStream(file), createGunzip(), (content: AsyncIterable<Buffer>) =>
      work(readLines(content)),
    );
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_')) throw invalid(DAMAGED, error);
    if (syscall === undefined || !['open', 'read'].includes(syscall)) throw error;
    throw new StartupError(`The backup cannot be read: ${getRootMessage(error)}.`, { cause: error });
  }
}

const UNREADABLE = 'it is altered or in another format';
const DAMAGED =
  'it is truncated, damaged or in another format. Copy it again from where it is stored, or restore another backup';
const NEWER_VERSION = 'it was created by a newer version of Tezi. Update this installation first';

const invalid = (reason: string, cause?: unknown) =>
  new StartupError(`The file cannot be restored: ${reason}. Nothing was changed.`, { cause });

/** Throws unless the content has the checksum of its last line. A newer version may calculate it differently. */
async function verifyLines(lines: AsyncGenerator<Buffer>): Promise<void> {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  for await (const line of lines) {
    if (last === undefined) {
      const { version } = parse(FormatVersion, parseLine(line));
      if (version !== FORMAT_VERSION) throw invalid(NEWER_VERSION);
    } else {
      hash.update(last);
    }
    last = line;
  }
  if (last === undefined) throw invalid(DAMAGED);
  const trailer = Trailer.safeParse(parseLine(last));
  if (!trailer.success || trailer.data.sha256 !== hash.digest('hex')) throw invalid(DAMAGED);
}

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch (error) {
    throw invalid(DAMAGED, error);
  }
}

async function restoreLines(
  client: pg.Client,
  lines: AsyncGenerator<Buffer>,
  onProgress: NonNullable<RestoreOptions['onProgress']>,
): Promise<Header> {
  const reader = createReader(lines);
  const header = await readHeader(reader);
  await migrateTo(client, header.migration);
  await client.query(USE_EXACT_TEXT);
  const tables = await matchTables(client, header);
  const unprotect = await disableTriggers(client, tables);
  // Migrations insert rows too.
  await client.query(`truncate ${tables.map(({ name }) => quoteName(name)).join(', ')} cascade`);
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { rows, ...table } of tables) {
    for await (const batch of readBatches(reader, table, rows)) {
      await insertRows(client, table, batch);
      done += batch.length;
      onProgress({ done, total });
    }
  }
  // The file may have changed since it was verified.
  const sha256 = reader.hash.copy().digest('hex');
  const trailer = parse(Trailer, await reader.next());
  if (trailer.rows !== total || trailer.sha256 !== sha256 || !(await reader.isAtEnd()))
    throw invalid(DAMAGED);
  for (const { name, lastValue, isCalled } of header.sequences) {
    await client.query('select setval($1, $2, $3)', [quoteName(name), lastValue, isCalled]);
  }
  // Triggers cannot be enabled while checks of foreign keys wait for the commit.
  await client.query('set constraints all immediate');
  await unprotect();
  return header;
}

interface Reader {
  /** Parses the next line. */
  next(): Promise<unknown>;
  isAtEnd(): Promise<boolean>;
  /** The hash of the lines that were read. */
  hash: Hash;
}

function createReader(lines: AsyncGenerator<Buffer>): Reader {
  const hash = createHash('sha256');
  return {
    hash,
    async next() {
      const { value: line } = await lines.next();
      if (line === undefined) throw invalid('it is truncated');
      hash.update(line);
      return parseLine(line);
    },
    isAtEnd: async () => (await lines.next()).done === true,
  };
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(UNREADABLE, result.error);
  return result.data;
}

async function readHeader(reader: Reader): Promise<Header> {
  const line = await reader.next();
  const { version } = parse(FormatVersion, line);
  if (version !== FORMAT_VERSION) throw invalid(NEWER_VERSION);
  const header = parse(Header, line);
  if (!hasMigration(header.migration)) throw invalid(NEWER_VERSION);
  return header;
}

type CountedTable = Table & { rows: number };

/** Returns the tables in the order of the file. They are the database's own, which makes their names safe in SQL. */
async function matchTables(client: pg.Client, header: Header): Promise<CountedTable[]> {
  const existing = new Map((await readTables(client, header.migration)).map((table) => [table.name, table]));
  const tables = header.tables.map(({ name, columns, rows }) => {
    const table = existing.get(name);
    const types = new Map(table?.columns.map((column) => [column.name, column.type]));
    if (!existing.delete(name) || !table || !isSame([...types.keys()], columns)) throw invalid(UNREADABLE);
    return {
      ...table,
      columns: columns.map((column) => ({ name: column, type: types.get(column) ?? '' })),
      rows,
    };
  });
  const sequences = await readSequences(client, [...tables.map(({ name }) => name)]);
  if (
    existing.size > 0 ||
    !isSame(
      sequences,
      header.sequences.map(({ name }) => name),
    )
  ) {
    throw invalid(UNREADABLE);
  }
  return tables;
}

const isSame = (some: string[], others: string[]) =>
  some.length === others.length && new Set([...some, ...others]).size === some.length;

/**
 * Disables the product's triggers, which would count articles twice and reject rows that already have a history. Returns the
 * function that enables them again. Foreign keys are still checked.
 */
async function disableTriggers(client: pg.Client, tables: Table[]): Promise<() => Promise<void>> {
  const setTriggers = async (action: 'disable' | 'enable') => {
    for (const { name } of tables)
      await client.query(`alter table ${quoteName(name)} ${action} trigger user`);
  };
  await setTriggers('disable');
  return () => setTriggers('enable');
}

const BATCH_BYTES = 512 * 1024;
const MAX_BATCH_ROWS = 1_000;

async function* readBatches(reader: Reader, { columns }: Table, count: number): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (let index = 0; index < count; index += 1) {
    const row = parse(Row, await reader.next());
    if (row.length !== columns.length) throw invalid(UNREADABLE);
    batch.push(row);
    bytes += row.reduce((size, value) => size + (value?.length ?? 0), 0);
    if (bytes < BATCH_BYTES && batch.length < MAX_BATCH_ROWS) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Inserts rows with one statement: a parameter per column, an array of texts that the database converts. */
async function insertRows(client: pg.Client, { name, columns }: Table, rows: Row[]): Promise<void> {
  const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
  const values = columns.map(({ type }, index) => `v${index}::${type}`).join(', ');
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = columns.map((_, index) => `v${index}`).join(', ');
  const statement = `
    insert into ${quoteName(name)} (${names}) overriding system value
    select ${values} from unnest(${parameters}) as v (${aliases})
  `;
  try {
    await client.query(
      statement,
      columns.map((_, index) => rows.map((row) => row[index])),
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) throw error;
    throw invalid(`the database rejects rows of ${name} (${error.message})`, error);
  }
}

const NEW_LINE = 0x0a;

/** Splits a stream into its lines. `readline` would also split at characters that JSON leaves unescaped. */
async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end + 1)]);
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
