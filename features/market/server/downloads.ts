import { sql } from 'drizzle-orm';
import type { Finding } from '#core/server/platform/checks/checks.ts';
import { HOUR, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';

/** Imports files from URLs. A job fails if any download did, with the reasons by kind of import as its cause. */
export const downloadQueue = defineQueue('import-from-urls', {
  timeLimitMs: 30 * MINUTE,
  isExclusive: true,
  keepCompletedMs: HOUR,
});

/** Adds why the last downloads of some kinds of import failed, if they did, to what a check of their data found. */
export async function addDownloadFailures(
  db: Queryable,
  kinds: readonly string[],
  finding: Finding,
): Promise<Finding> {
  const { rows } = await db.execute<{ cause: Record<string, string> | null }>(sql`
    select output -> 'cause' as cause from pgboss.job
    where name = ${downloadQueue.name} and completed_on is not null order by completed_on desc limit 1`);
  const reasons = kinds.flatMap((kind) => rows[0]?.cause?.[kind] ?? []);
  if (reasons.length === 0) return finding;
  return { ...finding, cause: `${finding.cause} The last download failed: ${reasons.join(' ')}` };
}
