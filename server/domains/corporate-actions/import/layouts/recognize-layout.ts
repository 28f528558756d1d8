import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { Cells, indexColumns } from '#server/domains/corporate-actions/import/parse/cells.ts';
import { parseJsonRows } from '#server/domains/corporate-actions/import/parse/json-rows.ts';
import {
  type Layout,
  type ParsedRow,
  RowRejection,
  type RowResult,
} from '#server/domains/corporate-actions/import/parse/records.ts';
import {
  MAX_ROW_LENGTH,
  splitLine,
  splitRows,
} from '#server/domains/corporate-actions/import/parse/split-rows.ts';
import { quote } from '#server/domains/corporate-actions/import/parse/text.ts';
import { fileRejected } from '#server/domains/corporate-actions/import/run/imports.errors.ts';
import { exchangeAnnouncements } from './exchange-announcements.ts';
import { exchangePayouts } from './exchange-payouts.ts';
import { ksestocksClosures } from './ksestocks.ts';
import type { ColumnLayout, LineLayout, ParseContext } from './layout.ts';
import {
  newspaperClosureLines,
  newspaperClosures,
  newspaperDividendLines,
  newspaperDividends,
} from './newspaper-closures.ts';
import { newspaperMeetingLines, newspaperMeetings } from './newspaper-meetings.ts';
import { teziClosures, teziMeetings } from './tezi.ts';
import { scstradeClosures, scstradeMeetings } from './scstrade.ts';

const COLUMN_LAYOUTS: readonly ColumnLayout[] = [
  teziMeetings,
  teziClosures,
  exchangePayouts,
  exchangeAnnouncements,
  scstradeMeetings,
  scstradeClosures,
  ksestocksClosures,
  newspaperMeetings,
  newspaperClosures,
  newspaperDividends,
];
const LINE_LAYOUTS: readonly LineLayout[] = [
  newspaperDividendLines,
  newspaperClosureLines,
  newspaperMeetingLines,
];

/** A file of a supported layout. `rows` yields the parsed rows of each line: several events, one, or none if skipped. */
export interface RecognizedFile extends Layout {
  /** Tezi's own layout, which may also change company names. */
  isTeziLayout: boolean;
  rows(context: ParseContext): Generator<ParsedRow[]>;
}

