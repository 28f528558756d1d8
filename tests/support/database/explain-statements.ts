import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '#core/server/platform/database.ts';
import { recordStatements } from './record-statements.ts';

const MAX_ATTEMPTS = 100;

/**
 * Runs `work` and returns the plans of its statements as text. Sequential scans are disabled: of the few rows of a test, they
 * would be the cheapest plan. A plan that still contains one has no index to use.
 */
export async function explainStatements(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const statements = await recordStatements(database, work);
  const client = await database.pool.connect();
  try {
    await vacuum(client);
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const plans: string[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/**
 * The tests run without autovacuum, on which index-only scans depend. Rows that were inserted while a transaction of another test
 * was open are visible to all only after its end.
 */
async function vacuum(client: pg.PoolClient): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await client.query('vacuum');
    const { rowCount } = await client.query(
      `select from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relpages > 8 and relallvisible < relpages / 2`,
    );
    if (rowCount === 0) return;
    await wait(100);
  }
}
