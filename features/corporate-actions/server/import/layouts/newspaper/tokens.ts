import type { LocalDate } from '#core/contract/dates.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import { parseDate, quote, RowRejection } from '#features/imports/server/parsing.ts';
import { findShareClass } from '#features/market/server/companies.ts';

/** A part of a line. */
export type Token = { type: 'name' | 'payout' | 'blank' | 'text'; text: string } | DateToken;

export interface DateToken {
  type: 'date';
  text: string;
  date: LocalDate;
  /** The meeting that `#` or the word next to the date names. */
  mark: 'agm' | 'eogm' | null;
  /** The reason why the date is not certain. */
  doubt?: string;
}

/** A date as newspapers print it, for expressions that ignore case. */
export const DATE = String.raw`\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?[- ./]?[a-z]{3,9}\.?[- ,./]{0,2}(?:\d{4}|\d{2})(?!\d)|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{4}-\d{2}-\d{2}`;
/** `(u)` marks an extraordinary meeting in tables of before 2020. */
const MARK = String.raw`(?:\(?(?:agm|e ?o?gm)\)?:?|\(u\))`;
const MARKED_DATE = new RegExp(
  String.raw`(?:(?<before>#|${MARK}) ?)?(?<![\w%])(?<date>${DATE})(?![\w%])(?: ?(?<after>#|${MARK}(?! ?\d)))?`,
  'gi',
);

const FIRST_DATE = new RegExp(`(?<![\\w%])(?:${DATE})`, 'i');

export const hasDate = (text: string): boolean => text.search(FIRST_DATE) >= 0;

/** Splits a line without columns into the name of a company, dates, payouts and placeholders for blank cells. */
export function readTokens(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of line.matchAll(MARKED_DATE)) {
    tokens.push(...readBetween(line.slice(at, match.index), tokens.length === 0), toPrintedDate(match));
    at = match.index + match[0].length;
  }
  tokens.push(...readBetween(line.slice(at), tokens.length === 0));
  return tokens;
}

const HOUR = /(?<=\d\s{1,3})\d{1,2}[.:]\d{2}\.?\s?(?:[ap]\.?\s?m\b\.?|noon\b)/i;

/** Splits a cell into its tokens. Cells are not split into a name and other parts. */
export function readCell(cell: string): Token[] {
  if (isPlaceholder(cell)) return [{ type: 'blank', text: cell }];
  // Of a general meeting the hour is not used.
  const plain = cell.replace(HOUR, ' ').replace(/\s+/g, ' ');
  const dates = [...plain.matchAll(MARKED_DATE)];
  if (dates.length === 0) return [readPayout(cell) ?? { type: 'text', text: cell }];
  const rest = plain.replace(MARKED_DATE, ' ').replace(/\b(?:to|and)\b|[&,;–—-]/gi, '');
  if (rest.trim() !== '') return [{ type: 'text', text: cell }];
  return dates.map(toPrintedDate);
}

/** In text without columns a date that is ambiguous lets its row wait, so that it does not vanish. */
function toPrintedDate(match: RegExpMatchArray): Token {
  const token = toDateToken(match);
  const result = token.type === 'text' ? readPrintedDate(match.groups?.date ?? '') : null;
  return result ? { ...readMark(match), ...result } : token;
}

/** Parses a date, of which the day is first if its year has two digits. Returns `null` if it is none. */
function readPrintedDate(text: string): { date: LocalDate; doubt?: string } | null {
  const result = parseDate(text);
  if ('date' in result) return { date: result.date };
  const dayFirst = parseDate(text.replace(/^(\d{1,2}([./-])\d{1,2}\2)(\d{2})$/, '$120$3'));
  return 'date' in dayFirst ? { date: dayFirst.date, doubt: result.rejection } : null;
}

/** Returns the date of a text that can be nothing else. Throws `RowRejection` if it is none. */
export function requirePrintedDate(text: string): DateToken {
  const result = readPrintedDate(text);
  if (!result) throw new RowRejection(`${quote(text)} is not a date.`);
  return { type: 'date', text, mark: null, ...result };
}