/** Recognizes a file's layout by its columns. Throws an `HttpError` that describes the file if it is not supported. */
export function recognizeLayout(content: string, kind: ImportKind): RecognizedFile {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw fileRejected('The file is empty.');
  const candidates = /^\s*(?:(?:var|let|const)\s+\w+\s*=\s*)?[{[]/.test(text)
    ? recognizeJson(text)
    : recognizeLines(text);
  const recognized = candidates.find((candidate) => candidate.kind === kind) ?? candidates[0];
  if (!recognized) throw fileRejected(describeUnknownLayout(text));
  if (recognized.kind !== kind) {
    const actual = formatKind(recognized.kind);
    throw fileRejected(
      `This file contains ${actual} (${recognized.name}), not ${formatKind(kind)}. Import it as ${actual}.`,
    );
  }
  return recognized;
}

/** The number of rows that are inspected to recognize a layout. */
const SAMPLE_SIZE = 20;

function recognizeJson(text: string): RecognizedFile[] {
  const columns = new Set<string>();
  let inspected = 0;
  for (const row of parseJsonRows(text)) {
    for (const column of row.columns) columns.add(column);
    inspected += 1;
    if (inspected === SAMPLE_SIZE) break;
  }
  return findColumnLayouts('json', columns).map((layout) => ({
    kind: layout.kind,
    name: layout.name,
    isTeziLayout: false,
    *rows(context) {
      for (const { cells, ...row } of parseJsonRows(text)) {
        yield parseRow(row, () => (cells ? layout.parse(cells, context) : BROKEN_JSON));
      }
    },
  }));
}

const BROKEN_JSON = { rejection: 'The object is not valid JSON.' };
const BROKEN_ROW = {
  rejection: `A quotation mark is not closed, or the row is longer than ${MAX_ROW_LENGTH} characters.`,
};
/** An extra delimiter would shift the cells after it into the wrong columns. */
const TOO_MANY_CELLS = {
  rejection:
    'The row has more cells than the table has columns. Put cells that contain the delimiter in quotation marks.',
};

/** Far more lines than a file with the maximum number of rows can have; parsing more would block other requests. */
const MAX_LINES = 300_000;

function recognizeLines(text: string): RecognizedFile[] {
  const lines = text.split('\n', MAX_LINES + 1);
  if (lines.length > MAX_LINES) {
    throw fileRejected(
      `The file has more than ${MAX_LINES.toLocaleString('en')} lines. Split it into several files.`,
    );
  }
  const tables = recognizeTable(lines);
  return tables.length > 0 ? tables : recognizeColumnlessText(lines);
}

/** Finds the header line: the first line with the columns of a layout. */
function recognizeTable(lines: readonly string[]): RecognizedFile[] {
  for (const [index, line] of lines.slice(0, SAMPLE_SIZE).entries()) {
    if (line.length > MAX_ROW_LENGTH) continue;
    for (const delimiter of [',', ';', '\t', '|']) {
      const cells = splitLine(line, delimiter);
      const columns = indexColumns(cells);
      const layouts = columns.size < 2 ? [] : findColumnLayouts('table', columns);
      if (layouts.length > 0)
        return layouts.map((layout) =>
          toTableFile(layout, lines, { index, delimiter, columns, width: cells.length }),
        );
    }
  }
  return [];
}

function toTableFile(
  layout: ColumnLayout,
  lines: readonly string[],
  header: { index: number; delimiter: string; columns: ReadonlyMap<string, number>; width: number },
): RecognizedFile {
  return {
    kind: layout.kind,
    name: layout.name,
    isTeziLayout: layout === teziMeetings || layout === teziClosures,
    *rows(context) {
      for (const { cells, ...row } of splitRows(lines, header.delimiter, header.index + 2)) {
        if (layout.hasHeadings && !/\d/.test(row.text)) continue;
        yield parseRow(row, () => {
          if (!cells) return BROKEN_ROW;
          if (cells.slice(header.width).some((cell) => cell !== '')) return TOO_MANY_CELLS;
          return layout.parse(new Cells(header.columns, cells), context);
        });
      }
    },
  };
}

/** Recognizes pasted text whose parts are separated by spaces, tabs or `|`. */
function recognizeColumnlessText(lines: readonly string[]): RecognizedFile[] {
  const sample = lines.filter(isRow).slice(0, SAMPLE_SIZE).map(normalizeSeparators);
  return LINE_LAYOUTS.filter((layout) =>
    sample.some((line) => parseRow({ line: 1, text: line }, () => layout.parse(line) ?? null).length > 0),
  ).map((layout) => ({
    kind: layout.kind,
    name: layout.name,
    isTeziLayout: false,
    *rows() {
      for (const [index, text] of lines.entries()) {
        if (!isRow(text)) continue;
        const row = { line: index + 1, text };
        yield parseRow(row, () => layout.parse(normalizeSeparators(text)) ?? UNMATCHED_LINE);
      }
    },
  }));
}

const UNMATCHED_LINE = { rejection: 'The line does not match the format of this table.' };
const MAX_LINE_LENGTH = 400;

/** Headings have no digits, and comments start with `#`. */
const isRow = (line: string) =>
  /\d/.test(line.slice(0, MAX_LINE_LENGTH)) && !line.trimStart().startsWith('#');

const normalizeSeparators = (line: string) =>
  line.slice(0, MAX_LINE_LENGTH).replace(/[|\t]/g, ' ').replace(/\s+/g, ' ').trim();

/** Parses a row into its events or one rejection. */
function parseRow(
  row: { line: number; text: string },
  parse: () => RowResult | { rejection: string },
): ParsedRow[] {
  try {
    const result = parse();
    if (result === null) return [];
    return [result]
      .flat()
      .map((each) => ('rejection' in each ? { ...row, ...each } : { ...row, record: each }));
  } catch (error) {
    if (!(error instanceof RowRejection)) throw error;
    return [{ ...row, rejection: error.message }];
  }
}

function findColumnLayouts(
  form: ColumnLayout['form'],
  columns: { has(name: string): boolean },
): ColumnLayout[] {
  const has = (...anyOf: string[]) => anyOf.some((name) => columns.has(name));
  return COLUMN_LAYOUTS.filter((layout) => layout.form === form && layout.matches(has));
}

const formatKind = (kind: ImportKind) => kind.replace('-', ' ');

function describeUnknownLayout(text: string): string {
  const first = text.split('\n', SAMPLE_SIZE).find((line) => line.trim() !== '') ?? '';
  return (
    `The layout of the file is not supported. It starts with ${quote(first)}. Supported are tables with the columns ` +
    'meeting_date or bc_from and company_name or symbol, PSX payouts and announcements, SCSTrade and ksestocks lists, ' +
    'and newspaper tables.'
  );
}
