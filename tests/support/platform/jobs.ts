import type { Database } from '#core/server/platform/database.ts';

/** Adds a job of the queue `email` that failed permanently, and returns its ID. */
export async function makeDeadLetter({ pool }: Pick<Database, 'pool'>, error = 'connect ECONNREFUSED') {
  const { rows } = await pool.query<{ id: string }>(
    `insert into pgboss.job (name, source_name, source_retry_count, source_output, data, created_on)
     values ('dead-letters', 'email', 7, $1, $2, '2026-11-21T05:42:00Z') returning id`,
    [{ message: error }, { template: 'no-such-template', recipient: 'ayesha@example.com' }],
  );
  return rows[0]?.id ?? '';
}
