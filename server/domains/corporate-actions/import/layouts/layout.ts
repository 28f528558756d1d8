import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import type { Cells } from '#server/domains/corporate-actions/import/parse/cells.ts';
import type { ParsedRow, RowResult } from '#server/domains/corporate-actions/import/parse/records.ts';
import type { Holidays } from '#server/domains/market/market.ts';

/** Data that parsing a row needs in addition to the row. */
export interface ParseContext {
  holidays: Holidays;
}

/** A layout with named columns: a table with a header line, or a list of JSON objects. */
export interface ColumnLayout {
  kind: ImportKind;
  /** The display name. */
  name: string;
  forms: readonly ('table' | 'json')[];
  /** Returns whether a file with these columns has this layout. */
  matches(has: (...anyOf: string[]) => boolean): boolean;
  /** Parses a row. Throws `RowRejection` or `RowOmission`. */
  parse(row: Cells, context: ParseContext): RowResult;
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
export interface LineLayout {
  kind: ImportKind;
  name: string;
  /** Parses a line with single spaces between its parts. Returns `undefined` if the line does not match the pattern. */
  parse(line: string): RowResult | undefined;
}

/** A layout of text in which a row may need the lines around it. */
export interface TextLayout {
  kind: ImportKind;
  name: string;
  /** Returns whether text that starts with these lines has this layout. */
  matches(lines: readonly string[]): boolean;
  /** Parses all lines. Yields the outcome of each line that is not blank. */
  parse(lines: readonly string[], context: ParseContext): Generator<ParsedRow[]>;
}
