import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import type { Cells } from '#server/domains/corporate-actions/import/parse/cells.ts';
import type { RowReading } from '#server/domains/corporate-actions/import/parse/records.ts';
import type { Holidays } from '#server/domains/market/market.ts';

/** What reading a row depends on besides the row. */
export interface ReadingContext {
  holidays: Holidays;
}

/** A layout whose columns are named, in a table's first line or in every object of a list. */
export interface ColumnLayout {
  kind: ImportKind;
  /** In words, for people. */
  name: string;
  form: 'table' | 'json';
  /** Whether these columns are this layout's. */
  fits(has: (...anyOf: string[]) => boolean): boolean;
  /** What the row says. Throws `RowRefusal`. */
  read(row: Cells, context: ReadingContext): RowReading;
  /** Newspapers put headings and rules between the rows: lines without a digit are none. */
  hasHeadings?: boolean;
}

/** A layout without named columns: each line is told by its pattern. */
export interface LineLayout {
  kind: ImportKind;
  name: string;
  /** What a line says, with single blanks between its parts; `undefined` where it does not have the pattern. */
  read(line: string): RowReading | undefined;
}
