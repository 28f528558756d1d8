/** A row of a table with its cells; `null` where a quotation mark is never closed or the row is too long to be one. */
export interface TableRow {
  line: number;
  text: string;
  cells: string[] | null;
}

export const MAX_ROW_LENGTH = 10_000;
/** A quoted cell may go over lines, but a quotation mark that was forgotten must not swallow the rest of the file. */
const MAX_LINES_A_ROW = 10;

/** The rows of a table with their cells, as RFC 4180 quotes them; blank lines are left out. */
export function* splitRows(
  lines: readonly string[],
  delimiter: string,
  fromLine: number,
): Generator<TableRow> {
  let index = fromLine - 1;
  while (index < lines.length) {
    const first = lines[index] ?? '';
    const line = index + 1;
    if (first.trim() === '') {
      index += 1;
      continue;
    }
    const row = new Row(delimiter);
    let used = 1;
    row.add(first);
    while (row.isOpen && used < MAX_LINES_A_ROW && index + used < lines.length) {
      row.add(`\n${lines[index + used] ?? ''}`);
      used += 1;
    }
    const isWhole = !row.isOpen && row.text.length <= MAX_ROW_LENGTH;
    yield isWhole ? { line, text: row.text, cells: row.cells() } : { line, text: first, cells: null };
    index += isWhole ? used : 1;
  }
}

/** The cells of one line. */
export function splitLine(line: string, delimiter: string): string[] {
  const row = new Row(delimiter);
  row.add(line);
  return row.cells();
}

/** A row while it is being read: it goes on where the last piece ended. */
class Row {
  text = '';
  readonly #delimiter: string;
  readonly #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  get isOpen(): boolean {
    return this.#state === 'quoted' && this.text.length <= MAX_ROW_LENGTH;
  }

  add(piece: string): void {
    this.text += piece;
    if (this.text.length > MAX_ROW_LENGTH) return;
    for (const character of piece) this.#take(character);
  }

  cells(): string[] {
    return [...this.#cells, this.#cell].map((cell) => cell.trim());
  }

  #take(character: string): void {
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'closed';
      else this.#cell += character;
    } else if (character === this.#delimiter) {
      this.#cells.push(this.#cell);
      this.#cell = '';
      this.#state = 'start';
    } else if (character === '"' && this.#state === 'start') {
      this.#cell = '';
      this.#state = 'quoted';
    } else if (character === '"' && this.#state === 'closed') {
      this.#cell += '"';
      this.#state = 'quoted';
    } else {
      this.#cell += character;
      // Blanks may stand before a quotation mark.
      if (this.#state !== 'start' || character.trim() !== '') this.#state = 'plain';
    }
  }
}
