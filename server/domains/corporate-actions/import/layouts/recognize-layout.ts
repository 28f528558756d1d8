import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { Cells, columnsOf } from '#server/domains/corporate-actions/import/parse/cells.ts';
import { jsonRows } from '#server/domains/corporate-actions/import/parse/json-rows.ts';
import { readRow } from '#server/domains/corporate-actions/import/parse/parse-row.ts';
import { quoted } from '#server/domains/corporate-actions/import/parse/quoted.ts';
import type { Layout, ReadRow } from '#server/domains/corporate-actions/import/parse/records.ts';
import {
  MAX_ROW_LENGTH,
  splitLine,
  splitRows,
} from '#server/domains/corporate-actions/import/parse/split-rows.ts';
import { fileRefused } from '#server/domains/corporate-actions/import/run/imports.errors.ts';
import { exchangeAnnouncements } from './exchange-announcements.ts';
import { exchangePayouts } from './exchange-payouts.ts';
import { ksestocksClosures } from './ksestocks.ts';
import type { ColumnLayout, LineLayout, ReadingContext } from './layout.ts';
import {
  newspaperClosureLines,
  newspaperClosures,
  newspaperDividendLines,
  newspaperDividends,
} from './newspaper-closures.ts';
import { newspaperMeetingLines, newspaperMeetings } from './newspaper-meetings.ts';
import { ownClosures, ownMeetings } from './own-csv.ts';
import { scstradeClosures, scstradeMeetings } from './scstrade.ts';

