import { type SQL, sql } from 'drizzle-orm';
import { type Check, count, ok } from '#core/server/platform/checks/checks.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { DEAD_LETTERS } from './queue.ts';

/** Warns of jobs that failed permanently, except those whose output is to be ignored. */
export const createJobsCheck = (db: Queryable, isIgnored: (output: SQL) => SQL<boolean>): Check => ({
  id: 'jobs',
  title: 'Background jobs succeed',
  scope: 'shared',
  usesClock: false,
  async run() {
    const { rows: failed } = await db.execute<{ name: string; dead: number }>(sql`
      select source_name as name, count(*)::int as dead from pgboss.job
      where name = ${DEAD_LETTERS} and state <= 'active' and ${isIgnored(sql`source_output`)} is not true
      group by 1 order by 1`);
    if (failed.length === 0) return ok('No job has failed permanently.');
    const total = failed.reduce((sum, { dead }) => sum + dead, 0);
    const queues = failed.map(({ name, dead }) => `${name} ${dead}`).join(', ');
    return {
      state: 'warning',
      cause: `${count(total, 'job has', 'jobs have')} failed permanently: ${queues}.`,
      action: 'Fix the cause, which “Failed jobs” on the page System names, then retry them there.',
      figures: { waiting: total },
    };
  },
});
