import { MINUTE } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/database.ts';
import { enqueueAll } from '#server/platform/jobs/enqueue.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';

/** Has one job per source. A failed fetch is recorded in the source's row, which schedules the next one. */
export const sourceQueue = defineQueue<{ sourceId: number }>('fetch-source', {
  timeLimitMs: 2 * MINUTE,
  isExclusive: true,
});

/** Queues the fetches of sources. Those that are not due when the job runs are skipped. */
export async function queueFetches(tx: Transaction, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length === 0) return;
  await enqueueAll(
    tx,
    sourceQueue,
    sourceIds.map((sourceId) => ({ data: { sourceId }, key: String(sourceId) })),
  );
}
