import type { LocalDate } from '#contract/dates.ts';
import { parsePayout } from '#server/domains/corporate-actions/rules/payout.ts';
import { parseDate } from '#server/domains/imports/imports.ts';

/** A part of a line. */
export type Token = { type: 'name' | 'payout' | 'blank' | 'text'; text: string } | DateToken;

export interface DateToken {
  type: 'date';
  text: string;
  date: LocalDate;
  /** The meeting that `#` or the word next to the date names. */
  mark: 'agm' | 'eogm' | null;
}

const DATE = String.raw`\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?[- ./]?[a-z]{3,9}\.?[- ,./]{0,2}(?:\d{4}|\d{2})(?!\d)|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{4}-\d{2}-\d{2}`;
const MARK = String.raw`\(?(?:agm|e ?o?gm)\)?:?`;
const MARKED_DATE = new RegExp(
  String.raw`(?:(?<before>#|${MARK}) ?)?(?<![\w%])(?<date>${DATE})(?![\w%])(?: ?(?<after>#|${MARK}(?! ?\d)))?`,
  'gi',
);

export const hasDate = (text: string): boolean => text.search(new RegExp(`(?<![\\w%])(?:${DATE})`, 'i')) >= 0;

/** Splits a line without columns into the name of a company, dates, payouts and placeholders for blank cells. */
export function readTokens(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of line.matchAll(MARKED_DATE)) {
    tokens.push(...readBetween(line.slice(at, match.index), tokens.length === 0), toDateToken(match));
    at = match.index + match[0].length;
  }
  tokens.push(...readBetween(line.slice(at), tokens.length === 0));
  return tokens;
}

/** Splits a cell into its tokens. Cells are not split into a name and other parts. */
export function readCell(cell: string): Token[] {
  if (isPlaceholder(cell)) return [{ type: 'blank', text: cell }];
  const dates = [...cell.matchAll(MARKED_DATE)];
  if (dates.length === 0) return [readPayout(cell) ?? { type: 'text', text: cell }];
  const rest = cell.replace(MARKED_DATE, ' ').replace(/\b(?:to|and)\b|[&,;–—-]/gi, '');
  if (rest.trim() !== '') return [{ type: 'text', text: cell }];
  return dates.map(toDateToken);
}

function toDateToken(match: RegExpMatchArray): Token {
  const { before = '', date: text = '', after = '' } = match.groups ?? {};
  const result = parseDate(text);
  const shown = match[0].trim();
  if ('rejection' in result) return { type: 'text', text: shown };
  const mark = `${before}${after}`.toLowerCase();
  const isExtraordinary = mark.includes('#') || /e ?o?gm/.test(mark);
  return {
    type: 'date',
    text: shown,
    date: result.date,
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
    if (!/^(?:\d|=|nil\b|rs\b|[-–—]|bonus\b|cash\b|right)/i.test(rest)) continue;
    const tail = readBetween(rest, false);
    if (tail.every(({ type }) => type !== 'text'))
      return [{ type: 'name', text: words.slice(0, at).join(' ') }, ...tail];
  }
  return [{ type: 'name', text }];
}

const readPayout = (text: string): Token | null =>
  parsePayout(text) !== null && !isPlaceholder(text) ? { type: 'payout', text } : null;

const isPlaceholder = (text: string) => /^(?:[-–—]+(?: [-–—]+)*)?$/.test(text.trim());
