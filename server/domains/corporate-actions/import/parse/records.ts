import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import type { LocalDate } from '#contract/dates.ts';

/** The values of a board meeting that files provide. Times are `10:30:00` in Karachi, timestamps RFC 3339. */
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

/** The event of a row. An absent value is not part of the file; `null` means that the event has no such value. */
export interface EventRecord {
  /** The source's identifier of the event. */
  reference: string | null;
  symbol: string | null;
  companyName: string;
  /** The date of the meeting or the first day of the closure; `null` while unknown. */
  date: LocalDate | null;
  values: Partial<MeetingValues> | Partial<ClosureValues>;
}

/** A row of a file with its event or the reason for its rejection. */
export type ParsedRow = { line: number; text: string } & ({ record: EventRecord } | { rejection: string });

/** The result of parsing a row: one event or several, or `null` if the row is unrelated and skipped. */
export type RowResult = EventRecord | EventRecord[] | null;

/**
 * Thrown by layouts for a row that cannot be imported. The message is shown to the administrator; the other rows are
 * still imported.
 */
export class RowRejection extends Error {}

/** The recognized layout of a file. */
export interface Layout {
  kind: ImportKind;
  /** The display name. */
  name: string;
}