function toDateToken(match: RegExpMatchArray): Token {
  const result = parseDate(match.groups?.date ?? '');
  if ('rejection' in result) return { type: 'text', text: match[0].trim() };
  return { ...readMark(match), date: result.date };
}

function readMark(match: RegExpMatchArray): Omit<DateToken, 'date'> {
  const { before = '', after = '' } = match.groups ?? {};
  const mark = `${before}${after}`.toLowerCase();
  const isExtraordinary = /#|e ?o?gm|\(u\)/.test(mark);
  return {
    type: 'date',
    text: match[0].trim(),
    mark: isExtraordinary ? 'eogm' : mark.includes('agm') ? 'agm' : null,
  };
}

/** Reads the text between two dates; at the start of a line a company precedes the payout. */
function readBetween(between: string, isStart: boolean): Token[] {
  const text = between.replace(/\s+/g, ' ').trim();
  if (text === '' || /^(?:to|and|&|,|;)$/i.test(text)) return [];
  if (isStart) return readName(text);
  if (isPlaceholder(text)) return text.split(' ').map((dash) => ({ type: 'blank', text: dash }));
  const whole = readPayout(text);
  if (whole) return [whole];
  const [, lead = '', middle = '', tail = ''] = /^((?:[-–—]+ )*)(.*?)((?: [-–—]+)*)$/.exec(text) ?? [];
  const toBlanks = (dashes: string): Token[] =>
    dashes
      .split(' ')
      .filter(Boolean)
      .map((dash) => ({ type: 'blank', text: dash }));
  return [...toBlanks(lead), readPayout(middle) ?? { type: 'text', text: middle }, ...toBlanks(tail)];
}

/** Splits off a payout or placeholders at the end of a name: `Rose Limited 20% (F)`, `Rose Limited NIL`. */
function readName(text: string): Token[] {
  const words = text.split(' ');
  for (let at = 1; at < words.length; at += 1) {
    const rest = words.slice(at).join(' ');
    if (!/^(?:\d|=|nil\b|r[se]\b|[-–—]|bonus\b|cash\b|right)/i.test(rest)) continue;
    const tail = readBetween(rest, false);
    if (tail.every(({ type }) => type !== 'text'))
      return [{ type: 'name', text: words.slice(0, at).join(' ') }, ...tail];
  }
  return [{ type: 'name', text }];
}

function readPayout(text: string): Token | null {
  if (isPlaceholder(text)) return null;
  // A separator at the end shows that the payout continues.
  const end = /[,&+/]\s*$/.test(text) ? ',' : '';
  const plain = normalizePayout(text);
  const legible = [text, plain === '' ? '' : `${plain}${end}`].find(
    (each) => each !== '' && parsePayout(each) !== null,
  );
  return legible === undefined ? null : { type: 'payout', text: legible };
}

const NUMERALS = ['', 'i', 'ii', 'iii', 'iv'];

/** Adds what newspapers omit in a payout: `20 (II)`, `25 (1)`, `150% (F),/10% B`. */
const normalizePayout = (text: string): string =>
  text
    .slice(0, MAX_PAYOUT_LENGTH)
    .replace(/\( ?([1-4]) ?\)/g, (_, digit: string) => `(${NUMERALS[Number(digit)]})`)
    .replace(/(\d) ?(?=\( ?(?:f|final|[ivx]{1,4}|d|b|r|bonus|cash|right) ?\))/gi, '$1% ')
    .replace(/(\d) ?(?=(?:bonus|cash|rights?|[bdr])(?![\p{L})]))/giu, '$1% ')
    .replace(/(?: ?(?:[&+]|,(?!\d{3})|\/(?![-=])))+ ?/g, ', ')
    .replace(/^, |, $/g, '')
    .trim();

const MAX_PAYOUT_LENGTH = 300;

