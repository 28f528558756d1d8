import { findCompanyOfHeading } from '#features/market/server/companies.ts';
import { Cells, COMPANY_COLUMN, indexColumns, MAX_ROW_LENGTH, splitLine, splitRows } from './cells.ts';
import {
  type ColumnLayout,
  findColumnLayouts,
  findHeaderlessLayouts,
  type ImportRecord,
  type LayoutCatalog,
  type ParsedRow,
  parseRow,
  type RecognizedFile,
  type RowResult,
  SAMPLE_SIZE,
} from './records.ts';
import { mapRows } from './repairs.ts';

export const DELIMITERS = [',', ';', '\t', '|'];

const BROKEN_ROW = {
  rejection: `A quotation mark is not closed, or the row is longer than ${MAX_ROW_LENGTH} characters.`,
};
/** An extra delimiter would shift the cells after it into the wrong columns. */
const TOO_MANY_CELLS = {
  rejection:
    'The row has more cells than the table has columns. Put cells that contain the delimiter in quotation marks.',
};
const TOO_FEW_CELLS = {
  rejection: 'The row has fewer cells than columns were chosen, so a cell is blank. Edit its cells.',
};
const HEADING = { omission: 'The line is a heading.' };
const REPEATED_HEADER = { omission: 'The line repeats the header.' };
const UNMATCHED_ROW = {
  rejection: 'The row does not have the format of the others. Add a header to the table.',
};

/** Recognizes a table by its header line, or by its rows if it has none. */
export function recognizeTable<R extends ImportRecord>(
  lines: readonly string[],
  catalog: LayoutCatalog<R>,
): RecognizedFile<R>[] {
  const header = findHeader(lines, createMatcher(catalog), { canNameCompany: true });
  if (!header) return recognizeHeaderless(lines, catalog);
  return findColumnLayouts(catalog, 'table', header.matched).map((layout) => ({
    kind: layout.kind,
    name: layout.name,
    isTeziLayout: layout.isTezi === true,
    heading: findContradicted(lines, header),
    rows: (context) => parseTable(lines, header, (row) => layout.parse(row, context)),
  }));
}

type MatchColumns = (columns: ReadonlyMap<string, number>) => boolean;

export const createMatcher =
  <R extends ImportRecord>(catalog: LayoutCatalog<R>): MatchColumns =>
  (columns) =>
    findColumnLayouts(catalog, 'table', columns).length > 0;

interface TableHeader {
  index: number;
  line: string;
  delimiter: string;
  columns: ReadonlyMap<string, number>;
  /** The columns that match, with one for the company above the table if only that makes them match. */
  matched: ReadonlyMap<string, number>;
  /** The symbol above the table of one company, which has no column for it. */
  company: string | null;
  /** The symbol above a table that has a column of companies, which may contradict it. */
  heading: string | null;
  width: number;
}

/**
 * Finds the header of a table: the first line whose columns match. With `canNameCompany`, a line above with the symbol or the full
 * name of a company counts as a column, unless the table has one: a letterhead or a menu above does not change what the rows say.
 */
export function findHeader(
  lines: readonly string[],
  matches: MatchColumns,
  { canNameCompany = false } = {},
): TableHeader | null {
  for (const [index, line] of lines.slice(0, SAMPLE_SIZE).entries()) {
    if (line.length > MAX_ROW_LENGTH) continue;
    for (const delimiter of DELIMITERS) {
      const cells = splitLine(line, delimiter);
      const columns = indexColumns(cells);
      if (columns.size < 2) continue;
      const above = findCompanyAbove(lines.slice(0, index));
      const hasCompanies = [...columns.keys()].some((column) => COMPANY_COLUMN.test(column));
      const [company, heading] = hasCompanies ? [null, above] : [above, null];
      const named =
        canNameCompany && company !== null
          ? new Map([...columns, ['symbol', cells.length] as const])
          : columns;
      const matched = [columns, named].find(matches);
      if (matched) return { index, line, delimiter, columns, matched, company, heading, width: cells.length };
    }
  }
  return null;
}

/**
 * Parses the rows below a header. With `hasHeadings`, lines without digits are headings or rules between them; with `isComplete`, each row
 * has a cell in every column.
 */
export function* parseTable<R extends ImportRecord>(
  lines: readonly string[],
  { index, line: headerLine, delimiter, columns, company, width }: TableHeader,
  parseCells: (row: Cells) => RowResult<R>,
  { hasHeadings = false, isComplete = false } = {},
): Generator<ParsedRow<R>[]> {
  const named = company === null ? columns : new Map([...columns, ['symbol', width] as const]);
  let current = company;
  for (const { cells, ...row } of splitRows(lines, delimiter, index + 2)) {
    const isHeading = !/\d/.test(row.text);
    if (company !== null && isHeading && cells?.filter((cell) => /\p{L}/u.test(cell)).length === 1) {
      // What follows is of another company, unless the line is a title.
      current = findCompanyOfHeading(row.text)?.symbol ?? (LEGAL_NAME.test(row.text) ? '' : current);
      yield parseRow<R>(row, () => HEADING);
      continue;
    }
    if (hasHeadings && isHeading) {
      if (/\p{L}/u.test(row.text)) yield parseRow<R>(row, () => HEADING);
      continue;
    }
    const given = cells && new Cells(named, current === null ? cells : withCell(cells, width, current));
    const parse = () => {
      if (!given) return BROKEN_ROW;
      if (row.text.trim() === headerLine.trim()) return REPEATED_HEADER;
      if (cells?.slice(width).some((cell) => cell !== '')) return TOO_MANY_CELLS;
      if (isComplete && (cells?.length ?? 0) < width) return TOO_FEW_CELLS;
      const result = parseCells(given);
      const other = current ? findOtherCompany(given, current) : null;
      return other === null ? result : doubtCompany(result, current ?? '', other);
    };
    yield parseRow<R>(row, parse, given ?? undefined);
  }
}

