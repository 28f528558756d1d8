import type { Transaction } from '#server/platform/database.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';
import { lockFiling, lockMeetingOn, type MeetingRow, updateMeeting } from './filings.queries.ts';

export interface ConfirmedMeeting {
  meetingDate: string;
  /** `14:30`, in Karachi. */
  meetingTime: string;
  /** `null` keeps the filing's title. */
  subject: string | null;
}

/** Makes a meeting of a filing, or completes the one that the company has on that day already. */
export async function confirmFiling(
  tx: Transaction,
  id: number,
  { meetingDate, meetingTime, subject }: ConfirmedMeeting,
  now: Date,
): Promise<void> {
  const filing = await waitingFiling(tx, id);
  const known = await lockMeetingOn(tx, filing, meetingDate);
  if (!known) {
    const said = { meetingDate, meetingTime, subject: subject ?? filing.subject };
    await updateMeeting(tx, id, { ...said, state: 'meeting', updatedAt: now });
    return;
  }
  await updateMeeting(tx, known.id, {
    meetingTime,
    filedAt: filing.filedAt,
    document: filing.document,
    ...(subject === null ? {} : { subject }),
    updatedAt: now,
  });
  await updateMeeting(tx, id, { state: 'dismissed', updatedAt: now });
}

/** The filing announces no meeting. */
export async function dismissFiling(tx: Transaction, id: number, now: Date): Promise<void> {
  await waitingFiling(tx, id);
  await updateMeeting(tx, id, { state: 'dismissed', updatedAt: now });
}

async function waitingFiling(tx: Transaction, id: number): Promise<MeetingRow> {
  const filing = await lockFiling(tx, id);
  // A meeting that was never a filing is none that waits.
  if (!filing || (filing.filedAt === null && filing.state !== 'waiting')) throw notFound();
  if (filing.state !== 'waiting') throw decidedAlready();
  return filing;
}

const decidedAlready = () =>
  new HttpError({
    status: 409,
    code: 'filing_decided',
    body: { detail: 'Somebody has decided on this filing already. Load the list again.' },
  });
