import type { ImportKind } from '#contract/imports/imports.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import type { ImportRecord } from '#server/domains/imports/parse/records.ts';
import type { FilePlan, ImportFile } from '#server/domains/imports/plan/plan.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

/** What a domain provides to import a kind of files. `W` is a planned write, `R` the record of a row. */
export interface KindHandler<W = unknown, R extends ImportRecord = ImportRecord> {
  /** Announced after each batch. */
  topic: ChangeTopic;
  /** The number of rows in a transaction: few enough not to delay other requests. */
  batchSize: number;
  /** Parses a file and compares it with the stored rows, without writing. Throws an `HttpError` for an unsupported file. */
  plan(db: Queryable, file: ImportFile): Promise<FilePlan<W, R>>;
  /** Writes planned rows and stores what is needed to revert them. */
  write(tx: Transaction, target: WriteTarget, writes: readonly W[]): Promise<void>;
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

export interface WriteTarget {
  importId: number;
  now: Date;
}

/** The handlers of all kinds, which several domains provide. */
export type KindHandlers = Readonly<Record<ImportKind, KindHandler>>;
