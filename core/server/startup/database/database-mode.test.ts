import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Config, readConfig } from '#core/server/config/config.ts';
import { DEMO_CUSTOMER, DEMO_CUSTOMERS } from '#core/server/config/demo.ts';
import { restoreBackup } from '#core/server/platform/backup/restore-backup.ts';
import { writeBackup } from '#core/server/platform/backup/write-backup.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { migrateDatabase } from '#core/server/platform/migrations/migrate.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { hashPassword } from '#features/accounts/server/accounts.ts';
import { SAMPLE_AUTHOR } from '#features/signals/server/signals.ts';
import { hasDemoContent, prepareContent } from '#prepare-content.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { createMigrationsUntil } from '#tests/support/database/migrations-folder.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { getFreePort, ROOT, ServerExitedError, startServerProcess } from '#tests/support/server-process.ts';
import { CONTAMINATED_DATABASE_GUIDE, storeMode } from './database-mode.ts';
import { joinDatabase, openDatabase } from './open-database.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const logger = createLogger('silent');
/** Those of the first commit, of version 1.2.0, and of the commit before modes were stored. */
const RELEASES = ['0000_initial', '0033_correct-inputs', '0053_webhook-failing-days'];

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.test',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'support@tezi.test',
  CONTACT_PHONE: '+92 42 1234567',
  SMTP_URL: 'none',
};

let url: string;
let pool: pg.Pool;
let demo: Config;
let demoOnNetwork: Config;
let production: Config;

beforeEach(async () => {
  const { database, remove } = await createTestDatabase({ isMigrated: false });
  onTestFinished(remove);
  ({ url, pool } = database);
  demo = readConfig({ DATABASE_URL: url });
  demoOnNetwork = readConfig({
    ...{ DATABASE_URL: url, HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes' },
    ...{ ADMIN_USERNAME: 'sana', ADMIN_PASSWORD: 'a password of my own' },
  });
  production = readConfig({ ...PRODUCTION, DATABASE_URL: url });
});

/** Takes the steps of a server's start that use the database, and stops it. */
async function start(config: Config): Promise<void> {
  const { close } = await openDatabase(config, logger, {
    hasDemoContent,
    prepare: (database) => prepareContent(database, config, NOW),
  });
  await close();
}

/** Opens the database as `start` does, without the content that a demo then adds, which takes seconds. */
async function startWithoutContent(config: Config): Promise<void> {
  const { close } = await openDatabase(config, logger, {
    hasDemoContent,
    prepare: (database) => storeMode(database.db, config.mode),
  });
  await close();
}

async function expectRejection(config: Config, ...texts: string[]): Promise<void> {
  const before = await digest();
  const error = await start(config).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  for (const text of [...texts, 'Nothing was written.'])
    expect((error as StartupError).message).toContain(text);
  expect(await digest()).toEqual(before);
}

/** Returns a hash of the rows of every table, and the columns, so that nothing can change unnoticed. */
async function digest(): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select format('%I.%I', table_schema, table_name) as name, string_agg(column_name || ' ' || data_type, ', ' order by column_name) as columns
     from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema') group by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name, columns } of rows) {
    const content = await pool.query(`select t::text as row from ${name} t order by 1`);
    digests[name] = createHash('sha256')
      .update(columns + JSON.stringify(content.rows))
      .digest('hex');
  }
  return digests;
}

/** Returns counts as the driver does. */
const toTexts = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, String(value)]));