const isPlaceholder = (text: string) => /^(?:[-–—]+(?: [-–—]+)*)?$/.test(text.trim());

const PERIOD_OR_KIND = String.raw`(?: ?\([^()]{1,12}\))`;
const PAYOUT_PIECES = [
  String.raw`\d[\d.,]* ?%+${PERIOD_OR_KIND}?(?: ?(?:bonus|cash|dividend|rights?|[bdrf]|[cfh]y ?\d{2,4})(?![\p{L}]))?${PERIOD_OR_KIND}?`,
  String.raw`\d[\d.]* ?\((?:f|[ivx]{1,4}|\d|[bdr])\)`,
  String.raw`\d[\d.]*(?= ?(?:$|[-–—,]))`,
  String.raw`(?:rs|re|pkr)\.? ?\d[\d.]*(?:/[-=]{1,2})?(?: per share)?${PERIOD_OR_KIND}?`,
  'at (?:a )?premium(?: of)?|at par|per shares?',
  String.raw`(?:bonus|cash|dividend|rights?)\b ?[:=]?`,
  String.raw`nil\b\.?|none\b|to\b|and\b`,
  String.raw`[ ,#*&/–—-]|\(\*+\)`,
  // The class of a share, which no column takes: the row waits.
  String.raw`\((?:pref\w{0,8}\.?(?: shares?)?|class\W{0,3}[a-d]\W?)\)`,
];
/** The end of a row after a date: payouts, marks and blank cells. */
const ROW_END = new RegExp(`^(?:${PAYOUT_PIECES.join('|')})*`, 'iu');
const MAX_ROW_END_LENGTH = 300;

/**
 * Splits a line at the names that follow dates, since text without line breaks has several rows on a line. The pieces without
 * dates are words, which may be part of a name.
 */
export function splitRows(printed: string): string[] {
  if (/[|\t;]/.test(printed)) return [printed];
  const line = printed.replace(/\s+/g, ' ');
  const starts = [0];
  const dates = [...line.matchAll(MARKED_DATE)];
  for (const [number, date] of dates.entries()) {
    const from = date.index + date[0].length;
    const between = line.slice(from, dates[number + 1]?.index ?? line.length).slice(0, MAX_ROW_END_LENGTH);
    const end = ROW_END.exec(between)?.[0].length ?? 0;
    if (startsRow(between.slice(end))) starts.push(from + end);
  }
  if (starts.length === 1) return [printed];
  return starts
    .map((start, index) => line.slice(start, starts[index + 1] ?? line.length))
    .filter((piece) => piece.trim() !== '');
}

/** Returns whether a text starts with a name. The class of a share, a period and a kind in brackets belong to the row before. */
const startsRow = (text: string): boolean =>
  /^(?:\p{L}|\([A-Z0-9]{3,12}\) ?\p{L}|\d+ \p{L})/u.test(text) &&
  /\p{L}{2}/u.test(text) &&
  !/^(?:\W*(?:pref\w{0,8}|class|shares?|[ivx]{1,4}|final|interim|f|[a-d]|r)(?!\p{L}))+\W*(?:\d|$)/iu.test(
    text,
  ) &&
  findShareClass(/^\([^()]*\)/.exec(text)?.[0] ?? '') === '';

/** Splits off the marks after the name of a row, before its first date: `Millat Tractors Ltd # 17-10-2023`. */
export function splitNameMarks(line: string): { text: string; hasHash: boolean; hasStar: boolean } {
  const at = line.search(FIRST_DATE);
  const start = at < 0 ? line : line.slice(0, at);
  const name = start.replace(/(?:\s|#|\(?\*+\)?)+$/, '');
  const marks = start.slice(name.length);
  const rest = at < 0 ? '' : line.slice(at);
  return {
    text: `${name} ${rest}`.trim(),
    hasHash: marks.includes('#'),
    hasStar: marks.includes('*') || /\*/.test(rest),
  };
}
