import { and, eq, lt } from 'drizzle-orm';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { after, DAY } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';

/** As long as Paddle itself can send a message again; one that comes later still changes nothing. */
const RETENTION_MS = 90 * DAY;

/** Removes the messages that were applied long ago: they name people. Those that failed stay for an administrator. */
export async function removeAppliedEvents(db: Queryable, now: Date): Promise<void> {
  await db
    .delete(paddleEvents)
    .where(and(eq(paddleEvents.state, 'applied'), lt(paddleEvents.appliedAt, after(now, -RETENTION_MS))));
}
