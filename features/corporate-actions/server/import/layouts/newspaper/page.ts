import { cleanText, splitLine } from '#features/imports/server/parsing.ts';
import { type Header, readHeader, readSubheader } from './header.ts';

/** A line of a page, or one of the pieces of a line that has a whole table. */
export interface PageLine {
  line: number;
  text: string;
  /** `rule` includes blank lines; `outside` is text before and after the tables; the rest are lines of a table. */
  type: 'rule' | 'header' | 'outside' | 'body';
  /** The header of the table, or `null` if there is none above. */
  header: Header | null;
}

export interface Page {
  lines: PageLine[];
  /** The meaning of `#` in the footnotes: an extraordinary general meeting, unless they say that it is an annual one. */
  hash: 'agm' | 'eogm';
}

const MAX_LINE_LENGTH = 40_000;

/** Splits the text of a page into its tables and the text around them. */
export function readPage(lines: readonly string[]): Page {
  const pieces = lines.flatMap((text, index) =>
    split(text).map((piece) => ({ line: index + 1, text: piece })),
  );
  const page: Page = { lines: [], hash: findHashMeaning(lines) };
  const hasHeader = pieces.some((_, at) => readHeaderAt(pieces, at) !== null);
  let header: Header | null = null;
  let isOutside = hasHeader;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as { line: number; text: string };
    if (!/[\p{L}\p{N}]/u.test(piece.text)) {
      page.lines.push({ ...piece, type: 'rule', header });
      continue;
    }
    const next = readHeaderAt(pieces, at);
    if (next) {
      header = next.header;
      isOutside = false;
      for (const each of pieces.slice(at, at + next.count))
        page.lines.push({ ...each, type: 'header', header });
      at += next.count - 1;
      continue;
    }
    if (isFooter(piece.text)) isOutside = true;
    const isText = (isOutside && !hasSeveralDates(piece.text)) || isOutsideLine(piece.text);
    page.lines.push({ ...piece, type: isText ? 'outside' : 'body', header });
  }
  return page;
}

/** Splits lines at their rules, and separates words that run together. */
export const readPieces = (lines: readonly string[]): { line: number; text: string }[] =>
  lines.flatMap((text, index) => split(text).map((piece) => ({ line: index + 1, text: piece })));

