/** A row of a table. `cells` is `null` if a quotation mark is not closed or the row is too long. */
export interface TableRow {
  line: number;
  text: string;
  cells: string[] | null;
}

export const MAX_ROW_LENGTH = 10_000;
/** A quoted cell may span lines, but a missing quotation mark must not consume the rest of the file. */
export const MAX_LINES_PER_ROW = 10;

/** Splits a table into rows and cells, quoted as in RFC 4180. Blank lines are skipped. */
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
    while (row.isOpen && used < MAX_LINES_PER_ROW && index + used < lines.length) {
      row.add(`\n${lines[index + used] ?? ''}`);
      used += 1;
    }
    const isComplete = !row.isOpen && row.text.length <= MAX_ROW_LENGTH;
    yield isComplete ? { line, text: row.text, cells: row.cells() } : { line, text: first, cells: null };
    index += isComplete ? used : 1;
  }
}

/** Splits one line into cells. */
export function splitLine(line: string, delimiter: string): string[] {
  const row = new Row(delimiter);
  row.add(line);
  return row.cells();
}

/** A row that is parsed line by line. */
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
    for (const character of piece) this.#consume(character);
  }

  cells(): string[] {
    return [...this.#cells, this.#cell].map((cell) => cell.trim());
  }

  #consume(character: string): void {
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
      // Spaces before an opening quotation mark are ignored.
      if (this.#state !== 'start' || character.trim() !== '') this.#state = 'plain';
    }
  }
}
