/** The cells of a row by the names of their columns. */
export class Cells {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** The cell of the first of these columns that the table has; `undefined` when it has none of them. */
  find(...names: string[]): string | undefined {
    for (const name of names) {
      const index = this.#columns.get(name);
      if (index !== undefined) return this.#cells[index] ?? '';
    }
    return undefined;
  }

  /** The same, blank when there is none. */
  get(...names: string[]): string {
    return this.find(...names) ?? '';
  }
}

/** A column's name as layouts know it: `Div/Bonus/Right` is `div_bonus_right`. */
export const columnName = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Where each column is; of two with the same name the first counts. */
export function columnsOf(headers: readonly string[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [index, header] of headers.entries()) {
    const name = columnName(header);
    if (name !== '' && !columns.has(name)) columns.set(name, index);
  }
  return columns;
}
