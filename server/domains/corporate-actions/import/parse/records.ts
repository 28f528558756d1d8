import type { ImportKind } from '#contract/corporate-actions/imports.ts';

/** What a file can say of a board meeting. Days are `2026-11-23`, times `10:30:00` in Karachi, moments RFC 3339. */
export interface MeetingValues {
  state: 'meeting' | 'waiting' | 'dismissed';
  symbol: string | null;
  companyName: string;
  subject: string;
  meetingDate: string | null;
  meetingTime: string | null;
  place: string | null;
  filedAt: string | null;
  document: string | null;
}

export interface ClosureValues {
  symbol: string | null;
  companyName: string;
  /** Rupees with two decimals. */
  faceValue: string | null;
  payout: string;
  bcFrom: string;
  bcTo: string | null;
  exDate: string | null;
  announcedAt: string | null;
  note: string | null;
}

/** What a row says of its event. What is absent the file does not speak of; `null` says that there is none. */
export interface EventRecord {
  /** By which its source calls it. */
  reference: string | null;
  symbol: string | null;
  companyName: string;
  /** The day of the meeting, or the first of the closure; `null` while it is not known. */
  day: string | null;
  values: Partial<MeetingValues> | Partial<ClosureValues>;
}

/** A row of a file as it came, with what it says or why it is refused. */
export type ReadRow = { line: number; text: string } & ({ record: EventRecord } | { refusal: string });

/** What a layout makes of a row: an event or several, or nothing where the row is about something else. */
export type RowReading = EventRecord | EventRecord[] | null;

/** Why a row cannot be imported, as a sentence. Thrown by layouts, and no reason to stop. */
export class RowRefusal extends Error {}

/** What a file was recognised as. */
export interface Layout {
  kind: ImportKind;
  /** In words, for people. */
  name: string;
}
