import { and, eq, lt } from 'drizzle-orm';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';

/** As long as Paddle may redeliver an event. A later redelivery still changes nothing. */
const RETENTION_MS = 90 * DAY;

/**
 * Deletes applied events after the retention period, because they contain personal data. Failed events are kept for an
 * administrator.
 */
export async function removeAppliedEvents(db: Queryable, now: Date): Promise<void> {
  await db
    .delete(paddleEvents)
    .where(
      and(eq(paddleEvents.state, 'applied'), lt(paddleEvents.appliedAt, addMilliseconds(now, -RETENTION_MS))),
    );
}
