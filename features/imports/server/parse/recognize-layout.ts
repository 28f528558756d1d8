import type { ImportKind, Repairs } from '#features/imports/contract/imports.ts';
import { findCompany, findCompanyOfHeading } from '#features/market/server/companies.ts';
import { Cells, COMPANY_COLUMN, indexColumns, MAX_ROW_LENGTH, splitLine, splitRows } from './cells.ts';
import { type HtmlRow, readHtml } from './html-tables.ts';
import { parseJsonRows } from './json-rows.ts';
import {
  type ColumnLayout,
  fileRejected,
  findColumnLayouts,
  findHeaderlessLayouts,
  type ImportRecord,
  type LayoutCatalog,
  type ParseContext,
  type ParsedRow,
  parseRow,
  type RecognizedFile,
  type RowResult,
  SAMPLE_SIZE,
} from './records.ts';
import {
  findLayout,
  hasLineRepairs,
  mapRows,
  markText,
  numberRows,
  repairCells,
  repairLines,
  restoreLineNumbers,
} from './repairs.ts';
import { cleanText, quote } from './values.ts';

/** Recognizes a file's layout by its columns. Throws an `HttpError` that describes the file if it is not supported. */
export function recognizeLayout<R extends ImportRecord>(
  content: string,
  kind: ImportKind,
  catalog: LayoutCatalog<R>,
  { rows: repairs = [], columns }: Repairs = {},
): RecognizedFile<R> {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw fileRejected('The file is empty.');
  const candidates = columns
    ? [readChosenColumns(text, { kind, catalog, columns, repairs })]
    : recognizeText(text, catalog, repairs);
  const recognized = candidates.find((candidate) => candidate.kind === kind) ?? candidates[0];
  if (!recognized) throw fileRejected(describeUnknownLayout(text, catalog.description), readSample(text));
  if (recognized.kind !== kind) {
    const actual = formatKind(recognized.kind);
    throw fileRejected(
      `This file contains ${actual} (${recognized.name}), not ${formatKind(kind)}. Import it as ${actual}.`,
      recognized.isText ? readSample(text) : undefined,
    );
  }
  return doubtHeading(repairCells(numberRows(recognized), catalog, repairs));
}

type LineRepairs = NonNullable<Repairs['rows']>;

