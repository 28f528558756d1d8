import type { LocalDate } from '#contract/dates.ts';
import type {
  ColumnLayout,
  ImportRecord,
  LineLayout,
  ParsedRow,
  TextLayout,
} from '#server/domains/imports/imports.ts';

/** The kinds of imports that write events. */
export type EventKind = 'board-meetings' | 'book-closures';

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

/** The event of a row. */
export interface EventRecord extends ImportRecord {
  /** The source's identifier of the event. */
  reference: string | null;
  /** The date of the meeting or the first day of the closure; `null` while unknown. */
  date: LocalDate | null;
  values: Partial<MeetingValues> | Partial<ClosureValues>;
}

export type EventRow = ParsedRow<EventRecord>;

export type EventColumnLayout = ColumnLayout<EventRecord>;
export type EventLineLayout = LineLayout<EventRecord>;
export type EventTextLayout = TextLayout<EventRecord>;
