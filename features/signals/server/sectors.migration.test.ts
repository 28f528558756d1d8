import { expect, it, onTestFinished } from 'vitest';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { migrateDatabase } from '#core/server/platform/migrations/migrate.ts';
import { createMigrationsUntil } from '#tests/support/database/migrations-folder.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';

const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

function* listCharacters() {
  for (let code = 1; code <= 0xe1000; code += 1) {
    const character = String.fromCodePoint(code);
    // And those next to them.
    if (/[\p{Cc}\p{Default_Ignorable_Code_Point}\s\ufff9-\ufffb]/u.test(character)) yield character;
    else if (
      INVISIBLE.test(String.fromCodePoint(code + 1)) ||
      INVISIBLE.test(String.fromCodePoint(code - 1))
    ) {
      if (character.isWellFormed()) yield character;
    }
  }
}

const JOINED = [
  '\u200cب',
  'ب\u200d',
  'خوش\u200c\u200c\u200dبخت',
  'ب\u200d-',
  'A\u200dب',
  'ب\u200c\nب',
  '\u200d\u200c',
  '\u200b',
];

it('cleans stored sectors as those of filters', async () => {
  const { database, remove } = await createTestDatabase({ isMigrated: false });
  onTestFinished(remove);
  await migrateDatabase(database, { migrationsFolder: createMigrationsUntil('0028_evaluation-changes') });
  const sectors = [
    ...Array.from(listCharacters(), (character) => `ب${character}ب${character}A`),
    ...JOINED,
    'Cement',
  ];
  await database.pool.query(
    `insert into signals (signal_type, symbol, entry_price, stop_loss, target_points, leverage, shariah_type, risk_type, order_type,
       call_status, version, created_at, title, sector)
     select 'swing', 'AAA', 100, 90, array[110], 1, 'Unknown', 'low', 'buy', 'in_progress', 1, now(), position, sector
     from unnest($1::text[]) with ordinality as given (sector, position)`,
    [sectors],
  );
  await migrateDatabase(database);
  const { rows } = await database.pool.query<{ sector: string | null }>(
    'select sector from signals order by title::int',
  );
  expect(rows.map(({ sector }) => sector)).toEqual(
    sectors.map((sector) => toSingleLine(sector).trim() || null),
  );
});
