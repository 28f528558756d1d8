import type { Database } from '#server/platform/database.ts';
import { recordStatements } from './record-statements.ts';

/**
 * Runs `work` and returns the plans of its statements as text. Sequential scans are disabled: of the few rows of a test, they
 * would be the cheapest plan. A plan that still contains one has no index to use.
 */
export async function explainStatements(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const statements = await recordStatements(database, work);
  const client = await database.pool.connect();
  try {
    // The tests run without autovacuum, which an index-only scan depends on.
    await client.query('vacuum');
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
