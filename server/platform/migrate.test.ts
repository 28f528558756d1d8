import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { testDatabase } from '#tests/support/test-database.ts';
import { isMigrated, migrateDatabase } from './migrate.ts';

let made: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  made = await testDatabase({ isMigrated: false });
});
afterAll(() => made.remove());

const applied = async () =>
  (await made.database.pool.query('select hash from drizzle.__drizzle_migrations')).rowCount;

describe('migrating', () => {
  it('brings an empty database to the tables of this version, also when several servers start at once', async () => {
    expect(await isMigrated(made.database)).toBe(false);
    // The embedded database has one server alone.
    const servers = inject('databaseTemplate').kind === 'server' ? 3 : 1;
    await Promise.all(Array.from({ length: servers }, () => migrateDatabase(made.database)));
    expect(await isMigrated(made.database)).toBe(true);
    expect(await applied()).toBe(journal.entries.length);
  });

  it('changes nothing the second time', async () => {
    await migrateDatabase(made.database);
    expect(await applied()).toBe(journal.entries.length);
  });

  it('is not done while a migration of this version is missing', async () => {
    await made.database.pool.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    );
    expect(await isMigrated(made.database)).toBe(false);
  });
});
