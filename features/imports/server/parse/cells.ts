/** A cell of a row and the role that its column header or its pattern gives it. */
export interface ReadCell {
  text: string;
  role: string;
}

/** The role of a cell that the layout does not use. */
export const NOT_USED = 'Not used';

/** The labels of columns by position. All rows of a table share their columns. */
const labelsByColumns = new WeakMap<ReadonlyMap<string, number>, readonly string[]>();

/** The columns of a table that name the company of each row. Those of programs also have names in a column such as `Scrip`. */
export const SYMBOL_COLUMNS = [
  'symbol',
  'ticker',
  'scrip',
  'symbol_code',
  'stock',
  'stock_symbol',
  'company_symbol',
  'code',
  'company_code',
  'security_code',
  'security_symbol',
  'stock_code',
  'scrip_code',
  'scrip_symbol',
  'symbols',
  'share',
  'equity',
];
export const NAME_COLUMNS = [
  'company',
  'company_name',
  'name',
  'security',
  'security_name',
  'stock_name',
  'scrip_name',
  'issuer',
  'instrument',
  'name_of_company',
  'name_of_the_company',
  'name_of_security',
  'companies',
  'securities',
];
/** Columns that may have symbols or the numbers of the rows. */
export const ID_COLUMNS = ['id', 'company_id', 'security_id', 'stock_id', 'scrip_id'];

/** Also other names of such columns, under which no layout reads a company. */
export const COMPANY_COLUMN =
  /^(?:names?_of_(?:the_)?)?(?:(?:listed_?)?(?:company|security|stock|scrip|share|equity|issuer|symbol|ticker|c)_?)?(?:symbol|ticker|scrip|code|id|company|companie|name|security|securitie|stock|share|equity|equitie|issuer|instrument)s?$/;

/** The cells of a row by column name. */
export class Cells {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];
  /** The positions of the cells that the layout used. */
  readonly #used = new Set<number>();
  readonly #notes = new Map<number, string>();

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Lists the cells that are not blank, with the names of their columns; of a row that `isRead`, if the layout used them. */
  describe({ isRead }: { isRead: boolean }): ReadCell[] {
    const labels = getLabels(this.#columns);
    const described: ReadCell[] = [];
    for (const [index, text] of this.#cells.entries()) {
      const label = !isRead || this.#used.has(index) ? labels[index] : undefined;
      const note = this.#notes.get(index);
      const role = note === undefined ? (label ?? NOT_USED) : `${label}, ${note}`;
      if (text.trim() !== '') described.push({ text, role });
    }
    return described;
  }

  /** Returns whether a column names companies, also one whose name no layout knows. */
  hasCompany(): boolean {
    return [...this.#columns.keys()].some((column) => COMPANY_COLUMN.test(column));
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

  /** Adds a note to the role of the cell that `find` returns for these columns. */
  addNote(note: string, ...names: string[]): void {
    const index = names.map((name) => this.#columns.get(name)).find((each) => each !== undefined);
    if (index !== undefined) this.#notes.set(index, note);
  }

  /** Returns the first cell of these columns that is not blank, or an empty string. */
  findGiven(...names: string[]): string {
    for (const name of names) {
      const text = this.find(name)?.trim() ?? '';
      if (text !== '') return text;
    }
    return '';
  }

  /** Lists the cells that are not blank and that the layout has not used, by column. */
  listUnused(): { column: string; text: string }[] {
    return [...this.#columns].flatMap(([column, index]) => {
      const text = this.#cells[index]?.trim() ?? '';
      return text === '' || this.#used.has(index) ? [] : [{ column, text }];
    });
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
 * `bookClosureFrom` becomes `book_closure_from`, `Bonus %` becomes `bonus_percent`.
 */
const normalizeColumnName = (header: string): string =>
  header
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll('%', '_percent_')
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

/** A row of a table. `cells` is `null` if a quotation mark is not closed or the row is too long. */
interface TableRow {
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
    const isComplete = !row.isOpen && !row.isBroken && row.text.length <= MAX_ROW_LENGTH;
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
  /** A cell over several lines continues after its closing quotation mark: one of the two marks is a mistake. */
  isBroken = false;

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
      if (this.#state === 'closed' && character.trim() !== '' && this.#cell.includes('\n'))
        this.isBroken = true;
      this.#cell += character;
      // Spaces before an opening quotation mark are ignored.
      if (this.#state !== 'start' || character.trim() !== '') this.#state = 'plain';
    }
  }
}
