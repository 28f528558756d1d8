import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import { deleteEventsBefore } from './signal-events.queries.ts';

/** A client that was away for longer loads the list instead of resuming. */
const RETENTION_MS = 7 * DAY;

export const removeOldSignalEvents = (db: Queryable, now: Date): Promise<void> =>
  deleteEventsBefore(db, addMilliseconds(now, -RETENTION_MS));
