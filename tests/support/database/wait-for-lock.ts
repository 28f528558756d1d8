import type { Database } from '#core/server/platform/database.ts';

const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Resolves when a connection waits for a lock in this test's database. */
export async function waitForLock({ pool }: Pick<Database, 'pool'>): Promise<void> {
  for (let count = 0; !count; ) count = (await pool.query(WAITING)).rowCount ?? 0;
}
