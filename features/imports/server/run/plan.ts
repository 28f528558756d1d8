import type { ChangeTopic } from '#core/contract/topics.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { ImportKind, PreviewStatus, Repairs } from '#features/imports/contract/imports.ts';
import type { Alias } from '#features/imports/server/parse/aliases.ts';
import type { ReadCell } from '#features/imports/server/parse/cells.ts';
import type { ImportRecord, ParsedRow } from '#features/imports/server/parse/records.ts';

export interface ImportFile {
  kind: ImportKind;
  fileName: string;
  /** Text, or the bytes of a file that is not decoded yet. */
  content: string | Uint8Array;
  /** The SHA-256 of the file, if `content` is its decoded text or a part of it. */
  sha256?: string;
  /** What an administrator has corrected in the preview. */
  repairs?: Repairs | undefined;
  /** The companies of printed names that administrators have chosen before. */
  aliases?: readonly Alias[];
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
  row: number;
  text: string;
  status: PreviewStatus;
  record: R | null;
  /** As JSON if a child process read the file. */
  cells: ReadCell[] | string;
  isText?: true;
  /** The printed name of a company that is not in the directory, in a row without a record. */
  company?: string;
  changes: FieldChange[];
  reason: string | null;
  /** The write of a row that needs review, once it is confirmed, and the status that it then has; `null` if it first needs a company. */
  review: { status: 'new' | 'changed'; write: W } | null;
  /** The write of a row without doubts. */
  write?: W;
}

export interface Plan<W, R extends ImportRecord = ImportRecord> {
  rows: PlannedRow<W, R>[];
  writes: W[];
  counts: Record<PreviewStatus, number>;
}

export interface FilePlan<W = unknown, R extends ImportRecord = ImportRecord> extends Plan<W, R> {
  /** The display name of the recognized layout. */
  layout: string;
  /** The columns of its table. */
  columns: readonly string[];
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

type RowResult<W, R extends ImportRecord> = Pick<PlannedRow<W, R>, 'status'> & Partial<PlannedRow<W, R>>;

/** Collects the planned rows of a file. */
export class PlanBuilder<W, R extends ImportRecord> {
  readonly #plan: Plan<W, R> = { rows: [], writes: [], counts: { ...NO_ROWS } };

  add(row: ParsedRow<R>, result: RowResult<W, R>): void {
    const record = 'record' in row ? row.record : null;
    const source = {
      line: row.line,
      row: row.row ?? 1,
      text: row.text,
      cells: record?.cells ?? row.cells ?? [],
      record,
      ...(row.isText ? { isText: row.isText } : {}),
      ...('company' in row && row.company ? { company: row.company } : {}),
    };
    this.#plan.counts[result.status] += 1;
    this.#plan.rows.push({ key: '', changes: [], reason: null, review: null, ...source, ...result });
  }

  /** Adds a row that is written, with doubts only if an administrator confirms it. */
  addWrite(
    row: ParsedRow<R>,
    write: W,
    {
      status,
      changes,
      doubts,
    }: { status: 'new' | 'changed'; changes: FieldChange[]; doubts: readonly string[] },
  ): void {
    if (doubts.length === 0) this.#plan.writes.push(write);
    const review = { status: 'review', reason: doubts.join(' '), review: { status, write } } as const;
    this.add(row, doubts.length === 0 ? { status, changes, write } : { ...review, changes });
  }

  /** Returns the plan with the rows in the order of the file. */
  finish({ name, columns }: { name: string; columns: readonly string[] }): FilePlan<W, R> {
    const { rows } = this.#plan;
    rows.sort((a, b) => a.line - b.line);
    const records = new Map<number, number>();
    for (const row of rows) {
      const number = (records.get(row.line) ?? 0) + 1;
      records.set(row.line, number);
      row.key = number === 1 ? String(row.line) : `${row.line}.${number}`;
    }
    return { ...this.#plan, layout: name, columns };
  }
}

/**
 * Returns the plan in which the confirmed rows are written, by default all that need review. Returns `null` if a key is not of one.
 */
export function confirmRows<P extends Plan<unknown>>(
  plan: P,
  keys: readonly string[] = listReviewed(plan),
): P | null {
  const confirmed = new Set(keys);
  const counts = { ...plan.counts };
  const writes = [...plan.writes];
  const rows = plan.rows.map((row) => {
    if (!confirmed.has(row.key) || !row.review) return row;
    confirmed.delete(row.key);
    counts.review -= 1;
    counts[row.review.status] += 1;
    writes.push(row.review.write);
    return { ...row, status: row.review.status, reason: null, review: null };
  });
  return confirmed.size > 0 ? null : { ...plan, rows, writes, counts };
}

const listReviewed = ({ rows }: Plan<unknown>): string[] =>
  rows.filter(({ review }) => review !== null).map(({ key }) => key);

/** What a feature provides to import a kind of files. `W` is a planned write, `R` the record of a row. */
export interface KindHandler<W = unknown, R extends ImportRecord = ImportRecord> {
  /** Announced after each batch. */
  topic: ChangeTopic;
  /** The number of rows in a transaction: few enough not to delay other requests. */
  batchSize: number;
  /** Parses a file and compares it with the stored rows, without writing. Throws an `HttpError` for an unsupported file. */
  plan(db: Queryable, file: ImportFile): Promise<FilePlan<W, R>>;
  /** Writes planned rows and stores what is needed to revert them. */
  write(tx: Transaction, target: WriteTarget, writes: readonly W[]): Promise<void>;
  /** Called in the transaction that completes an import of several batches or files. */
  finish?(tx: Transaction, importId: number): Promise<void>;
  /** Reverts up to `limit` rows of an import and returns their number. Rows that were changed later stay unchanged. */
  revert(tx: Transaction, importId: number, limit: number): Promise<number>;
  /** Counts the rows that reverting an import affects. */
  countRevertible(db: Queryable, importId: number): Promise<number>;
  /** Counts the rows of an import that were changed or deleted later, other than by an import. */
  countModified(db: Queryable, importId: number): Promise<number>;
  /** Returns the id of the newest later import that changed rows of this one. */
  findLaterImport(db: Queryable, importId: number): Promise<number | null>;
  /** Formats the record of a row in one line. */
  summarize(record: R): string;
  /** Formats a field name and its value for display. */
  presentValue(field: string, value: string | null): { field: string; value: string };
}

interface WriteTarget {
  importId: number;
  now: Date;
  /** Other batches may follow, after which `finish` is called. */
  isPart: boolean;
}

/** The handlers of all kinds, which several features provide. */
export type KindHandlers = Readonly<Record<ImportKind, KindHandler>>;
