import { getConstructionPlans } from 'pg-boss';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { createBoss, SCHEMA } from './boss.ts';

it('starts on the schema that the migrations create', async () => {
  const { database, remove } = await createTestDatabase();
  const boss = createBoss({ executeSql: database.runScript });
  // If this fails after an upgrade of pg-boss, add a migration with the statements of `getMigrationPlans`.
  expect(getConstructionPlans(SCHEMA)).toContain(`VALUES ('${await boss.schemaVersion()}')`);
  await boss.start();
  const drift = await boss.detectSchemaDrift();
  expect(drift).toMatchObject({ ok: true, extraIndexes: [] });
  await boss.stop({ close: false });
  await remove();
});
