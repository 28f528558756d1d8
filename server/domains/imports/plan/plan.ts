import type { ImportKind, PreviewStatus } from '#contract/imports/imports.ts';
import type { ImportRecord, ReadCell } from '#server/domains/imports/parse/records.ts';

export interface ImportFile {
  kind: ImportKind;
  fileName: string;
  /** Text, or the bytes of a file that is not decoded yet. */
  content: string | Uint8Array;
}

/** The values of a record by field name. */
export type Values = Record<string, string | null>;

export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** A row of the file and the planned result. */
export interface PlannedRow<W, R extends ImportRecord = ImportRecord> {
  /** The line, and for further records of the line their number: `12`, `12.2`. */
  key: string;
  line: number;
  text: string;
  status: PreviewStatus;
  record: R | null;
  cells: ReadCell[];
  changes: FieldChange[];
  reason: string | null;
  /** The write of a row that needs review, once it is confirmed, and the status that it then has. */
  review: { status: 'new' | 'changed'; write: W } | null;
}

export interface Plan<W, R extends ImportRecord = ImportRecord> {
  rows: PlannedRow<W, R>[];
  writes: W[];
  counts: Record<PreviewStatus, number>;
}

export interface FilePlan<W = unknown, R extends ImportRecord = ImportRecord> extends Plan<W, R> {
  /** The display name of the recognized layout. */
  layout: string;
}

/** Before any row is planned. */
export const NO_ROWS: Readonly<Record<PreviewStatus, number>> = {
  new: 0,
  changed: 0,
  unchanged: 0,
  review: 0,
  rejected: 0,
  left_out: 0,
};
