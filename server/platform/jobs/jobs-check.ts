import type { Check } from '#server/platform/checks/checks.ts';
import { count, ok } from '#server/platform/checks/finding.ts';
import type { Queryable } from '#server/platform/database.ts';
import { listQueues } from './dead-letters.ts';

/** Warns of jobs that failed permanently. */
export const createJobsCheck = (db: Queryable): Check => ({
  id: 'jobs',
  title: 'Background jobs succeed',
  scope: 'shared',
  async run() {
    const failed = (await listQueues(db)).filter(({ dead }) => dead > 0);
    if (failed.length === 0) return ok('No job has failed permanently.');
    const total = failed.reduce((sum, { dead }) => sum + dead, 0);
    const queues = failed.map(({ name, dead }) => `${name} ${dead}`).join(', ');
    return {
      state: 'warning',
      cause: `${count(total, 'job has', 'jobs have')} failed permanently: ${queues}.`,
      action: 'Fix the cause, which “Failed jobs” on this page names, then retry them there.',
      figures: { waiting: total },
    };
  },
});
