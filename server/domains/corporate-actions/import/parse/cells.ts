import type { ReadCell } from './records.ts';

/** The cells of a row by column name. */
export class Cells {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];
  readonly #used = new Set<string>();

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Lists the cells that are not blank, with the names of their columns if the layout used them. */
  describe(): ReadCell[] {
    const names = new Map([...this.#columns].map(([name, index]) => [index, name]));
    return this.#cells.flatMap((text, index) => {
      const name = names.get(index);
      if (text.trim() === '') return [];
      return [{ text, role: name !== undefined && this.#used.has(name) ? formatColumn(name) : 'Not used' }];
    });
  }

  /** Returns the cell of the first of these columns that exists, or `undefined` if none does. */
  find(...names: string[]): string | undefined {
    for (const name of names) {
      const index = this.#columns.get(name);
      if (index === undefined) continue;
      this.#used.add(name);
      return this.#cells[index] ?? '';
    }
    return undefined;
  }

  /** Returns the cell of the first of these columns that exists, or an empty string. */
  get(...names: string[]): string {
    return this.find(...names) ?? '';
  }
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
