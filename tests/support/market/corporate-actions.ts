import type { Database } from '#core/server/platform/database.ts';
import { boardMeetings, bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';

const UPDATED_AT = new Date('2026-11-20T11:00:00Z');
let insertedCount = 0;

/** Creates board meetings with default values. Returns their ids in the given order. */
export function makeMeetings(
  database: Database,
  overrides: Partial<typeof boardMeetings.$inferInsert>[],
): Promise<number[]> {
  const rows = overrides.map((meeting) => {
    insertedCount += 1;
    return {
      eventKey: `made:${insertedCount}`,
      symbol: 'LUCK',
      companyName: 'Lucky Cement Limited',
      subject: 'Quarterly accounts',
      meetingDate: '2026-11-23',
      meetingTime: '10:30',
      updatedAt: UPDATED_AT,
      ...meeting,
    };
  });
  return database.transaction(async (tx, announce) => {
    announce('corporate-actions');
    const inserted = await tx.insert(boardMeetings).values(rows).returning({ id: boardMeetings.id });
    return inserted.map(({ id }) => id);
  });
}

/** Creates book closures with default values. Returns their ids in the given order. */
export function makeClosures(
  database: Database,
  overrides: Partial<typeof bookClosures.$inferInsert>[],
): Promise<number[]> {
  const rows = overrides.map((closure) => {
    insertedCount += 1;
    return {
      eventKey: `made:${insertedCount}`,
      symbol: 'LUCK',
      companyName: 'Lucky Cement Limited',
      faceValue: '10.00',
      payout: '250%(F) (D)',
      bcFrom: '2026-08-18',
      bcTo: '2026-08-25',
      updatedAt: UPDATED_AT,
      ...closure,
    };
  });
  return database.transaction(async (tx, announce) => {
    announce('corporate-actions');
    const inserted = await tx.insert(bookClosures).values(rows).returning({ id: bookClosures.id });
    return inserted.map(({ id }) => id);
  });
}