const readMode = async () => (await pool.query('select mode from database_mode')).rows;
const count = async (table: string) =>
  (await pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;

const migrateUntil = (release: string) =>
  migrateDatabase({ url }, { migrationsFolder: createMigrationsUntil(release) });

/** Content that tables of every release accept. */
const addAdministrator = async () =>
  pool.query(`insert into administrators (username, password_hash, created_at) values ('bilal', $1, now())`, [
    await hashPassword('a password of my own'),
  ]);
const addCustomer = async (email: string, password: string) =>
  pool.query(
    `insert into users (email, first_name, last_name, password_hash, created_at) values ($1, 'A', 'B', $2, now())`,
    [email, await hashPassword(password)],
  );
/** Only the versions of a signal say who published it. */
const addVersionBy = (author: string) =>
  pool.query(`
    begin; set local session_replication_role = replica;
    insert into signal_versions (signal_id, version, action, changed_at, changed_by, signal)
    values (gen_random_uuid(), 1, 'created', now(), '${author}', '{}');
    commit`);

describe('the first start on an empty database', () => {
  it.each(['demo', 'production'] as const)('stores the mode %s', async (mode) => {
    await start({ demo, production }[mode]);
    expect(await readMode()).toEqual([{ mode }]);
    await start({ demo, production }[mode]);
    expect(await readMode()).toEqual([{ mode }]);
  });

  it('stores the mode on tables that a command or an earlier release has created', async () => {
    const { close } = await joinDatabase(demo, logger);
    await close();
    expect(await readMode()).toEqual([]);
    await start(production);
    expect(await readMode()).toEqual([{ mode: 'production' }]);
  });

  it('of a demo and of production at the same time ends with one of them', async () => {
    const results = await Promise.allSettled([start(production), start(demo)]);
    const [winner] = await readMode();
    expect(results.map(({ status }) => status)).toEqual(
      winner.mode === 'production' ? ['fulfilled', 'rejected'] : ['rejected', 'fulfilled'],
    );
    expect(await count('users')).toBe(winner.mode === 'production' ? 0 : DEMO_CUSTOMERS.length);
  });
});

describe('a demo', () => {
  it('rejects the empty database of production', async () => {
    await start(production);
    for (const config of [demo, demoOnNetwork])
      await expectRejection(
        config,
        "The database that DATABASE_URL names is production's.",
        'because MODE is not "production"',
        'Set MODE=production, or name another database in DATABASE_URL.',
      );
    await start(production);
  });

  it("rejects a restored backup of production's database", async () => {
    await start(production);
    const file = join(makeTemporaryDir(), 'tezi.backup');
    await writeBackup(url, file, { now: NOW });
    const restored = await createTestDatabase({ isMigrated: false });
    onTestFinished(restored.remove);
    await restoreBackup(restored.database.url, file);
    ({ pool } = restored.database);
    await expectRejection({ ...demo, databaseUrl: restored.database.url }, "is production's");
  });

  it.each(RELEASES)('rejects content without a mode, and does not migrate it from %s', async (release) => {
    await migrateUntil(release);
    await addAdministrator();
    await addCustomer('sana@example.com', 'a password of their own');
    await expectRejection(demo, "has content that is not a demo's (administrators and customers)");
    await start(production);
    expect(await readMode()).toEqual([{ mode: 'production' }]);
    await expectRejection(demo, "is production's");
  });

  it.each([
    [
      'news sources',
      `insert into news_sources (name, url, created_at, next_fetch_at) values ('News', 'https://news.example/feed', now(), now())`,
    ],
    ['prices', `insert into price_bars (symbol, date, close) values ('LUCK', '2026-11-20', 100)`],
    ['index values', `insert into index_values (symbol, date, value) values ('KSE100', '2026-11-20', 100)`],
  ])('rejects %s alone', async (name, statement) => {
    await migrateUntil('0033_correct-inputs');
    await pool.query(statement);
    await expectRejection(demo, `(${name})`);
  });

  it.each(RELEASES)('accepts the empty tables of %s', async (release) => {
    await migrateUntil(release);
    await startWithoutContent(demo);
    expect(await readMode()).toEqual([{ mode: 'demo' }]);
  });

  it.each(RELEASES)('continues a demo of %s, by its sample accounts', async (release) => {
    await migrateUntil(release);
    await addAdministrator();
    await addCustomer(DEMO_CUSTOMER.email, DEMO_CUSTOMER.password);
    await (release === RELEASES[0] ? start : startWithoutContent)(demo);
    expect(await readMode()).toEqual([{ mode: 'demo' }]);
  });

  it('rejects content with a customer who registered the email of a sample account', async () => {
    await migrateUntil('0053_webhook-failing-days');
    await addAdministrator();
    await addCustomer('paused@tezi.example', 'a password of their own');
    await expectRejection(demo, '(administrators and customers)');
  });

  it('continues one that other machines can reach, which has no sample accounts, by its sample signals', async () => {
    await migrateUntil('0033_correct-inputs');
    await addAdministrator();
    await addVersionBy('bilal');
    await expectRejection(demoOnNetwork, '(administrators)');
    await addVersionBy(SAMPLE_AUTHOR);
    await startWithoutContent(demoOnNetwork);
    expect(await readMode()).toEqual([{ mode: 'demo' }]);
  });
});

describe('production', () => {
  it("rejects a demo's database", async () => {
    await start(demo);
    await expectRejection(
      production,
      "The database that DATABASE_URL names is a demo's",
      'Name another database in DATABASE_URL, or set MODE=demo.',
      'docs/operations/contaminated-database.md',
    );
    await startWithoutContent(demo);
  });

  it("rejects a demo's database of an earlier release, and stores no mode", async () => {
    await migrateUntil('0033_correct-inputs');
    await addCustomer(DEMO_CUSTOMER.email, DEMO_CUSTOMER.password);
    await expect(start(production)).rejects.toThrow('docs/operations/contaminated-database.md');
    expect(await readMode()).toEqual([]);
    await pool.query('delete from users');
    await pool.query(`insert into price_bars (symbol, date, close) values ('LUCK', '2026-11-20', 100)`);
    await expect(start(production)).rejects.toThrow("contains the demo's sample prices");
    expect(await readMode()).toEqual([]);
    await pool.query('delete from price_bars');
    await start(production);
    expect(await readMode()).toEqual([{ mode: 'production' }]);
  });
});

describe('the guide for a contaminated database', () => {
  it('has statements that count and remove what a demo adds, after which production starts', async () => {
    await start(demo);
    const [countContent = '', removeContent = ''] = [
      ...readFileSync(join(ROOT, CONTAMINATED_DATABASE_GUIDE), 'utf8').matchAll(/```sql\n(.*?)```/gs),
    ].map(([, statements]) => statements);
    const readCounts = async () => (await pool.query(countContent)).rows;
    const added = { customers: 6, articles: 48, meetings: 62, closures: 60, prices: 48 * 250, signals: 48 };
    expect(await readCounts()).toEqual([{ ...toTexts(added), first_start: NOW }]);
    // A demo adds its signals only to a database without any.
    await pool.query(`begin; set local session_replication_role = replica;
      delete from signals; delete from signal_versions; commit`);

    await pool.query(removeContent);
    const none = { customers: 0, articles: 0, meetings: 0, closures: 0, prices: 0, signals: 0 };
    expect(await readCounts()).toEqual([{ ...toTexts(none), first_start: null }]);
    await pool.query('delete from administrators; delete from database_mode');
    await start(production);
    expect(await readMode()).toEqual([{ mode: 'production' }]);
  });
});

describe('a command', () => {
  it("works on the database of either mode without the server's settings", async () => {
    await start(production);
    const { database, close } = await joinDatabase(demo, logger);
    expect((await database.pool.query('select mode from database_mode')).rows).toEqual([
      { mode: 'production' },
    ]);
    await close();
    expect(await count('users')).toBe(0);
  });
});

describe('servers as processes', () => {
  it("a server without MODE does not start in the folder of production's embedded database", async () => {
    const dataDir = makeTemporaryDir();
    const port = String(await getFreePort());
    const settings = { ...PRODUCTION, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: port };
    const publicUrl = { PUBLIC_URL: `http://127.0.0.1:${port}` };
    const server = await startServerProcess({ ...settings, ...publicUrl });
    expect(await server.stop()).toBe(0);
    const files = readdirSync(dataDir);

    const error = await startServerProcess({ DATA_DIR: dataDir }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServerExitedError);
    const { code, output } = error as ServerExitedError;
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`The database in ${dataDir} is production's.`),
    ]);
    expect(output).not.toContain('    at ');
    expect(readdirSync(dataDir)).toEqual(files);

    const again = await startServerProcess({ ...settings, ...publicUrl });
    expect(await again.stop()).toBe(0);
  }, 120_000);
});