const isJson = (text: string) => /^\s*(?:(?:var|let|const)\s+\w+\s*=\s*)?[{[]/.test(text);

function recognizeText<R extends ImportRecord>(
  text: string,
  catalog: LayoutCatalog<R>,
  repairs: LineRepairs,
): RecognizedFile<R>[] {
  if (hasLineRepairs(repairs) && (isJson(text) || isHtml(text)))
    throw fileRejected('The lines of JSON and of pages cannot be repaired. Edit the cells of rows instead.');
  if (isJson(text)) return recognizeJson(text, catalog);
  if (!isHtml(text)) return recognizeLines(text.split('\n', MAX_LINES + 1), catalog, repairs);
  checkHtmlLength(text);
  return recognizeHtml(text, catalog);
}

function checkHtmlLength(text: string): void {
  if (text.length > MAX_HTML_LENGTH) {
    throw fileRejected(
      `The HTML is larger than ${MAX_HTML_LENGTH / 1_000_000} MB. Split it into several files.`,
    );
  }
}

/** Pages are much smaller; parsing more would block other requests. */
const MAX_HTML_LENGTH = 4_000_000;

/** Returns a file with its repaired lines, for what they say about all rows. The lines of a page are those of its tables. */
export const repairText = (text: string, { rows = [] }: Repairs = {}): string =>
  hasLineRepairs(rows) && !isHtml(text) && !isJson(text)
    ? repairLines(text.split('\n'), rows).lines.join('\n')
    : text;

const isHtml = (text: string): boolean =>
  /^\s*(?:showing[^<\n]{0,80})?<(?:!|html|head|title|body|main|div|table|thead|tbody|tr|section|p|h\d)\b/i.test(
    text,
  );

function recognizeJson<R extends ImportRecord>(text: string, catalog: LayoutCatalog<R>): RecognizedFile<R>[] {
  const columns = new Set<string>();
  let inspected = 0;
  for (const row of parseJsonRows(text)) {
    for (const column of row.columns) columns.add(column);
    inspected += 1;
    if (inspected === SAMPLE_SIZE) break;
  }
  return findColumnLayouts(catalog, 'json', columns).map((layout) => ({
    kind: layout.kind,
    name: layout.name,
    isTeziLayout: false,
    *rows(context) {
      for (const { cells, ...row } of parseJsonRows(text)) {
        yield parseRow<R>(
          row,
          () => (cells ? layout.parse(cells, context) : BROKEN_JSON),
          cells ?? undefined,
        );
      }
    },
  }));
}

const BROKEN_JSON = { rejection: 'The object is not valid JSON.' };
/** Far more lines than a file with the maximum number of rows can have; parsing more would block other requests. */
const MAX_LINES = 300_000;

function recognizeLines<R extends ImportRecord>(
  given: readonly string[],
  catalog: LayoutCatalog<R>,
  repairs: LineRepairs,
): RecognizedFile<R>[] {
  const { lines, numbers } = repairLines(given, repairs);
  if (lines.length > MAX_LINES) {
    throw fileRejected(
      `The file has more than ${MAX_LINES.toLocaleString('en')} lines. Split it into several files.`,
    );
  }
  const tables = recognizeTable(lines, catalog);
  const files = tables.length > 0 ? tables : recognizeColumnlessText(lines, catalog).map(markText);
  return files.map((file) => restoreLineNumbers(file, numbers));
}

/** Recognizes pasted text whose parts are separated by spaces, tabs or `|`. */
function recognizeColumnlessText<R extends ImportRecord>(
  lines: readonly string[],
  catalog: LayoutCatalog<R>,
): RecognizedFile<R>[] {
  const start = lines.slice(0, TEXT_SAMPLE_SIZE);
  const layouts = catalog.texts.filter((layout) => layout.matches(start));
  if (layouts.length > 0 && lines.length > MAX_TEXT_LINES) {
    throw fileRejected(
      `Text without a header that separates columns has at most ${MAX_TEXT_LINES.toLocaleString('en')} lines. Split it into several files.`,
    );
  }
  return layouts.map((layout) => ({
    kind: layout.kind,
    name: layout.name,
    isTeziLayout: false,
    rows: (context) => layout.parse(lines, context),
  }));
}

/** Newspapers print far fewer rows; parsing more would block other requests. */
const MAX_TEXT_LINES = 20_000;

/** Titles and headings can precede the first row. */
const TEXT_SAMPLE_SIZE = 300;

const formatKind = (kind: ImportKind) => kind.replace('-', ' ');

function describeUnknownLayout(text: string, supported: string): string {
  const first = text.split('\n', SAMPLE_SIZE).find((line) => line.trim() !== '') ?? '';
  return `The layout of the file is not supported. It starts with ${quote(first)}. ${supported}`;
}

/**
 * Recognizes the tables of a page. The page of a company has many, so those with a header that a layout has are read, each kind on
 * its own. A page whose tables have no such header is read as a whole.
 */
function recognizeHtml<R extends ImportRecord>(html: string, catalog: LayoutCatalog<R>): RecognizedFile<R>[] {
  const company = findCompanyOfTitle(html);
  const content = readHtml(html);
  const named = company === null ? nameTables(content) : new Map<HtmlRow[], string>();
  const parts = content.flatMap((part) =>
    toLines(part, {
      company,
      isContext: catalog.isContext,
      named: typeof part === 'string' ? null : (named.get(part) ?? null),
      isNamed: named.size > 0,
    }),
  );
  const above = company === null ? [] : [company];
  const headers = parts.map(({ lines, isTable }) =>
    isTable
      ? findHeader([...above, ...lines], createMatcher(catalog), { canNameCompany: true })?.line
      : undefined,
  );
  const groups = new Set(headers.filter((header) => header !== undefined));
  if (groups.size === 0)
    return recognizeLines([...above, ...parts.flatMap(({ lines }) => lines)], catalog, []);
  let linesBefore = 0;
  const files = [...groups].map((group) => {
    const own = parts.filter(({ isTable, width }, index) => {
      if (!isTable || headers[index] === group) return true;
      // The rows of a table whose header stays in place are the next table, of the same width.
      return (
        headers[index] === undefined && headers[index - 1] === group && parts[index - 1]?.width === width
      );
    });
    const lines = [...above, ...own.flatMap((part) => part.lines)];
    const offset = linesBefore;
    linesBefore += lines.length;
    return recognizeLines(lines, catalog, []).map((file) =>
      mapRows(file, (row) => [{ ...row, line: row.line + offset }]),
    );
  });
  const kinds = new Set(files.flat().map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => {
    const ofKind = files.flatMap((each) => each.find((file) => file.kind === kind) ?? []);
    const [first] = ofKind;
    return first
      ? [
          {
            ...first,
            *rows(context: ParseContext) {
              for (const file of ofKind) yield* file.rows(context);
            },
          },
        ]
      : [];
  });
}

/** Returns the symbol in the title of a company's page: `LUCK - Stock quote for Lucky Cement Limited`. */
function findCompanyOfTitle(html: string): string | null {
  const [, title = ''] = /<title[^>]{0,100}>([^<]{1,300})<\/title>/i.exec(html) ?? [];
  const [symbol = ''] = title.trim().split(/\s+[-–|:]\s+/);
  return findCompany(symbol)?.symbol ?? null;
}

/** Between the name of a company and its table there is a title at most. */
const MAX_TEXTS_BETWEEN = 2;
const MAX_NAME = 80;

/** Finds the company that a line above each table names, on a page with tables of several; '' is one that the directory lacks. */
function nameTables(content: readonly (HtmlRow[] | string)[]): Map<HtmlRow[], string> {
  const named = new Map<HtmlRow[], string>();
  let last: { symbol: string; at: number } | null = null;
  for (const [at, part] of content.entries()) {
    const isName = typeof part === 'string' && part.length <= MAX_NAME && LEGAL_NAME.test(part);
    const symbol =
      typeof part === 'string'
        ? (findCompanyOfHeading(part)?.symbol ?? (isName ? '' : undefined))
        : undefined;
    if (symbol !== undefined) last = { symbol, at };
    if (typeof part === 'string') continue;
    if (last && at - last.at <= MAX_TEXTS_BETWEEN + 1) named.set(part, last.symbol);
    last = null;
  }
  return new Set(named.values()).size > 1 ? named : new Map();
}

interface HtmlLines {
  lines: string[];
  isTable: boolean;
  width: number;
}

/**
 * Converts a table to lines with tabs, so that the layouts of text apply. The links of a row become the columns `image` and
 * `document`. Of the text outside of tables only what `isContext` accepts stays, and no other company on the page of one.
 */
function toLines(
  part: HtmlRow[] | string,
  page: {
    company: string | null;
    isContext: (text: string) => boolean;
    named: string | null;
    isNamed: boolean;
  },
): HtmlLines[] {
  if (typeof part === 'string') {
    const isOther = (page.company !== null || page.isNamed) && findCompanyOfHeading(part) !== null;
    return page.isContext(part) && !isOther ? [{ lines: [part], isTable: false, width: 0 }] : [];
  }
  addSymbols(part, page.named);
  const width = Math.max(...part.map(({ cells }) => cells.length));
  const hasLinks = part.some(({ image, document }) => image !== '' || document !== '');
  // The first of two columns with the same name wins, and a column of documents only has the words of the links.
  const isFirst = part.some((row) => row.isHeader && row.cells.some((cell) => /^documents?$/i.test(cell)));
  const links = hasLinks ? (isFirst ? 'before' : 'after') : null;
  return [{ lines: part.map((row) => toLine(row, width, links)), isTable: true, width }];
}

/** Adds a column with the symbols that the attributes of rows or a line above the table give, unless it has one. */
function addSymbols(rows: HtmlRow[], above: string | null): void {
  const header = rows.find(({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length > 1);
  const columns = header ? [...indexColumns(header.cells).keys()] : [];
  const hasOwn = rows.some(({ symbol }) => symbol !== '');
  const isMissing = hasOwn
    ? !columns.includes('symbol')
    : !columns.some((column) => COMPANY_COLUMN.test(column));
  if (!header || !isMissing || (!hasOwn && above === null)) return;
  const names = header.cells.join('\t');
  for (const row of rows) {
    const given = row.symbol || (hasOwn ? '' : (above ?? ''));
    row.cells.unshift(row.cells.join('\t') === names ? 'symbol' : given);
  }
}

function toLine(
  { cells, image, document, isHeader }: HtmlRow,
  width: number,
  position: 'before' | 'after' | null,
): string {
  const padded = [...cells, ...Array<string>(width - cells.length).fill('')];
  const links = isHeader ? ['image', 'document'] : [image, document];
  const line =
    position === null ? padded : position === 'before' ? [...links, ...padded] : [...padded, ...links];
  return line.map(toCell).join('\t');
}

const toCell = (text: string) => (text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text);

const DELIMITERS = [',', ';', '\t', '|'];

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
function recognizeTable<R extends ImportRecord>(
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

const createMatcher =
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
const LEGAL_NAME =
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
const doubtHeading = <R extends ImportRecord>(file: RecognizedFile<R>): RecognizedFile<R> => {
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

/** Returns the lines of a file whose layout is unknown, also those of the tables of a page. */
function listLines(text: string): string[] {
  if (!isHtml(text)) return text.split('\n', MAX_LINES);
  checkHtmlLength(text);
  const page = { company: null, isContext: () => false, named: null, isNamed: false };
  return readHtml(text).flatMap((part) => toLines(part, page).flatMap(({ lines }) => lines));
}

/** Finds the delimiter of a table whose columns no layout has. Several spaces separate columns if nothing else does. */
function toTable(lines: readonly string[]): {
  lines: readonly string[];
  delimiter: string;
  isSpaced: boolean;
} {
  const sample = lines.slice(0, SAMPLE_SIZE);
  const width = (delimiter: string) =>
    sample.reduce((sum, line) => sum + splitLine(line.slice(0, MAX_ROW_LENGTH), delimiter).length - 1, 0);
  const [delimiter = '\t'] = DELIMITERS.toSorted((a, b) => width(b) - width(a));
  if (width(delimiter) >= sample.length / 2) return { lines, delimiter, isSpaced: false };
  return { lines: lines.map((line) => line.trim().replace(/ {2,}/g, '\t')), delimiter: '\t', isSpaced: true };
}

const SAMPLE_ROWS = 8;
const SAMPLE_CELLS = 30;
const SAMPLE_TEXT = 60;

/** Returns the first rows of an unknown layout, so that an administrator can choose its columns. JSON names its own. */
function readSample(text: string): string[] | undefined {
  if (isJson(text)) return undefined;
  const { lines, delimiter } = toTable(listLines(text).slice(0, MAX_TEXT_LINES));
  const rows = lines.filter((line) => line.trim() !== '');
  return rows.slice(0, SAMPLE_ROWS).map((line) =>
    splitLine(line.slice(0, MAX_ROW_LENGTH), delimiter)
      .slice(0, SAMPLE_CELLS)
      .map((cell) => cleanText(cell).slice(0, SAMPLE_TEXT))
      .join('\t'),
  );
}

/** Reads a table whose columns an administrator has chosen. Columns with a blank name are not read. */
function readChosenColumns<R extends ImportRecord>(
  text: string,
  {
    kind,
    catalog,
    columns: names,
    repairs,
  }: { kind: ImportKind; catalog: LayoutCatalog<R>; columns: readonly string[]; repairs: LineRepairs },
): RecognizedFile<R> {
  const repaired = repairLines(listLines(text), repairs);
  const { lines, delimiter, isSpaced } = toTable(repaired.lines);
  const columns = indexColumns(names);
  const layout = findLayout(catalog, kind, columns);
  if (!layout) {
    throw fileRejected(
      `The chosen columns are not those of ${formatKind(kind)}. ${catalog.description}`,
      readSample(text),
    );
  }
  const namesCompany = [...columns.keys()].some(
    (column) => COMPANY_COLUMN.test(column) || column === 'index',
  );
  const parse = (row: Cells, context: ParseContext) => {
    const result = layout.parse(row, context);
    if (namesCompany) return result;
    const doubt = (record: R): R => ({
      ...record,
      doubts: [
        ...(record.doubts ?? []),
        `No chosen column names the company, so the row is of ${record.symbol}.`,
      ],
    });
    return Array.isArray(result) ? result.map(doubt) : doubt(result);
  };
  const header = { index: -1, line: '', delimiter, columns, matched: columns, company: null, heading: null };
  return restoreLineNumbers(
    {
      kind,
      name: `${layout.name}, with chosen columns`,
      isTeziLayout: false,
      rows: (context) =>
        parseTable(lines, { ...header, width: names.length }, (row) => parse(row, context), {
          hasHeadings: true,
          isComplete: isSpaced,
        }),
    },
    repaired.numbers,
  );
}
