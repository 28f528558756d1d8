import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrateDatabase, withConnection } from '#core/server/platform/migrations/migrate.ts';
import { createMigrationsUntil } from '#tests/support/database/migrations-folder.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';

const SIGNAL = '00000000-0000-4000-8000-000000000001';

describe('the migration to stored results', () => {
  it('includes what a server of the previous release commits while it runs', async () => {
    const { database, remove } = await createTestDatabase({ isMigrated: false });
    onTestFinished(remove);
    await migrateDatabase(database, { migrationsFolder: createMigrationsUntil('0026_index-searches') });
    await database.pool.query(
      `insert into signals (id, signal_type, symbol, entry_price, stop_loss, target_points, leverage, shariah_type, risk_type,
         order_type, call_status, version, created_at)
       values ($1, 'swing', 'AAA', 100, 90, array[110], 1, 'Unknown', 'low', 'buy', 'in_progress', 1, now())`,
      [SIGNAL],
    );
    await database.pool.query(
      `insert into signal_versions (signal_id, version, action, changed_at, changed_by, signal)
       select id, 1, 'created', created_at, 'test', jsonb_build_object('symbol', symbol, 'order_type', order_type,
         'entry_price', entry_price::text, 'stop_loss', stop_loss::text) from signals`,
    );
    await addOutcome(database.pool, 1, 'pending');

    await withConnection(database.url, async (writer) => {
      await writer.query('begin');
      await addOutcome(writer, 2, 'open');
      await addDecision(writer);
      const migrated = migrateDatabase(database);
      await waitForBlockedMigration(writer);
      await addOutcome(writer, 3, 'closed');
      await writer.query('commit');
      await migrated;
    });

    const { rows } = await database.pool.query('select sequence, state, decision_id from signal_results');
    expect(rows).toEqual([{ sequence: 3, state: 'closed', decision_id: 1 }]);
  });
});

const addOutcome = (client: Pick<pg.ClientBase, 'query'>, sequence: number, state: string) =>
  client.query(
    `insert into signal_outcomes (signal_id, sequence, evaluated_at, evaluator_version, prices_until, state, order_kind, exits,
       targets_hit, steps)
     values ($1, $2, now(), 1, '2026-11-23', $3, 'limit', '[]', 0, '[]')`,
    [SIGNAL, sequence, state],
  );

const addDecision = (client: Pick<pg.ClientBase, 'query'>) =>
  client.query(
    `insert into signal_decisions (signal_id, kind, reason, decided_at, decided_by, administrator_id)
     values ($1, 'void', 'test', now(), 'test', gen_random_uuid())`,
    [SIGNAL],
  );

async function waitForBlockedMigration(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select from pg_locks where not granted and relation = 'signal_outcomes'::regclass
         and database = (select oid from pg_database where datname = current_database())`,
    );
    if (rows.length > 0) return;
    await wait(20);
  }
}
