import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  acceptFiling,
  confirmFiling,
  dismissFiling,
  type Filing,
  listFilings,
  type FilingProposal as ProposalBody,
} from '#features/corporate-actions/contract/filings.ts';
import { cleanText } from '#features/imports/server/parsing.ts';
import { queueMeetingAlerts } from './alerted-dates.ts';
import { boardMeetings } from './corporate-actions.tables.ts';
import {
  applyProposal,
  type FilingProposal,
  isPostponement,
  type MeetingRow,
  proposeFilings,
} from './filing-proposals.ts';

const MAX_LISTED_FILINGS = 200;

export function adminFilingsRoutes({ handle, database, clock }: RouteDependencies): void {
  handle(listFilings, async () => {
    const count = await countPendingFilings(database.db);
    const rows = await listPendingFilings(database.db, MAX_LISTED_FILINGS);
    const proposals = await proposeFilings(database.db, rows);
    return { count, results: rows.map((row) => presentFiling(row, proposals.get(row.id) ?? null)) };
  });

  handle(acceptFiling, ({ params, body, events }) =>
    database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      const decision = await accept(tx, parseId(params.id), body, clock.now());
      await events.record(tx, { kind: 'filing_confirmed', ...toFilingTarget(params.id, decision) });
    }),
  );

  handle(confirmFiling, ({ params, body, events }) =>
    database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      const { meeting_date: meetingDate, meeting_time: meetingTime, subject } = body;
      const meeting = { meetingDate, meetingTime, subject: cleanText(subject ?? '') || null };
      const decision = await confirm(tx, parseId(params.id), meeting, clock.now());
      await events.record(tx, { kind: 'filing_confirmed', ...toFilingTarget(params.id, decision) });
    }),
  );

  handle(dismissFiling, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      const decision = await dismiss(tx, parseId(params.id), clock.now());
      await events.record(tx, { kind: 'filing_dismissed', ...toFilingTarget(params.id, decision) });
    }),
  );
}

const presentFiling = (row: MeetingRow, proposal: FilingProposal | null): Filing => ({
  id: row.id,
  symbol: row.symbol,
  company_name: row.companyName,
  title: row.subject,
  filed_at: row.filedAt?.toISOString() ?? null,
  document: row.document,
  proposal: proposal && presentProposal(proposal),
});

function presentProposal({ kind, meeting, newDate }: FilingProposal): ProposalBody | null {
  // A meeting that is postponed already only needs its new date, from the form.
  if (kind === 'postpone' && meeting.state !== 'meeting') return null;
  return { kind, meeting_id: meeting.id, meeting_date: meeting.meetingDate, new_date: newDate };
}

const toFilingTarget = (id: string, { companyName, before, after }: Decision) => ({
  target: { type: 'filing', id },
  details: { label: companyName, ...describeChange(before, after) },
});

interface ConfirmedMeeting {
  meetingDate: string;
  /** `14:30`, in Karachi. */
  meetingTime: string;
  /** `null` uses the filing's title. */
  subject: string | null;
}

/** A decided filing, and what the decision changed. */
interface Decision {
  companyName: string;
  before: object;
  after: object;
}

/** Accepts the proposal for a filing. Throws an error if it is no longer the one that the administrator has seen. */
async function accept(tx: Transaction, id: number, expected: ProposalBody, now: Date): Promise<Decision> {
  const filing = await lockPendingFiling(tx, id);
  const proposal = await lockProposal(tx, filing);
  const isSame = proposal && JSON.stringify(presentProposal(proposal)) === JSON.stringify(expected);
  if (!isSame) throw proposalChanged();
  return settle(tx, filing, proposal, { now });
}

/**
 * Finds the proposal for a filing and locks its meeting, so that two administrators cannot decide on two filings about one meeting at the
 * same time. Throws an error if another decision has changed the proposal.
 */
async function lockProposal(tx: Transaction, filing: MeetingRow): Promise<FilingProposal | null> {
  const propose = async () => (await proposeFilings(tx, [filing])).get(filing.id) ?? null;
  const proposal = await propose();
  if (!proposal) return null;
  await lockRow(tx, proposal.meeting.id);
  const current = await propose();
  if (JSON.stringify(current) !== JSON.stringify(proposal)) throw proposalChanged();
  return current;
}

