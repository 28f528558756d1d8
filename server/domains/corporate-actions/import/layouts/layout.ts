import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import type { Cells } from '#server/domains/corporate-actions/import/parse/cells.ts';
import type { RowResult } from '#server/domains/corporate-actions/import/parse/records.ts';
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
  form: 'table' | 'json';
  /** Returns whether a file with these columns has this layout. */
  matches(has: (...anyOf: string[]) => boolean): boolean;
  /** Parses a row. Throws `RowRejection`. */
  parse(row: Cells, context: ParseContext): RowResult;
  /** Lines without digits are headings or rules between the rows, as in newspapers, and are skipped. */
  hasHeadings?: boolean;
}

/** A layout without named columns: each line is matched by a pattern. */
export interface LineLayout {
  kind: ImportKind;
  name: string;
  /** Parses a line with single spaces between its parts. Returns `undefined` if the line does not match the pattern. */
  parse(line: string): RowResult | undefined;
}
