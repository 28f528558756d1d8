import type { Transaction } from '#server/platform/database.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { lockFiling, lockMeetingOnDate, type MeetingRow, updateMeeting } from './filings.queries.ts';

export interface ConfirmedMeeting {
  meetingDate: string;
  /** `14:30`, in Karachi. */
  meetingTime: string;
  /** `null` uses the filing's title. */
  subject: string | null;
}

/** A decided filing, and what the decision changed. */
export interface Decision {
  companyName: string;
  before: object;
  after: object;
}

/** Turns a filing into a meeting, or completes the company's existing meeting on that date. */
export async function confirmFiling(
  tx: Transaction,
  id: number,
  { meetingDate, meetingTime, subject }: ConfirmedMeeting,
  now: Date,
): Promise<Decision> {
  const filing = await lockPendingFiling(tx, id);
  const { companyName } = filing;
  const existing = await lockMeetingOnDate(tx, filing, meetingDate);
  if (!existing) {
    const values = { meetingDate, meetingTime, subject: subject ?? filing.subject };
    const meeting = await updateMeeting(tx, id, { ...values, state: 'meeting', updatedAt: now });
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
export async function dismissFiling(tx: Transaction, id: number, now: Date): Promise<Decision> {
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
  const filing = await lockFiling(tx, id);
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
