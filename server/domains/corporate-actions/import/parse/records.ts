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
  /** The reasons, as sentences, why an administrator must confirm the row before it is imported. */
  doubts?: string[];
  /** How each cell was read. By default the cells of the row by column. */
  cells?: ReadCell[];
}

/** A cell of a row and the role that its column header or its pattern gives it. */
export interface ReadCell {
  text: string;
  role: string;
}

/** The outcome of parsing a row: its event, the reason for its rejection, or the reason why it is left out. */
export type RowOutcome = { record: EventRecord } | { rejection: string } | { omission: string };

export type ParsedRow = { line: number; text: string; cells?: ReadCell[] } & RowOutcome;

/** The result of parsing a row: one event or several. */
export type RowResult = EventRecord | EventRecord[];

/**
 * Thrown by layouts for a row that cannot be imported. The message is shown to the administrator; the other rows are
 * still imported.
 */
export class RowRejection extends Error {}

/** Thrown by layouts for a row that is about something else. The message says what it is. */
export class RowOmission extends Error {}

/** The recognized layout of a file. */
export interface Layout {
  kind: ImportKind;
  /** The display name. */
  name: string;
}
