import { findCompany, findCompanyByName } from '#server/domains/market/market.ts';
import { Cells, indexColumns, MAX_ROW_LENGTH, splitLine, splitRows } from './cells.ts';
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

const DELIMITERS = [',', ';', '\t', '|'];

const BROKEN_ROW = {
  rejection: `A quotation mark is not closed, or the row is longer than ${MAX_ROW_LENGTH} characters.`,
};
/** An extra delimiter would shift the cells after it into the wrong columns. */
const TOO_MANY_CELLS = {
  rejection:
    'The row has more cells than the table has columns. Put cells that contain the delimiter in quotation marks.',
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
  const findLayouts = (columns: ReadonlyMap<string, number>) => findColumnLayouts(catalog, 'table', columns);
  const header = findHeader(lines, (columns) => findLayouts(columns).length > 0);
  if (!header) return recognizeHeaderless(lines, catalog);
  return findLayouts(header.columns).map((layout) => ({
    kind: layout.kind,
    name: layout.name,
    isTeziLayout: layout.isTezi === true,
    rows: (context) => parseTable(lines, header, (row) => layout.parse(row, context)),
  }));
}

interface TableHeader {
  index: number;
  line: string;
  delimiter: string;
  columns: ReadonlyMap<string, number>;
  /** The symbol above the table of one company. */
  company: string | null;
  width: number;
}

/** Finds the header of a table: the first line whose columns match. */
export function findHeader(
  lines: readonly string[],
  matches: (columns: ReadonlyMap<string, number>) => boolean,
): TableHeader | null {
  for (const [index, line] of lines.slice(0, SAMPLE_SIZE).entries()) {
    if (line.length > MAX_ROW_LENGTH) continue;
    for (const delimiter of DELIMITERS) {
      const cells = splitLine(line, delimiter);
      const columns = indexColumns(cells);
      if (columns.size < 2 || !matches(columns)) continue;
      const company = columns.has('symbol') ? null : findCompanyAbove(lines.slice(0, index));
      return { index, line, delimiter, columns, company, width: cells.length };
    }
  }
  return null;
}

/** Parses the rows below a header. With `hasHeadings`, lines without digits are headings or rules between them. */
export function* parseTable<R extends ImportRecord>(
  lines: readonly string[],
  { index, line: headerLine, delimiter, columns, company, width }: TableHeader,
  parseCells: (row: Cells) => RowResult<R>,
  { hasHeadings = false } = {},
): Generator<ParsedRow<R>[]> {
  const named = company === null ? columns : new Map([...columns, ['symbol', width] as const]);
  for (const { cells, ...row } of splitRows(lines, delimiter, index + 2)) {
    if (hasHeadings && !/\d/.test(row.text)) {
      if (/\p{L}/u.test(row.text)) yield parseRow<R>(row, () => HEADING);
      continue;
    }
    const given = cells && new Cells(named, company === null ? cells : withCell(cells, width, company));
    const parse = () => {
      if (!given) return BROKEN_ROW;
      if (row.text.trim() === headerLine.trim()) return REPEATED_HEADER;
      if (cells?.slice(width).some((cell) => cell !== '')) return TOO_MANY_CELLS;
      return parseCells(given);
    };
    yield parseRow<R>(row, parse, given ?? undefined);
  }
}

const withCell = (cells: readonly string[], index: number, cell: string) =>
  Array.from({ length: index + 1 }, (_, at) => (at === index ? cell : (cells[at] ?? '')));

/** Finds the company of a table that has no column for it: `LUCK`, or its name, on a line above. */
function findCompanyAbove(above: readonly string[]): string | null {
  const found = above.flatMap((line) => {
    const name = line.trim();
    return (findCompany(name) ?? findCompanyByName(name))?.symbol ?? [];
  });
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
