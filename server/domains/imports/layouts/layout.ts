import type { ImportKind } from '#contract/imports/imports.ts';
import type { Cells } from '#server/domains/imports/parse/cells.ts';
import type { ImportRecord, ParsedRow, RowResult } from '#server/domains/imports/parse/records.ts';
import type { Holidays } from '#server/domains/market/market.ts';

/** Data that parsing a row needs in addition to the row. */
export interface ParseContext {
  holidays: Holidays;
}

/** A layout with named columns: a table with a header line, or a list of JSON objects. */
export interface ColumnLayout<R extends ImportRecord> {
  kind: ImportKind;
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
  /** Lines without digits are headings or rules between the rows, as in newspapers. */
  hasHeadings?: boolean;
  /** The layout of our own downloads, in which companies need not be in the directory. */
  isTezi?: boolean;
}

/** A layout without named columns: each line is matched by a pattern. */
export interface LineLayout<R extends ImportRecord> {
  kind: ImportKind;
  name: string;
  /** Parses a line with single spaces between its parts. Returns `undefined` if the line does not match the pattern. */
  parse(line: string): RowResult<R> | undefined;
}

/** A layout of text in which a row may need the lines around it. */
export interface TextLayout<R extends ImportRecord> {
  kind: ImportKind;
  name: string;
  /** Returns whether text that starts with these lines has this layout. */
  matches(lines: readonly string[]): boolean;
  /** Parses all lines. Yields the outcome of each line that is not blank. */
  parse(lines: readonly string[], context: ParseContext): Generator<ParsedRow<R>[]>;
}

/** The layouts of the files of a domain. */
export interface LayoutCatalog<R extends ImportRecord> {
  columns: readonly ColumnLayout<R>[];
  lines: readonly LineLayout<R>[];
  texts: readonly TextLayout<R>[];
  /** Joins rows that span several lines. Applied to layouts of lines and to tables with headings. */
  completeRows(rows: readonly ParsedRow<R>[]): ParsedRow<R>[];
  /** Returns whether a line of text outside of the tables of a page says something about their rows. */
  isContext(text: string): boolean;
  /** Names the supported layouts, for the message that a file has none of them. */
  description: string;
}
