import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { boardMeetings } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type MeetingRow = typeof boardMeetings.$inferSelect;

const isWaiting = eq(boardMeetings.state, 'waiting');

/** The filings that nobody has decided on, newest first. */
export async function listWaitingFilings(db: Queryable, most: number): Promise<MeetingRow[]> {
  return db
    .select()
    .from(boardMeetings)
    .where(isWaiting)
    .orderBy(sql`${boardMeetings.filedAt} desc nulls last`, desc(boardMeetings.id))
    .limit(most);
}

export const countWaitingFilings = (db: Queryable): Promise<number> => db.$count(boardMeetings, isWaiting);

/** Finds a filing to decide on it: two administrators take turns. */
export async function lockFiling(tx: Transaction, id: number): Promise<MeetingRow | null> {
  const [row] = await tx.select().from(boardMeetings).where(eq(boardMeetings.id, id)).for('update');
  return row ?? null;
}

/** The meeting that the filing's company already has on that day. */
export async function lockMeetingOn(
  tx: Transaction,
  filing: MeetingRow,
  day: string,
): Promise<MeetingRow | null> {
  const { symbol, companyName } = filing;
  const [row] = await tx
    .select()
    .from(boardMeetings)
    .where(
      and(
        eq(boardMeetings.state, 'meeting'),
        eq(boardMeetings.meetingDate, day),
        ne(boardMeetings.id, filing.id),
        or(
          eq(boardMeetings.companyName, companyName),
          symbol === null ? undefined : eq(boardMeetings.symbol, symbol),
        ),
      ),
    )
    .orderBy(boardMeetings.id)
    .limit(1)
    .for('update');
  return row ?? null;
}

export async function updateMeeting(
  tx: Transaction,
  id: number,
  changes: Partial<typeof boardMeetings.$inferInsert>,
): Promise<void> {
  await tx.update(boardMeetings).set(changes).where(eq(boardMeetings.id, id));
}