const COLUMN_LAYOUTS: readonly ColumnLayout[] = [
  ownMeetings,
  ownClosures,
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

/** A file that is understood: `rows` reads it row by row, several of them from one line, none of what is left out. */
export interface RecognisedFile extends Layout {
  /** The operator's own table, whose word counts for companies' names too. */
  isOwn: boolean;
  rows(context: ReadingContext): Generator<ReadRow[]>;
}

/** Tells by its columns what a file is. Throws a `Refusal` of the whole file that says what was found. */
export function recogniseLayout(content: string, kind: ImportKind): RecognisedFile {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw fileRefused('The file is empty.');
  const candidates = /^\s*(?:(?:var|let|const)\s+\w+\s*=\s*)?[{[]/.test(text) ? inJson(text) : inLines(text);
  const found = candidates.find((candidate) => candidate.kind === kind) ?? candidates[0];
  if (!found) throw fileRefused(unknownLayout(text));
  if (found.kind !== kind) {
    throw fileRefused(
      `${found.name}: the file holds ${words(found.kind)}, not ${words(kind)}. Import it as those.`,
    );
  }
  return found;
}

/** How many rows are looked at to tell what a file is. */
const LOOKED_AT = 20;

function inJson(text: string): RecognisedFile[] {
  const columns = new Set<string>();
  let looked = 0;
  for (const row of jsonRows(text)) {
    for (const column of row.columns) columns.add(column);
    looked += 1;
    if (looked === LOOKED_AT) break;
  }
  return fitting('json', columns).map((layout) => ({
    kind: layout.kind,
    name: layout.name,
    isOwn: false,
    *rows(context) {
      for (const { cells, ...row } of jsonRows(text)) {
        yield readRow(row, () => (cells ? layout.read(cells, context) : BROKEN_JSON));
      }
    },
  }));
}

const BROKEN_JSON = { refusal: 'It is no JSON that can be read.' };
const BROKEN_ROW = {
  refusal: `A quotation mark is opened and not closed, or the row is longer than ${MAX_ROW_LENGTH} characters.`,
};
/** Whatever follows a comma too many would be read as of the wrong columns. */
const TOO_MANY_CELLS = {
  refusal:
    'The row has more cells than the table has columns: put what holds the delimiter in quotation marks.',
};

/** Far more than a file of as many rows as are imported can have; the rest would only hold others up. */
const MAX_LINES = 300_000;

function inLines(text: string): RecognisedFile[] {
  const lines = text.split('\n', MAX_LINES + 1);
  if (lines.length > MAX_LINES) {
    throw fileRefused(
      `The file has more than ${MAX_LINES.toLocaleString('en')} lines. Split it into several files.`,
    );
  }
  const tables = inTable(lines);
  return tables.length > 0 ? tables : withoutColumns(lines);
}

/** The first line that names the columns of a layout begins the table. */
function inTable(lines: readonly string[]): RecognisedFile[] {
  for (const [index, line] of lines.slice(0, LOOKED_AT).entries()) {
    if (line.length > MAX_ROW_LENGTH) continue;
    for (const delimiter of [',', ';', '\t', '|']) {
      const cells = splitLine(line, delimiter);
      const columns = columnsOf(cells);
      const layouts = columns.size < 2 ? [] : fitting('table', columns);
      if (layouts.length > 0)
        return layouts.map((layout) =>
          table(layout, lines, { index, delimiter, columns, width: cells.length }),
        );
    }
  }
  return [];
}

function table(
  layout: ColumnLayout,
  lines: readonly string[],
  header: { index: number; delimiter: string; columns: ReadonlyMap<string, number>; width: number },
): RecognisedFile {
  return {
    kind: layout.kind,
    name: layout.name,
    isOwn: layout === ownMeetings || layout === ownClosures,
    *rows(context) {
      for (const { cells, ...row } of splitRows(lines, header.delimiter, header.index + 2)) {
        if (layout.hasHeadings && !/\d/.test(row.text)) continue;
        yield readRow(row, () => {
          if (!cells) return BROKEN_ROW;
          if (cells.slice(header.width).some((cell) => cell !== '')) return TOO_MANY_CELLS;
          return layout.read(new Cells(header.columns, cells), context);
        });
      }
    },
  };
}

/** Pasted text: parts stand between blanks, or between signs that serve as well. */
function withoutColumns(lines: readonly string[]): RecognisedFile[] {
  const sample = lines.filter(isRow).slice(0, LOOKED_AT).map(withBlanks);
  return LINE_LAYOUTS.filter((layout) =>
    sample.some((line) => readRow({ line: 1, text: line }, () => layout.read(line) ?? null).length > 0),
  ).map((layout) => ({
    kind: layout.kind,
    name: layout.name,
    isOwn: false,
    *rows() {
      for (const [index, text] of lines.entries()) {
        if (!isRow(text)) continue;
        const row = { line: index + 1, text };
        yield readRow(row, () => layout.read(withBlanks(text)) ?? WITHOUT_PATTERN);
      }
    },
  }));
}

const WITHOUT_PATTERN = { refusal: 'It does not read as a row of this table.' };
const MAX_LINE_LENGTH = 400;

/** Headings have no digits, and comments begin with `#`. */
const isRow = (line: string) =>
  /\d/.test(line.slice(0, MAX_LINE_LENGTH)) && !line.trimStart().startsWith('#');

const withBlanks = (line: string) =>
  line.slice(0, MAX_LINE_LENGTH).replace(/[|\t]/g, ' ').replace(/\s+/g, ' ').trim();

function fitting(form: ColumnLayout['form'], columns: { has(name: string): boolean }): ColumnLayout[] {
  const has = (...anyOf: string[]) => anyOf.some((name) => columns.has(name));
  return COLUMN_LAYOUTS.filter((layout) => layout.form === form && layout.fits(has));
}

const words = (kind: ImportKind) => kind.replace('-', ' ');

function unknownLayout(text: string): string {
  const first = text.split('\n', LOOKED_AT).find((line) => line.trim() !== '') ?? '';
  return (
    `The file is of no layout that is known: it begins with ${quoted(first)}. Understood are tables with the columns ` +
    'meeting_date or bc_from and company_name or symbol, payouts and announcements of the exchange, the lists of SCSTrade ' +
    "and ksestocks, and newspapers' tables."
  );
}
