import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import type { Database } from '#core/server/platform/database.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { findLastMigration, isMigrated, withConnection } from '#core/server/platform/migrations/migrate.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import {
  createSigningKey,
  generateSigningKey,
  signHeadIfDue,
  verifyLedger,
} from '#features/ledger/server/ledger.ts';
import { prepareContent } from '#prepare-content.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { restoreBackup } from './restore-backup.ts';
import { listTableNames, quoteName } from './tables.ts';
import { writeBackup } from './write-backup.ts';

const test = useTestApp();
const now = new Date('2026-11-21T05:42:00.000Z');
const dir = mkdtempSync(join(tmpdir(), 'tezi-test-backup-'));
const file = join(dir, 'tezi.backup');
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const reportQueue = defineQueue<{ number: number }>('test-report', {
  timeLimitMs: 1000,
  retries: { maxAttempts: 2, firstDelayMs: 1000, longestDelayMs: 1000 },
});
const HARD_TEXTS = [
  '',
  'NULL',
  '\\N',
  'a\tb\nc\r\n',
  '"quoted", {braced}',
  "it's",
  'سیمنٹ 🐂',
  'a\u2028b\u2029c',
];

beforeAll(async () => {
  await prepareContent(test.database, readConfig({ MODE: 'demo' }), now);
  await addRows(test.database);
  const signingKey = createSigningKey(generateSigningKey());
  await signHeadIfDue({ database: test.database, clock: test.clock, signingKey });
  await writeBackup(test.database.url, file, { now });
}, 120_000);

async function addRows({ pool, transaction }: Database): Promise<void> {
  for (const text of HARD_TEXTS) {
    await pool.query(
      `insert into demo_mailbox (recipient, subject, text, sent_at)
       values ('a@example.com', $1, $1, '2026-11-21 05:42:00.123456+05')`,
      [text],
    );
  }
  await transaction(async (tx) => {
    await recordOperatorEvent(tx, { kind: 'holiday_removed', details: { label: HARD_TEXTS.join() } }, now);
    await enqueue(tx, reportQueue, { number: 1 });
    await enqueue(tx, reportQueue, { number: 2 });
  });
  await pool.query(
    `update pgboss.job set state = 'completed', completed_on = now() where data = '{"number": 2}'`,
  );
  await pool.query("select nextval('security_events_id_seq')");
}

/** Creates a database without tables. */
async function createEmpty(): Promise<Database> {
  const { database, remove } = await createTestDatabase({ isMigrated: false });
  onTestFinished(remove);
  return database;
}

/** Reads every row of every table as text, and the state of sequences and triggers. */
function readAll(url: string): Promise<Record<string, string[]>> {
  return withConnection(url, async (client) => {
    await client.query("begin; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'");
    const content: Record<string, string[]> = {};
    const read = async (name: string, query: string) => {
      content[name] = (await client.query<{ row: string }>(query)).rows.map(({ row }) => row).sort();
    };
    for (const name of listTableNames((await findLastMigration(client)) ?? '')) {
      const condition = name === 'pgboss.job' ? "state < 'completed'" : 'true';
      await read(name, `select t::text as row from ${quoteName(name)} t where ${condition}`);
    }
    await read('sequences', 'select (last_value, is_called)::text as row from security_events_id_seq');
    await read(
      'triggers',
      `select (tgrelid::regclass, tgname, tgenabled)::text as row from pg_trigger where not tgisinternal`,
    );
    await client.query('commit');
    return content;
  });
}

