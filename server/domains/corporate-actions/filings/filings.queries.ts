import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import { boardMeetings } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type MeetingRow = typeof boardMeetings.$inferSelect;

const IS_PENDING = eq(boardMeetings.state, 'waiting');

/** Returns the pending filings, newest first. */
export async function listPendingFilings(db: Queryable, limit: number): Promise<MeetingRow[]> {
  return db
    .select()
    .from(boardMeetings)
    .where(IS_PENDING)
    .orderBy(sql`${boardMeetings.filedAt} desc nulls last`, desc(boardMeetings.id))
    .limit(limit);
}

export const countPendingFilings = (db: Queryable): Promise<number> => db.$count(boardMeetings, IS_PENDING);

/** Finds a filing and locks it, so that two administrators cannot decide on it at the same time. */
export async function lockFiling(tx: Transaction, id: number): Promise<MeetingRow | null> {
  const [row] = await tx.select().from(boardMeetings).where(eq(boardMeetings.id, id)).for('update');
  return row ?? null;
}

/** Finds and locks the existing meeting of the filing's company on a date. */
export async function lockMeetingOnDate(
  tx: Transaction,
  filing: MeetingRow,
  date: LocalDate,
): Promise<MeetingRow | null> {
  const { symbol, companyName } = filing;
  const [row] = await tx
    .select()
    .from(boardMeetings)
    .where(
      and(
        eq(boardMeetings.state, 'meeting'),
        eq(boardMeetings.meetingDate, date),
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
): Promise<MeetingRow> {
  const [row] = await tx.update(boardMeetings).set(changes).where(eq(boardMeetings.id, id)).returning();
  return row as MeetingRow;
}