/** The letters of a mobile page run together: the next row follows a date or a payout without a space. */
const GLUED: readonly [RegExp, string][] = [
  [/(\d{1,2}([-./])\d{1,2}\2(?:19|20)\d{2})(?=[\p{L}\d(#*])/gu, '$1 '],
  [/(\d{1,2}-[A-Za-z]{3,9}-(?:20\d{2}|\d{2}))(?=[\p{L}(#*]|786\b)/gu, '$1 '],
  [/(\d{1,2}-[A-Za-z]{3}-(?!20\d\d)\d{2})(?=\d)/g, '$1 '],
  [/(?<=\p{L}|\))(\d{1,2}(?:[-.]\d{2}[-.]\d{4}|-[A-Za-z]{3}-\d{2}))(?!\d)/gu, ' $1'],
  [/(%\s{0,3}(?:\([^()]{1,10}\)\s{0,3})?[BRD])(?=\p{Lu}\p{Ll})/gu, '$1 '],
  [/(\((?:F|i{1,3}|iv|v|B|D|R)\))(?=\p{Lu}\p{Ll})/giu, '$1 '],
  [/\b(nil)(?=\d|\p{Lu}\p{Ll})/giu, '$1 '],
];

/** Splits a line at its rules, since a page without line breaks has a whole table on one line. */
function split(text: string): string[] {
  if (text.length > MAX_LINE_LENGTH) return [text];
  const plain = text
    .replaceAll('\u00a0', ' ')
    .replace(/&amp;/gi, '&')
    .replace(/&nbsp;/gi, ' ');
  const repaired = GLUED.reduce((result, [pattern, space]) => result.replace(pattern, space), plain);
  if (!/[=_]{5,}|-{10,}/.test(repaired)) return [repaired];
  const pieces = repaired.split(/([=_]{5,}|-{10,})/, MAX_PIECES + 1).filter((piece) => piece.trim() !== '');
  return pieces.length > MAX_PIECES ? [repaired] : pieces;
}

/** A line has a title, and a header and rows between rules for each of a few tables. */
const MAX_PIECES = 40;

const MAX_HEADER_LINES = 6;

/** Reads the header of a table that starts at a line, with the number of its lines. */
function readHeaderAt(
  pieces: readonly { text: string }[],
  at: number,
): { header: Header; count: number } | null {
  const first = pieces[at]?.text ?? '';
  // The rest of a row, such as "Company Limited AGM".
  if (/\b(?:limited|ltd)\b/i.test(first)) return null;
  const own = readHeader(first);
  const second = own && readSubheader(pieces[at + 1]?.text ?? '', own);
  const columns = readColumns(pieces, at);
  if (columns) return columns;
  if (own?.delimiter && !hasRest(pieces, at + (second ? 2 : 1)))
    return { header: second ?? own, count: second ? 2 : 1 };
  let count = 0;
  while (count < MAX_HEADER_LINES && isHeaderLine(pieces[at + count]?.text ?? '')) count += 1;
  const lines = pieces.slice(at, at + count).map(({ text }) => text);
  // A title above a header on one line. A header over several lines can have one that can be read alone.
  const readable = own ? -1 : lines.findIndex((text) => readHeader(text)?.roles);
  if (readable > 0 && !hasRest(pieces, at + readable + 1)) return null;
  const group = readGroup(lines);
  // The values show more than the order if the closure is first, since blank cells are lost.
  const isUsual = group && /^name,(?:from,to|closure)(?:,|$)/.test(String(own?.roles));
  if (own?.roles && count <= 1 && !isUsual) return { header: second ?? own, count: second ? 2 : 1 };
  if (group) return { header: group, count };
  if (!own) return null;
  return { header: second ?? own, count: second ? 2 : 1 };
}

/** Returns whether a line names more columns of closures: the header above it is incomplete. */
const hasRest = (pieces: readonly { text: string }[], at: number): boolean => {
  const text = pieces[at]?.text ?? '';
  return isHeaderLine(text) && /\bfrom\b.*\bto\b.*\S/is.test(text);
};

/** Reads a header over several lines whose cells are separated by tabs or `|`, below each other. */
function readColumns(
  pieces: readonly { text: string }[],
  at: number,
): { header: Header; count: number } | null {
  const first = pieces[at]?.text ?? '';
  const delimiter = ['\t', '|'].find((each) => first.includes(each));
  if (!delimiter) return null;
  let count = 0;
  while (count < MAX_HEADER_LINES && isHeaderLine(pieces[at + count]?.text ?? '')) count += 1;
  if (count < 2) return null;
  const rows = pieces.slice(at, at + count).map(({ text }) => splitLine(text, delimiter));
  const width = Math.max(...rows.map((row) => row.length));
  if (width > MAX_COLUMNS) return null;
  const cells = Array.from({ length: width }, (_, column) =>
    cleanText(rows.map((row) => row[column] ?? '').join(' ')),
  );
  // The closure spans two columns, with its ends below.
  const joined = cells.map((cell) => cell.replace(/^book closures? (?=from|to)/i, '')).join(delimiter);
  const header = readHeader(joined);
  return header?.roles && header.delimiter === delimiter && header.roles.includes('to')
    ? { header, count }
    : null;
}

const MAX_COLUMNS = 15;

/** The words of the headers of newspapers. Some are damaged: `C-2 Start`, `x-Price`. */
const HEADER_WORD =
  /^(?:names?|of|the|company|companies|scrips?|books?|closures?|closing|from|to|dividends?|div|bonus|rights?|payouts?|percentage|b?c|[0-9]|start|dates?|ex|x|price|rice|e?agm|a?gm|e?o?gm|t|last|cum|and|or|agms?|annual|general|meetings?|rate|entitlement|d|year|ended|ending|half|yearly|quarterly|accounts|profit|loss|after|taxation|eps|rs|in|million|share|transfer|time|place|scheduled|on|consider|remarks?|agenda|venue)$/;

const splitHeader = (text: string): string[] => text.toLowerCase().match(/[a-z]+|\d/g) ?? [];

/** Returns whether almost all words of a line are those of headers. */
export function isHeaderLine(text: string): boolean {
  if (text.length > 300 || /\d{3}|\d[./]\d/.test(text)) return false;
  const words = splitHeader(text);
  const unknown = words.filter((word) => !HEADER_WORD.test(word));
  return words.length > 0 && unknown.length <= words.length / 6;
}

/** Reads the lines above a table whose columns are separated by spaces. Their order follows from the rows. */
function readGroup(lines: readonly string[]): Header | null {
  const text = lines.join(' ');
  const words = new Set(splitHeader(text));
  const isNamed = words.has('name') || words.has('company') || words.has('companies') || words.has('scrip');
  const columns = ['agm', 'eogm', 'egm', 'ex', 'x', 'price', 'cum', 'dividend', 'bonus', 'right', 'payout'];
  const isClosures = words.has('from') && words.has('to') && columns.some((word) => words.has(word));
  const isResults =
    words.has('closure') && (words.has('eps') || words.has('taxation') || words.has('profit'));
  // The date of a table of payouts may be that of the closure, and waits.
  const isPayouts = words.has('date') && ['dividend', 'bonus', 'payout'].some((word) => words.has(word));
  if (!isNamed || (!isClosures && !isResults && !isPayouts) || /[|;]/.test(text)) return null;
  return {
    roles: null,
    delimiter: null,
    text,
    printed: {
      isResults: isResults && !isClosures,
      isCum: words.has('cum') && !words.has('ex') && !words.has('x'),
      isPercent: words.has('percentage'),
      startsWithClosure: lines.some((line) => /\bfrom\W+(?:date\W+)?to\b/i.test(line)),
    },
  };
}

const isFooter = (text: string) =>
  /^\W*(?:indications?\b|copyright\b|comments are closed|read comments)/i.test(text);

/** Lines within a table that are no rows: bylines, datelines and the ends of financial years, but not the hour of a meeting. */
const isOutsideLine = (text: string) =>
  /^\s*(?:year\W+end(?:ed|ing)?\b(?!\s+\d{1,2}[.:]\d{2}\W?\s?[ap]\W?m\b)|recorder report\b|staff report(?:er)?\b|published\b|updated\b)/i.test(
    text,
  ) || /^\s*(?:[A-Z]{4,12}: |(?:[Bb]y|BY) [A-Z][a-z]+ [A-Z][a-z]+\s*$|Markets(?:\.\w+)*\s*$)/.test(text);

const DATES = /\d{1,2}[./-](?:\d{1,2}|[A-Za-z]{3,9})[./-]\d{2,4}/g;
const hasSeveralDates = (text: string) => (text.slice(0, MAX_LINE_LENGTH).match(DATES) ?? []).length >= 2;

const MAX_FOOTNOTE_LENGTH = 200;
const EXTRAORDINARY = /e ?o?gm\b|extra\W{0,2}ordinary/i;

function findHashMeaning(lines: readonly string[]): 'agm' | 'eogm' {
  const notes = lines.filter(
    (text) =>
      text.length <= MAX_FOOTNOTE_LENGTH &&
      /^\s*#\s*[^\d#]*$|^[^\d#]*#\s*$/.test(text) &&
      /\bagm\b|general meeting|e ?o?gm\b/i.test(text),
  );
  const isAnnual =
    notes.some((text) => !EXTRAORDINARY.test(text)) && !notes.some((text) => EXTRAORDINARY.test(text));
  return isAnnual ? 'agm' : 'eogm';
}