describe('a backup', { timeout: 120_000 }, () => {
  it('restores every row into another database and back', async () => {
    const original = await readAll(test.database.url);
    expect(original['public.articles']?.length).toBeGreaterThan(20);
    expect(original['public.signal_versions']?.length).toBeGreaterThan(20);
    expect(original['pgboss.job']).toHaveLength(1);

    const copy = await createEmpty();
    await restoreBackup(copy.url, file);
    expect(await readAll(copy.url)).toEqual(original);

    const fileOfCopy = join(dir, 'copy.backup');
    await writeBackup(copy.url, fileOfCopy, { now });
    const back = await createEmpty();
    await restoreBackup(back.url, fileOfCopy);
    expect(await readAll(back.url)).toEqual(original);
    expect(await verifyLedger(back.db, Date.UTC(2100, 0))).toMatchObject({ isValid: true, heads: 1 });

    expect(await isMigrated(back)).toBe(true);
    const { rows } = await back.pool.query(
      `insert into security_events (occurred_at, kind, outcome) values (now(), 'x', 'success') returning id`,
    );
    const { rows: last } = await test.database.pool.query(
      'select last_value as id from security_events_id_seq',
    );
    expect(Number(rows[0].id)).toBe(Number(last[0].id) + 1);
    await expect(back.pool.query('delete from signal_versions')).rejects.toThrow();
  });

  it('contains one state of the database while it is being changed', async () => {
    const { pool } = test.database;
    let change: Promise<unknown> | undefined;
    const changedFile = join(dir, 'changed.backup');
    await writeBackup(test.database.url, changedFile, {
      now,
      onProgress() {
        change ??= pool.query(
          `insert into demo_mailbox (recipient, subject, text, sent_at) values ('late', '', '', now())`,
        );
      },
    });
    await change;
    const copy = await createEmpty();
    await restoreBackup(copy.url, changedFile);
    const removeLate = "delete from demo_mailbox where recipient = 'late'";
    expect((await copy.pool.query(removeLate)).rowCount).toBe(0);
    expect((await pool.query(removeLate)).rowCount).toBe(1);
  });

  it('a backup is readable by its owner only, and leaves no partial file', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('does not replace a file', async () => {
    await expect(writeBackup(test.database.url, file, { now })).rejects.toThrow(
      `${file} already exists. Choose another name.`,
    );
  });

  it('explains that its folder does not exist', async () => {
    const path = join(dir, 'missing', 'tezi.backup');
    await expect(writeBackup(test.database.url, path, { now })).rejects.toThrow(
      'The backup cannot be written: ENOENT',
    );
  });

  it('a backup is not made of an empty database', async () => {
    const empty = await createEmpty();
    const path = join(dir, 'empty.backup');
    await expect(writeBackup(empty.url, path, { now })).rejects.toThrow('The database is empty');
    expect(existsSync(path)).toBe(false);
  });

  it('includes every table of the product', async () => {
    const { rows } = await test.database.pool.query<{ name: string }>(
      `select 'public.' || tablename as name from pg_tables where schemaname = 'public'`,
    );
    const migration = await withConnection(test.database.url, findLastMigration);
    const names = listTableNames(migration ?? '');
    expect(rows.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** Writes a copy of the backup with changed lines and a valid checksum. */
function writeChanged(name: string, change: (lines: string[]) => string[]): string {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').slice(0, -1);
  const content = change(lines.slice(0, -1))
    .map((line) => `${line}\n`)
    .join('');
  const { rows } = JSON.parse(lines.at(-1) ?? '');
  const sha256 = createHash('sha256').update(content).digest('hex');
  return writeFile(name, gzipSync(`${content}${JSON.stringify({ rows, sha256 })}\n`));
}

function writeFile(name: string, content: Buffer): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

const changeHeader = (change: (header: Record<string, unknown>) => object) => (lines: string[]) => [
  JSON.stringify(change(JSON.parse(lines[0] ?? ''))),
  ...lines.slice(1),
];

describe('a restore', { timeout: 120_000 }, () => {
  it('rejects a database that is not empty', async () => {
    await expect(restoreBackup(test.database.url, file)).rejects.toThrow('The database is not empty.');
  });

  it('rejects files that are truncated, altered, in another format or newer, and changes nothing', async () => {
    const target = await createEmpty();
    const content = readFileSync(file);
    const text = gunzipSync(content).toString('utf8');
    const altered = text.replace("it's", 'it is');
    expect(altered).not.toBe(text);
    const broken = Buffer.from(content);
    broken.writeUInt8((broken.at(-6) ?? 0) ^ 1, broken.length - 6);
    const files: [path: string, reason: string][] = [
      [writeFile('truncated', content.subarray(0, content.length / 2)), 'it is truncated'],
      [writeFile('short', gzipSync(text.slice(0, text.lastIndexOf('{"rows"')))), 'it is truncated'],
      [writeFile('broken', broken), 'it is truncated, damaged or in another format'],
      [writeFile('altered', gzipSync(altered)), 'it is truncated, damaged or in another format'],
      [writeFile('longer', gzipSync(`${text}[]\n`)), 'it is truncated, damaged or in another format'],
      [writeFile('text', Buffer.from('-- PostgreSQL dump')), 'in another format'],
      [writeFile('json', gzipSync('{"format":"other","version":1}\n')), 'in another format'],
      [
        writeChanged(
          'format',
          changeHeader((header) => ({ ...header, version: 2 })),
        ),
        'a newer version of Tezi',
      ],
      [
        writeChanged(
          'migration',
          changeHeader((header) => ({ ...header, migration: '9999_future' })),
        ),
        'a newer version of Tezi',
      ],
      [
        writeChanged(
          'tables',
          changeHeader((header) => ({ ...header, tables: [] })),
        ),
        'it is altered or in another format',
      ],
      [join(dir, 'missing.backup'), 'The backup cannot be read: ENOENT'],
    ];
    for (const [path, reason] of files) {
      await expect(restoreBackup(target.url, path), path).rejects.toThrow(reason);
      const { rows } = await target.pool.query(
        "select nspname from pg_namespace where nspname in ('drizzle', 'pgboss')",
      );
      expect(rows, path).toEqual([]);
    }
    await restoreBackup(target.url, file);
    expect(await readAll(target.url)).toEqual(await readAll(test.database.url));
  });

  it('reports a damaged byte as damage of the file, before a row reaches the database', async () => {
    const target = await createEmpty();
    const content = readFileSync(file);
    const paths = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => {
      const damaged = Buffer.from(content);
      const position = Math.floor(content.length * part);
      // All bits, because some of them only fill the byte between two blocks.
      damaged.writeUInt8(damaged.readUInt8(position) ^ 0xff, position);
      return writeFile(`damaged-${part}`, damaged);
    });
    // A value that the database would reject, in a file whose compression is intact.
    const text = gunzipSync(content).toString('utf8');
    paths.push(writeFile('damaged-date', gzipSync(text.replaceAll('"2026-', '"2q26-'))));
    for (const path of paths) {
      await expect(restoreBackup(target.url, path), path).rejects.toThrow(
        /damaged .* Copy it again from where it is stored, or restore another backup\. Nothing was changed\./,
      );
    }
    expect((await target.pool.query("select from pg_namespace where nspname = 'drizzle'")).rowCount).toBe(0);
  });

  it('rejects rows that violate a foreign key', async () => {
    const path = writeChanged('orphan', (lines) => {
      const { tables } = JSON.parse(lines[0] ?? '') as { tables: { name: string; rows: number }[] };
      let first = 1;
      for (const { name, rows } of tables) {
        if (name === 'public.signal_versions') break;
        first += rows;
      }
      const signalId = (JSON.parse(lines[first] ?? '') as string[])[1] ?? '';
      const other = '7d0f6a52-0000-4000-8000-000000000000';
      return lines.map((line, index) => (index === first ? line.replace(signalId, other) : line));
    });
    const target = await createEmpty();
    await expect(restoreBackup(target.url, path)).rejects.toThrow(
      'the database rejects rows of public.signal_versions',
    );
  });
});
