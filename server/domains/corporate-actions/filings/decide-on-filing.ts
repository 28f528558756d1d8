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

/** Turns a filing into a meeting, or completes the company's existing meeting on that date. */
export async function confirmFiling(
  tx: Transaction,
  id: number,
  { meetingDate, meetingTime, subject }: ConfirmedMeeting,
  now: Date,
): Promise<void> {
  const filing = await lockPendingFiling(tx, id);
  const existing = await lockMeetingOnDate(tx, filing, meetingDate);
  if (!existing) {
    const values = { meetingDate, meetingTime, subject: subject ?? filing.subject };
    await updateMeeting(tx, id, { ...values, state: 'meeting', updatedAt: now });
    return;
  }
  await updateMeeting(tx, existing.id, {
    meetingTime,
    filedAt: filing.filedAt,
    document: filing.document,
    ...(subject === null ? {} : { subject }),
    updatedAt: now,
  });
  await updateMeeting(tx, id, { state: 'dismissed', updatedAt: now });
}

/** Dismisses a filing that announces no meeting. */
export async function dismissFiling(tx: Transaction, id: number, now: Date): Promise<void> {
  await lockPendingFiling(tx, id);
  await updateMeeting(tx, id, { state: 'dismissed', updatedAt: now });
}

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
