import type { ReadCell } from './records.ts';

/** The labels of columns by position. All rows of a table share their columns. */
const labelsByColumns = new WeakMap<ReadonlyMap<string, number>, readonly string[]>();

/** The cells of a row by column name. */
export class Cells {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];
  /** The positions of the cells that the layout used. */
  readonly #used = new Set<number>();

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Lists the cells that are not blank, with the names of their columns if the layout used them. */
  describe(): ReadCell[] {
    const labels = getLabels(this.#columns);
    const described: ReadCell[] = [];
    for (const [index, text] of this.#cells.entries()) {
      const label = this.#used.has(index) ? labels[index] : undefined;
      if (text.trim() !== '') described.push({ text, role: label ?? 'Not used' });
    }
    return described;
  }

  /** Returns the cell of the first of these columns that exists, or `undefined` if none does. */
  find(...names: string[]): string | undefined {
    for (const name of names) {
      const index = this.#columns.get(name);
      if (index === undefined) continue;
      this.#used.add(index);
      return this.#cells[index] ?? '';
    }
    return undefined;
  }

  /** Returns the cell of the first of these columns that exists, or an empty string. */
  get(...names: string[]): string {
    return this.find(...names) ?? '';
  }
}

function getLabels(columns: ReadonlyMap<string, number>): readonly string[] {
  let labels = labelsByColumns.get(columns);
  if (!labels) {
    const named: string[] = [];
    for (const [name, index] of columns) named[index] = formatColumn(name);
    labels = named;
    labelsByColumns.set(columns, labels);
  }
  return labels;
}

/** Formats `Book closure` for `book_closure`. */
const formatColumn = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

/**
 * Normalizes a header to the column name that layouts use: `Div/Bonus/Right` becomes `div_bonus_right`, and
 * `bookClosureFrom` becomes `book_closure_from`.
 */
export const normalizeColumnName = (header: string): string =>
  header
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Maps column names to their positions. The first of two columns with the same name wins. */
export function indexColumns(headers: readonly string[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [index, header] of headers.entries()) {
    const name = normalizeColumnName(header);
    if (name !== '' && !columns.has(name)) columns.set(name, index);
  }
  return columns;
}
