import type { Repairs } from '#features/imports/contract/imports.ts';
import { type Cells, COMPANY_COLUMN, indexColumns, MAX_ROW_LENGTH, splitLine } from './cells.ts';
import { findCompanyOfTitle, nameTables, toLines } from './html-pages.ts';
import { type HtmlRow, readHtml } from './html-tables.ts';
import { parseJsonRows } from './json-rows.ts';
import {
  type FileKind,
  fileRejected,
  findColumnLayouts,
  type ImportRecord,
  type LayoutCatalog,
  type ParseContext,
  parseRow,
  type RecognizedFile,
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
import { createMatcher, DELIMITERS, doubtHeading, findHeader, parseTable, recognizeTable } from './tables.ts';
import { cleanText, quote } from './values.ts';

/** Recognizes a file's layout by its columns. Throws an `HttpError` that describes the file if it is not supported. */
export function recognizeLayout<R extends ImportRecord>(
  content: string,
  kind: FileKind,
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

const formatKind = (kind: FileKind) => kind.replace('-', ' ');

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
      doubtHeading(mapRows(file, (row) => [{ ...row, line: row.line + offset }])),
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
            // The lines above each table have been compared with its rows.
            heading: null,
            *rows(context: ParseContext) {
              for (const file of ofKind) yield* file.rows(context);
            },
          },
        ]
      : [];
  });
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
  }: { kind: FileKind; catalog: LayoutCatalog<R>; columns: readonly string[]; repairs: LineRepairs },
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
  // Statements of a bank name none.
  const namesCompany =
    kind === 'bank-statement' ||
    [...columns.keys()].some((column) => COMPANY_COLUMN.test(column) || column === 'index');
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
