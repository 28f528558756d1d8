import type { ImportKind } from '#contract/imports/imports.ts';
import { fileRejected } from '#server/domains/imports/imports.errors.ts';
import { type HtmlRow, readHtml } from './html-tables.ts';
import { parseJsonRows } from './json-rows.ts';
import { recognizeTable } from './recognize-table.ts';
import {
  findColumnLayouts,
  type ImportRecord,
  type LayoutCatalog,
  parseRow,
  type RecognizedFile,
  SAMPLE_SIZE,
} from './records.ts';
import { quote } from './values.ts';

/** Recognizes a file's layout by its columns. Throws an `HttpError` that describes the file if it is not supported. */
export function recognizeLayout<R extends ImportRecord>(
  content: string,
  kind: ImportKind,
  catalog: LayoutCatalog<R>,
): RecognizedFile<R> {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (text.trim() === '') throw fileRejected('The file is empty.');
  const candidates = recognizeText(text, catalog);
  const recognized = candidates.find((candidate) => candidate.kind === kind) ?? candidates[0];
  if (!recognized) throw fileRejected(describeUnknownLayout(text, catalog.description));
  if (recognized.kind !== kind) {
    const actual = formatKind(recognized.kind);
    throw fileRejected(
      `This file contains ${actual} (${recognized.name}), not ${formatKind(kind)}. Import it as ${actual}.`,
    );
  }
  return recognized;
}

function recognizeText<R extends ImportRecord>(text: string, catalog: LayoutCatalog<R>): RecognizedFile<R>[] {
  if (/^\s*(?:(?:var|let|const)\s+\w+\s*=\s*)?[{[]/.test(text)) return recognizeJson(text, catalog);
  if (!isHtml(text)) return recognizeLines(text.split('\n', MAX_LINES + 1), catalog);
  if (text.length > MAX_HTML_LENGTH) {
    throw fileRejected(
      `The HTML is larger than ${MAX_HTML_LENGTH / 1_000_000} MB. Split it into several files.`,
    );
  }
  return recognizeLines(htmlToLines(text, catalog.isContext), catalog);
}

/** Pages are much smaller; parsing more would block other requests. */
const MAX_HTML_LENGTH = 4_000_000;

const isHtml = (text: string): boolean =>
  /^\s*(?:showing[^<\n]{0,80})?<(?:!|html|head|body|main|div|table|thead|tbody|tr|section|p|h\d)\b/i.test(
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
  lines: readonly string[],
  catalog: LayoutCatalog<R>,
): RecognizedFile<R>[] {
  if (lines.length > MAX_LINES) {
    throw fileRejected(
      `The file has more than ${MAX_LINES.toLocaleString('en')} lines. Split it into several files.`,
    );
  }
  const tables = recognizeTable(lines, catalog);
  return tables.length > 0 ? tables : recognizeColumnlessText(lines, catalog);
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
const TEXT_SAMPLE_SIZE = 60;

const formatKind = (kind: ImportKind) => kind.replace('-', ' ');

function describeUnknownLayout(text: string, supported: string): string {
  const first = text.split('\n', SAMPLE_SIZE).find((line) => line.trim() !== '') ?? '';
  return `The layout of the file is not supported. It starts with ${quote(first)}. ${supported}`;
}

/**
 * Converts HTML to the lines of a table with tabs, so that the layouts of text apply. The links of a row become the columns
 * `image` and `document`. Of the text outside of tables only what `isContext` accepts stays.
 */
function htmlToLines(html: string, isContext: (text: string) => boolean): string[] {
  return readHtml(html).flatMap((part) => {
    if (typeof part === 'string') return isContext(part) ? [part] : [];
    const width = Math.max(...part.map(({ cells }) => cells.length));
    const hasLinks = part.some(({ image, document }) => image !== '' || document !== '');
    return part.map((row) => toLine(row, width, hasLinks));
  });
}

function toLine({ cells, image, document, isHeader }: HtmlRow, width: number, hasLinks: boolean): string {
  const padded = [...cells, ...Array<string>(width - cells.length).fill('')];
  const links = isHeader ? ['image', 'document'] : [image, document];
  return [...padded, ...(hasLinks ? links : [])].map(toCell).join('\t');
}

const toCell = (text: string) => (text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text);
