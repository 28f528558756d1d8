import { Cells, indexColumns } from '#server/domains/imports/parse/cells.ts';
import type { ImportRecord, ParsedRow } from '#server/domains/imports/parse/records.ts';
import { MAX_ROW_LENGTH, splitLine, splitRows } from '#server/domains/imports/parse/split-rows.ts';
import { findCompany, findCompanyByName } from '#server/domains/market/market.ts';
import { findColumnLayouts, findHeaderlessLayouts } from './find-layouts.ts';
import type { ColumnLayout, LayoutCatalog, ParseContext } from './layout.ts';
import { parseRow } from './parse-row.ts';
import { type RecognizedFile, SAMPLE_SIZE } from './recognized-file.ts';

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

/** Finds the header line: the first line with the columns of a layout. */
export function recognizeTable<R extends ImportRecord>(
  lines: readonly string[],
  catalog: LayoutCatalog<R>,
): RecognizedFile<R>[] {
  for (const [index, line] of lines.slice(0, SAMPLE_SIZE).entries()) {
    if (line.length > MAX_ROW_LENGTH) continue;
    for (const delimiter of DELIMITERS) {
      const cells = splitLine(line, delimiter);
      const columns = indexColumns(cells);
      const layouts = columns.size < 2 ? [] : findColumnLayouts(catalog, 'table', columns);
      const company = columns.has('symbol') ? null : findCompanyAbove(lines.slice(0, index));
      if (layouts.length > 0)
        return layouts.map((layout) =>
          toTableFile(layout, catalog, lines, {
            index,
            line,
            delimiter,
            columns,
            company,
            width: cells.length,
          }),
        );
    }
  }
  return recognizeHeaderless(lines, catalog);
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

function toTableFile<R extends ImportRecord>(
  layout: ColumnLayout<R>,
  { completeRows }: LayoutCatalog<R>,
  lines: readonly string[],
  header: TableHeader,
): RecognizedFile<R> {
  const { company, width } = header;
  const columns =
    company === null ? header.columns : new Map([...header.columns, ['symbol', width] as const]);
  return {
    kind: layout.kind,
    name: layout.name,
    isTeziLayout: layout.isTezi === true,
    *rows(context) {
      if (layout.hasHeadings) yield completeRows([...parseRows(context)].flat());
      else yield* parseRows(context);
    },
  };

  function* parseRows(context: ParseContext): Generator<ParsedRow<R>[]> {
    for (const { cells, ...row } of splitRows(lines, header.delimiter, header.index + 2)) {
      if (layout.hasHeadings && !/\d/.test(row.text)) {
        if (/\p{L}/u.test(row.text)) yield parseRow<R>(row, () => HEADING);
        continue;
      }
      const named = cells && new Cells(columns, company === null ? cells : withCell(cells, width, company));
      const parse = () => {
        if (!named) return BROKEN_ROW;
        if (row.text.trim() === header.line.trim()) return REPEATED_HEADER;
        if (cells?.slice(width).some((cell) => cell !== '')) return TOO_MANY_CELLS;
        return layout.parse(named, context);
      };
      yield parseRow<R>(row, parse, named ?? undefined);
    }
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