/** Applies a proposal and settles its filing. */
async function settle(
  tx: Transaction,
  filing: MeetingRow,
  proposal: FilingProposal,
  when: { now: Date; time?: string },
): Promise<Decision> {
  const { before, after } = await applyProposal(tx, filing, proposal, when);
  if (after.meetingDate !== before.meetingDate) await queueMeetingAlerts(tx, [after.id]);
  const { state } = await updateMeeting(tx, filing.id, { state: 'dismissed', updatedAt: when.now });
  return {
    companyName: filing.companyName,
    before: { ...presentAudited(before), filing_state: filing.state },
    after: { ...presentAudited(after), filing_state: state, completed_meeting: after.id },
  };
}

const proposalChanged = () =>
  new HttpError({
    status: 409,
    code: 'filing_proposal_changed',
    body: { detail: 'The meetings of the company have changed. Reload the list and check the new proposal.' },
  });

/** Turns a filing into a meeting, or completes the company's existing meeting on that date. */
async function confirm(
  tx: Transaction,
  id: number,
  { meetingDate, meetingTime, subject }: ConfirmedMeeting,
  now: Date,
): Promise<Decision> {
  const filing = await lockPendingFiling(tx, id);
  const { companyName } = filing;
  // The notice of a postponement moves the meeting that it is about.
  const proposal = isPostponement(filing.subject) ? await lockProposal(tx, filing) : null;
  if (proposal && proposal.meeting.meetingDate !== meetingDate)
    return settle(
      tx,
      filing,
      { ...proposal, kind: 'move', newDate: meetingDate },
      { now, time: meetingTime },
    );
  const existing = await lockMeetingOnDate(tx, filing, meetingDate);
  if (!existing) {
    const values = { meetingDate, meetingTime, subject: subject ?? filing.subject };
    const meeting = await updateMeeting(tx, id, { ...values, state: 'meeting', updatedAt: now });
    await queueMeetingAlerts(tx, [id]);
    return { companyName, before: presentAudited(filing), after: presentAudited(meeting) };
  }
  const completed = await updateMeeting(tx, existing.id, {
    meetingTime,
    filedAt: filing.filedAt,
    document: filing.document,
    ...(subject === null ? {} : { subject }),
    updatedAt: now,
  });
  const { state } = await updateMeeting(tx, id, { state: 'dismissed', updatedAt: now });
  return {
    companyName,
    before: { ...presentAudited(existing), state: filing.state },
    after: { ...presentAudited(completed), state, completed_meeting: completed.id },
  };
}

/** Dismisses a filing that announces no meeting. */
async function dismiss(tx: Transaction, id: number, now: Date): Promise<Decision> {
  const before = await lockPendingFiling(tx, id);
  const after = await updateMeeting(tx, id, { state: 'dismissed', updatedAt: now });
  return { companyName: before.companyName, before: presentAudited(before), after: presentAudited(after) };
}

/** Returns the fields that the audit log compares. */
const presentAudited = ({ state, meetingDate, meetingTime, subject }: MeetingRow) => ({
  state,
  meeting_date: meetingDate,
  meeting_time: meetingTime,
  subject,
});

async function lockPendingFiling(tx: Transaction, id: number): Promise<MeetingRow> {
  const filing = await lockRow(tx, id);
  // A meeting that was never a filing is not found.
  if (!filing || (filing.filedAt === null && filing.state !== 'waiting')) throw notFound();
  if (filing.state !== 'waiting') throw alreadyDecided();
  return filing;
}

const alreadyDecided = () =>
  new HttpError({
    status: 409,
    code: 'filing_decided',
    body: { detail: 'This filing is already confirmed or dismissed. Reload the list.' },
  });

const IS_PENDING = eq(boardMeetings.state, 'waiting');

/** Returns the pending filings, newest first. */
async function listPendingFilings(db: Queryable, limit: number): Promise<MeetingRow[]> {
  return db
    .select()
    .from(boardMeetings)
    .where(IS_PENDING)
    .orderBy(sql`${boardMeetings.filedAt} desc nulls last`, desc(boardMeetings.id))
    .limit(limit);
}

const countPendingFilings = (db: Queryable): Promise<number> => db.$count(boardMeetings, IS_PENDING);

/** Finds a filing or a meeting and locks it, so that two administrators cannot decide on it at the same time. */
async function lockRow(tx: Transaction, id: number): Promise<MeetingRow | null> {
  const [row] = await tx.select().from(boardMeetings).where(eq(boardMeetings.id, id)).for('update');
  return row ?? null;
}

/** Finds and locks the existing meeting of the filing's company on a date. */
async function lockMeetingOnDate(
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

async function updateMeeting(
  tx: Transaction,
  id: number,
  changes: Partial<typeof boardMeetings.$inferInsert>,
): Promise<MeetingRow> {
  const [row] = await tx.update(boardMeetings).set(changes).where(eq(boardMeetings.id, id)).returning();
  return row as MeetingRow;
}
