import type { ImportKind } from '#contract/imports/imports.ts';

/** The content of a row. An absent value is not part of the file; `null` means that there is no such value. */
export interface ImportRecord {
  symbol: string | null;
  companyName: string;
  values: object;
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

/** The outcome of parsing a row: its record, the reason for its rejection, or the reason why it is left out. */
export type RowOutcome<R extends ImportRecord> = { record: R } | { rejection: string } | { omission: string };

export type ParsedRow<R extends ImportRecord> = {
  line: number;
  text: string;
  cells?: ReadCell[];
} & RowOutcome<R>;

/** The result of parsing a row: one record or several. */
export type RowResult<R extends ImportRecord> = R | R[];

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