/** Words of the names of companies, also of those that the directory lacks. */
export const LEGAL_NAME =
  /\b(?:limited|ltd|company|corporation|mills|modaraba|bank|fund|insurance|textiles?|cement)\b/i;

/** Returns the company that a cell names which the layout has not used, if it is another one than that of the line above the table. */
function findOtherCompany(row: Cells, symbol: string): string | null {
  for (const { text } of row.listUnused()) {
    const other = findCompanyOfHeading(text)?.symbol;
    if (other !== undefined && other !== symbol) return other;
  }
  return null;
}

const ID_COLUMN = /(?:^|_)id$/;

/** Returns the symbol above a table whose rows all name one company, or `null`. One of several companies is of none above it. */
const findContradicted = (
  lines: readonly string[],
  { index, delimiter, columns, heading }: TableHeader,
): string | null =>
  heading !== null && findOnlyCompany(lines.slice(index + 1), delimiter, columns) !== null ? heading : null;

/** Lets the rows wait that contradict the symbol above their table, also those that an administrator has edited. */
export const doubtHeading = <R extends ImportRecord>(file: RecognizedFile<R>): RecognizedFile<R> => {
  const { heading } = file;
  if (!heading) return file;
  return mapRows(file, (row) => [
    'record' in row ? { ...row, record: doubtCompany(row.record, heading) as R } : row,
  ]);
};

/** Returns what the column of companies has in every row with a digit, or `null` if the rows are of several companies. */
function findOnlyCompany(
  lines: readonly string[],
  delimiter: string,
  columns: ReadonlyMap<string, number>,
): string | null {
  const names = [...columns.keys()].filter((column) => COMPANY_COLUMN.test(column));
  const ofNames = names.filter((column) => !ID_COLUMN.test(column));
  const positions = (ofNames.length > 0 ? ofNames : names).map((column) => columns.get(column) ?? -1);
  const named = new Set<string>();
  for (const { text, cells } of splitRows(lines, delimiter, 1)) {
    if (!/\d/.test(text)) continue;
    named.add(positions.map((position) => cells?.[position] ?? '').join('\t'));
    if (named.size > 1) return null;
  }
  const [only = null] = named;
  return only;
}

/** A table of one company under the name of another one may be of either. */
function doubtCompany<R extends ImportRecord>(
  result: RowResult<R>,
  above: string,
  other?: string,
): RowResult<R> {
  const doubt = (record: R): R => {
    const named = other ?? record.symbol ?? record.companyName;
    if (named === above) return record;
    const sentence = `A line above the table names ${above}, and the row ${named}.`;
    return { ...record, doubts: [...(record.doubts ?? []), sentence] };
  };
  return Array.isArray(result) ? result.map(doubt) : doubt(result);
}

const withCell = (cells: readonly string[], index: number, cell: string) =>
  Array.from({ length: index + 1 }, (_, at) => (at === index ? cell : (cells[at] ?? '')));

/** Finds the company that the lines above a table name: `LUCK`, or its full name. Returns `null` if they name several. */
function findCompanyAbove(above: readonly string[]): string | null {
  const found = above.flatMap((line) => findCompanyOfHeading(line)?.symbol ?? []);
  const symbols = new Set(found);
  return symbols.size === 1 ? (found[0] ?? null) : null;
}

/** Recognizes a table whose rows have the unambiguous patterns of a layout. */
function recognizeHeaderless<R extends ImportRecord>(
  lines: readonly string[],
  catalog: LayoutCatalog<R>,
): RecognizedFile<R>[] {
  const sample = lines.slice(0, SAMPLE_SIZE).filter((line) => line.length <= MAX_ROW_LENGTH);
  for (const delimiter of DELIMITERS) {
    const layouts = new Set(
      sample.flatMap((line) => findHeaderlessLayouts(catalog, splitLine(line, delimiter))),
    );
    const company = findCompanyAbove(sample);
    if (layouts.size > 0)
      return [...layouts].map((layout) => toHeaderlessFile(layout, lines, delimiter, company));
  }
  return [];
}

function toHeaderlessFile<R extends ImportRecord>(
  layout: ColumnLayout<R>,
  lines: readonly string[],
  delimiter: string,
  company: string | null,
): RecognizedFile<R> {
  return {
    kind: layout.kind,
    name: `${layout.name}, without a header`,
    isTeziLayout: false,
    *rows(context) {
      for (const { cells, ...row } of splitRows(lines, delimiter, 1)) {
        if (!/\d/.test(row.text)) {
          yield parseRow<R>(row, () => HEADING);
          continue;
        }
        const names = cells && layout.nameColumns?.(cells);
        const named = names ? nameCells(names, cells, company) : null;
        yield parseRow<R>(
          row,
          () => (named ? layout.parse(named, context) : UNMATCHED_ROW),
          named ?? undefined,
        );
      }
    },
  };
}

/** Adds the company above the table to rows that name none. */
function nameCells(names: readonly string[], cells: readonly string[], company: string | null): Cells {
  if (company === null || names.includes('symbol')) return new Cells(indexColumns(names), cells);
  return new Cells(indexColumns([...names, 'symbol']), withCell(cells, names.length, company));
}
