import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { VERSION } from '#core/server/version.ts';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import releases from '#db/migrations/releases.json' with { type: 'json' };
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { migrateDatabase } from './migrate.ts';

interface TestMigration {
  release: string;
  sql?: string;
}

/** Creates the migrations of a release: those of all releases until it. */
function createFolder(migrations: TestMigration[]): string {
  const folder = makeTemporaryDir();
  mkdirSync(join(folder, 'meta'));
  const tags = migrations.map((_, index) => `${String(index).padStart(4, '0')}_test`);
  const entries = tags.map((tag, idx) => ({ idx, version: '7', when: 1_000 + idx, tag, breakpoints: true }));
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  for (const [index, { sql }] of migrations.entries()) {
    writeFileSync(join(folder, `${tags[index]}.sql`), sql ?? `create table release_${index} (id int);`);
  }
  const ends = Object.fromEntries(migrations.map(({ release }, index) => [release, tags[index]]));
  writeFileSync(join(folder, 'releases.json'), JSON.stringify(ends));
  return folder;
}

async function createDatabase() {
  const { database, remove } = await createTestDatabase({ isMigrated: false });
  onTestFinished(remove);
  return database;
}

const FIRST = { release: VERSION };
const SECOND = { release: '91.1.0' };
const THIRD = { release: '91.2.0' };

it('lets a release start on the database of the next one, also after an upgrade that had several migrations', async () => {
  const database = await createDatabase();
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST, SECOND, SECOND]) });
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST]) });
});

it('rejects a database that is two releases ahead, also if the one in between was never installed', async () => {
  const database = await createDatabase();
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST, SECOND, THIRD]) });
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST, SECOND]) });
  await expect(migrateDatabase(database, { migrationsFolder: createFolder([FIRST]) })).rejects.toThrow(
    `The database has the tables of Tezi 91.2.0, which is 2 releases ahead of this one, ${VERSION}. Only a rollback by one ` +
      'release is possible. Install Tezi 91.2.0 or a later release,',
  );
});

it('rejects a database with a migration that is marked as incompatible', async () => {
  const database = await createDatabase();
  const sql =
    '-- incompatible with earlier releases: they write prices without a currency\ncreate table currencies (id int);';
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST, { ...SECOND, sql }]) });
  await expect(migrateDatabase(database, { migrationsFolder: createFolder([FIRST]) })).rejects.toThrow(
    `Tezi 91.1.0 has changed the database so that this release, ${VERSION}, cannot use it: they write prices without a currency.`,
  );
});

it('accepts a database whose later migrations were rolled back', async () => {
  const database = await createDatabase();
  const broken = { ...THIRD, sql: 'create table release_0 (id int);' };
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST]) });
  await expect(
    migrateDatabase(database, { migrationsFolder: createFolder([FIRST, SECOND, broken]) }),
  ).rejects.toThrow('All migrations of this start were rolled back.');
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST]) });
});

it('corrects the releases and the incompatibilities that are stored', async () => {
  const database = await createDatabase();
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST, FIRST, FIRST]) });
  const sql = '-- incompatible with earlier releases: they write prices without a currency\nselect 1;';
  await migrateDatabase(database, { migrationsFolder: createFolder([FIRST, { ...SECOND, sql }, SECOND]) });
  const { rows } = await database.pool.query(
    'select release, incompatible from drizzle.releases order by created_at',
  );
  expect(rows).toEqual([
    { release: VERSION, incompatible: null },
    { release: '91.1.0', incompatible: 'they write prices without a currency' },
    { release: '91.1.0', incompatible: null },
  ]);
});

it('the list of releases has a release for every migration, in order, and this one among them', () => {
  const tags = journal.entries.map(({ tag }) => tag);
  const positions = Object.values<string>(releases).map((tag) => tags.indexOf(tag));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(Object.keys(releases)).toContain(VERSION);
  expect(
    positions.at(-1),
    'A new migration needs a new version: see docs/operations/upgrade.md, "How a release changes the database".',
  ).toBe(tags.length - 1);
});
