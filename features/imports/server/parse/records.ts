import { HttpError } from '#core/server/platform/http-error.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import type { Holidays } from '#features/market/server/trading-days.ts';
import type { Cells, ReadCell } from './cells.ts';

/** The content of a row. An absent value is not part of the file; `null` means that there is no such value. */
export interface ImportRecord {
  symbol: string | null;
  companyName: string;
  values: object;
  /** The reasons, as sentences, why an administrator must confirm the row before it is imported. */
  doubts?: string[];
  /** The administrator or our own layout says that the company has no symbol. */
  isWithoutSymbol?: true;
  /** How each cell was read. By default the cells of the row by column. */
  cells?: ReadCell[];
}

/** The outcome of parsing a row: its record, the reason for its rejection, or the reason why it is left out. */
export type RowOutcome<R extends ImportRecord> =
  | { record: R }
  | { rejection: string; company?: string }
  | { omission: string };

export type ParsedRow<R extends ImportRecord> = {
  line: number;
  /** The number of the row in its line. */
  row?: number | undefined;
  text: string;
  /** As JSON once it is sent to the server, which shows those of few rows. */
  cells?: ReadCell[] | string;
  /** The row is one of text without columns. */
  isText?: true;
} & RowOutcome<R>;

/** The result of parsing a row: one record or several. */
export type RowResult<R extends ImportRecord> = R | R[];

/**
 * Thrown by layouts for a row that cannot be imported. The message is shown to the administrator; the other rows are
 * still imported.
 */
export class RowRejection extends Error {
  /** The printed name of a company that is not in the directory, for which an administrator can choose one. */
  readonly company: string | undefined;

  constructor(message: string, company?: string) {
    super(message);
    this.company = company;
  }
}

/** Thrown by layouts for a row that is about something else. The message says what it is. */
export class RowOmission extends Error {}

/** Rejects a whole file, with a sentence that says why, and for an unknown layout the first rows with tabs between their cells. */
export const fileRejected = (sentence: string, sample?: readonly string[]) =>
  new HttpError({
    status: 400,
    code: 'import_file_rejected',
    body: { content: [sentence], ...(sample ? { sample: [...sample] } : {}) },
  });

/** What a file contains: what administrators import, or the trades of a customer. */
export type FileKind = ImportKind | 'trades';

/** The recognized layout of a file. */
interface Layout {
  kind: FileKind;
  /** The display name. */
  name: string;
}

/** Data that parsing a row needs in addition to the row. */
export interface ParseContext {
  holidays: Holidays;
}

/** A layout with named columns: a table with a header line, or a list of JSON objects. */
export interface ColumnLayout<R extends ImportRecord> {
  kind: FileKind;
  /** The display name. */
  name: string;
  forms: readonly ('table' | 'json')[];
  /** Returns whether a file with these columns has this layout. */
  matches(has: (...anyOf: string[]) => boolean): boolean;
  /** Parses a row. Throws `RowRejection` or `RowOmission`. */
  parse(row: Cells, context: ParseContext): RowResult<R>;
  /**
   * Names the columns of a row in a table without a header, if the patterns of its cells are unambiguous. Returns `null`
   * otherwise.
   */
  nameColumns?(cells: readonly string[]): string[] | null;
  /** The layout of our own downloads, in which companies need not be in the directory. */
  isTezi?: boolean;
}

/** A layout of text in which a row may need the lines around it, as newspapers print it. */
export interface TextLayout<R extends ImportRecord> {
  kind: FileKind;
  name: string;
  /** Returns whether text that starts with these lines has this layout. */
  matches(lines: readonly string[]): boolean;
  /** Parses all lines. Yields the outcome of each line that is not blank. */
  parse(lines: readonly string[], context: ParseContext): Generator<ParsedRow<R>[]>;
}

/** The layouts of the files of a feature. */
export interface LayoutCatalog<R extends ImportRecord> {
  columns: readonly ColumnLayout<R>[];
  texts: readonly TextLayout<R>[];
  /** Returns whether a line of text outside of the tables of a page says something about their rows. */
  isContext(text: string): boolean;
  /** Names the supported layouts, for the message that a file has none of them. */
  description: string;
}

/** A file of a supported layout. `rows` yields the outcomes of each line: several records, or one. */
export interface RecognizedFile<R extends ImportRecord> extends Layout {
  /** Tezi's own layout, which may also change company names. */
  isTeziLayout: boolean;
  /** The symbol above a table whose rows name one company, which may be another one. */
  heading?: string | null;
  /** Text without columns, which is recognized by its values. */
  isText?: true;
  rows(context: ParseContext): Generator<ParsedRow<R>[]>;
}

/** The number of rows that are inspected to recognize a layout. */
export const SAMPLE_SIZE = 20;

/** Finds the layouts of a table or a list with these columns. */
export function findColumnLayouts<R extends ImportRecord>(
  catalog: LayoutCatalog<R>,
  form: 'table' | 'json',
  columns: { has(name: string): boolean },
): ColumnLayout<R>[] {
  const has = (...anyOf: string[]) => anyOf.some((name) => columns.has(name));
  return catalog.columns.filter((layout) => layout.forms.includes(form) && layout.matches(has));
}

/** Finds the layouts of a table without a header that has this row. */
export const findHeaderlessLayouts = <R extends ImportRecord>(
  catalog: LayoutCatalog<R>,
  cells: readonly string[],
): ColumnLayout<R>[] => catalog.columns.filter((layout) => layout.nameColumns?.(cells));

/** Parses a row into its events, one rejection or one omission. */
export function parseRow<R extends ImportRecord>(
  row: { line: number; text: string },
  parse: () => RowResult<R> | { rejection: string } | { omission: string },
  cells?: Cells,
): ParsedRow<R>[] {
  const describe = (isRead: boolean) => (cells ? { cells: cells.describe({ isRead }) } : {});
  try {
    const result = parse();
    const results = Array.isArray(result) ? result : [result];
    return results.map((each) =>
      'rejection' in each || 'omission' in each
        ? { ...row, ...('rejection' in each ? describe(false) : {}), ...each }
        : { ...row, ...describe(true), record: each },
    );
  } catch (error) {
    if (error instanceof RowOmission) return [{ ...row, omission: error.message }];
    if (!(error instanceof RowRejection)) throw error;
    const { message: rejection, company } = error;
    return [{ ...row, ...describe(false), rejection, ...(company === undefined ? {} : { company }) }];
  }
}
