import { expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '#core/server/platform/migrations/migrate.ts';
import { createMigrationsUntil } from '#tests/support/database/migrations-folder.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';

it('renames the columns and statuses of imports and keeps their values', async () => {
  const { database, remove } = await createTestDatabase({ isMigrated: false });
  onTestFinished(remove);
  await migrateDatabase(database, { migrationsFolder: createMigrationsUntil('0030_index-sealed-entries') });
  await database.pool.query(
    `insert into imports (kind, file_name, layout, imported_by, status, started_at, alive_at, total, new, changed, unchanged, refused,
       undone_at, undone_by)
     select 'board-meetings', 'meetings.csv', 'Tezi', 'sana', status, now(), now(), 9, 1, 2, 3, 3,
       case when status like 'undo%' then timestamptz '2026-11-21T06:00:00Z' end, case when status like 'undo%' then 'sana' end
     from unnest(array['running', 'done', 'undoing', 'undone']) as status`,
  );
  await migrateDatabase(database);
  const { rows } = await database.pool.query(
    'select status, rejected, reverted_at, reverted_by from imports order by id',
  );
  const kept = { rejected: 3, reverted_at: null, reverted_by: null };
  const reverted = { rejected: 3, reverted_at: new Date('2026-11-21T06:00:00Z'), reverted_by: 'sana' };
  expect(rows).toEqual([
    { status: 'running', ...kept },
    { status: 'done', ...kept },
    { status: 'reverting', ...reverted },
    { status: 'reverted', ...reverted },
  ]);
});
