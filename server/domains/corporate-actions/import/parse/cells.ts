/** The cells of a row by column name. */
export class Cells {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Returns the cell of the first of these columns that exists, or `undefined` if none does. */
  find(...names: string[]): string | undefined {
    for (const name of names) {
      const index = this.#columns.get(name);
      if (index !== undefined) return this.#cells[index] ?? '';
    }
    return undefined;
  }

  /** Returns the cell of the first of these columns that exists, or an empty string. */
  get(...names: string[]): string {
    return this.find(...names) ?? '';
  }
}

/** Normalizes a header to the column name that layouts use: `Div/Bonus/Right` becomes `div_bonus_right`. */
export const normalizeColumnName = (header: string): string =>
  header
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
