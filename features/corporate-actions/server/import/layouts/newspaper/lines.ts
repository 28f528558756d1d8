import { addDays, type LocalDate } from '#core/contract/dates.ts';
import { cleanText, fileRejected, quote, RowRejection } from '#features/imports/server/parsing.ts';
import { findCompanyByName } from '#features/market/server/companies.ts';
import type { Holidays } from '#features/market/server/trading-days.ts';
import type { Header, PrintedColumns } from './header.ts';
import { findPrintedName, isDebt } from './names.ts';
import { type PageLine, readPage } from './page.ts';
import { type Assignment, findDate, listDateDoubts, type ReadRow, readRow } from './rows.ts';
import {
  DATE,
  type DateToken,
  hasDate,
  readTokens,
  splitNameMarks,
  splitRows,
  type Token,
} from './tokens.ts';
import { listUnread } from './unread-text.ts';

/** A part of a page that is no rule, blank or header: a row of a table, a line of words, a rejected row or text that is left out. */
export interface ClosureLine {
  line: number;
  text: string;
  isWords: boolean;
  /** The name in the row, or the words. */
  name: string;
  /** `null` for words, text that is left out and rejected rows. */
  row: ReadRow | null;
  rejection: string | null;
  omission: string | null;
  /** Whether it directly follows the part before. */
  isAdjacent: boolean;
  /** The general meeting that `#` after the name marks. */
  hash: 'agm' | 'eogm' | null;
}

const MAX_LINE_LENGTH = 1000;
const OUTSIDE = 'The line is not part of a table.';
const COMMENT = 'The line starts with #, which marks a comment.';

/** The parts of the tables of book closures of a page, and the lines of its tables of results. */
export function readClosureLines(
  lines: readonly string[],
  holidays: Holidays,
): { closures: ClosureLine[]; results: PageLine[] } {
  const page = readPage(lines);
  const closures: ClosureLine[] = [];
  const results: PageLine[] = [];
  let isAdjacent = false;
  for (const each of joinClosureEnds(page.lines)) {
    if (each.header?.printed?.isResults && each.type !== 'outside') {
      results.push(each);
      continue;
    }
    if (each.type === 'rule' || each.type === 'header') {
      isAdjacent = false;
      continue;
    }
    const isComment = each.text.trimStart().startsWith('#');
    if (each.type === 'outside' || isComment) {
      const omission = isComment ? COMMENT : OUTSIDE;
      // Comments without values, such as the meaning of #, are no rows.
      if (!isComment || listUnread(each.text).length > 0)
        closures.push({ ...EMPTY, line: each.line, text: each.text, omission });
      isAdjacent = false;
      continue;
    }
    const read = (text: string) => readClosureLine(text, each.header, page.hash, holidays);
    for (const text of each.text.length > MAX_TABLE_LENGTH ? [each.text] : splitRows(each.text)) {
      const last = closures.at(-1);
      const rest = isAdjacent && last?.row ? splitContinuation(text, last.row, each.header) : null;
      if (rest && last) {
        closures[closures.length - 1] = {
          ...last,
          ...read(continuePayout(last, rest.payout, each.header)),
          isAdjacent: last.isAdjacent,
          text: `${last.text}\n${text}`,
        };
        if (rest.words === '') continue;
      }
      if (closures.length === MAX_PARTS) throw fileRejected(TOO_MANY_PARTS);
      closures.push({ ...read(rest ? rest.words : text), line: each.line, isAdjacent });
      isAdjacent = true;
    }
  }
  doubtOrder(closures);
  return { closures, results };
}

/** A closure whose last day is on the next line: `29-04-2023 to  20% (F)`, then `06-05-2023`. */
const OPEN_CLOSURE = new RegExp(String.raw`(?:${DATE})\s+to\b(?!\s*(?:${DATE}))`, 'i');

/** Moves the last day of a closure into its row, if it is the only date of the next line and the rest of that line continues the name. */
function joinClosureEnds(lines: readonly PageLine[]): PageLine[] {
  const joined = [...lines];
  for (const [at, { type, text }] of lines.entries()) {
    const next = lines[at + 1];
    const open = text.length > MAX_LINE_LENGTH ? null : OPEN_CLOSURE.exec(text);
    if (type !== 'body' || next?.type !== 'body' || next.text.length > MAX_LINE_LENGTH || !open) continue;
    const [end, ...others] = next.text.match(new RegExp(DATE, 'gi')) ?? [];
    const rest = next.text.replace(end ?? '', ' ');
    if (!end || others.length > 0 || /\d/.test(rest)) continue;
    const isName = /\p{L}/u.test(rest);
    const [name = ''] = /^[^\d#]+/.exec(text.replace(/[|\t]/g, ' ')) ?? [];
    if (isName && (findCompanyByName(rest) || !findPrintedName(`${name} ${rest.replace(/[|\t]/g, ' ')}`)))
      continue;
    const from = open.index + open[0].length;
    joined[at] = { ...(joined[at] as PageLine), text: `${text.slice(0, from)} ${end}${text.slice(from)}` };
    joined[at + 1] = { ...next, text: rest, type: isName ? 'body' : 'rule' };
  }
  return joined;
}

const MIN_CONFIRMED = 3;

/** Lets rows without a header wait whose dates do not show the order of the columns, unless at least as many others do. */
function doubtOrder(closures: readonly ClosureLine[]): void {
  const rows = closures.flatMap(({ row }) => (row?.isOrderConfirmed === undefined ? [] : [row]));
  const open = rows.filter(({ isOrderConfirmed }) => !isOrderConfirmed);
  const confirmed = rows.length - open.length;
  if (confirmed >= Math.max(MIN_CONFIRMED, open.length)) return;
  for (const row of open)
    row.doubts.push('The table has no header, and nothing confirms the order of its columns.');
}

/**
 * Splits a line that continues the payout of the row before, and possibly its name: `10% B`, `Limited 10% B`. Returns `null` if it
 * is something else.
 */
function splitContinuation(
  text: string,
  before: ReadRow,
  header: Header | null,
): { words: string; payout: string } | null {
  if (hasDate(text) || text.length > MAX_LINE_LENGTH) return null;
  const first = before.parts.find(({ role }) => role === 'payout')?.token.text;
  const tokens = readTokens(/^\W*\d/.test(text) ? `. ${text.replace(/^[\s,/&+]+/, '')}` : text);
  const payouts = tokens.filter(({ type }) => type === 'payout');
  if (first === undefined || payouts.length === 0 || tokens.some(({ type }) => type === 'text')) return null;
  const payout = payouts.map((token) => token.text).join(', ');
  // Only below a header over several lines another kind of payout continues the row without a separator.
  const isOther = header?.printed !== undefined && /\b(?:b|r|bonus|rights?)\b/i.test(payout);
  if (!/[,&+/]\s*$/.test(first) && !isOther) return null;
  const words = tokens.find(({ type }) => type === 'name')?.text ?? '';
  return { words: words === '.' ? '' : words, payout };
}

/** Adds the rest of a payout where it is in its row. Only below a header over several lines the place does not count. */
function continuePayout({ text, row }: ClosureLine, rest: string, header: Header | null): string {
  const first = row?.parts.find(({ role }) => role === 'payout')?.token.text ?? '';
  if (header?.printed || first === '' || !text.includes(first)) return `${text} ${rest}`;
  return text.replace(first, () => `${first.replace(/[\s,&+/]+$/, '')}, ${rest}`);
}

/** Newspapers print far fewer rows, and each takes time to complete its name. */
const MAX_PARTS = 20_000;
const TOO_MANY_PARTS = `The text has more than ${MAX_PARTS.toLocaleString('en')} rows. Split it into several files.`;

/** A table without line breaks. */
const MAX_TABLE_LENGTH = 40_000;

const EMPTY = {
  isWords: false,
  name: '',
  row: null,
  rejection: null,
  omission: null,
  isAdjacent: false,
  hash: null,
};

type Classified = Omit<ClosureLine, 'line' | 'isAdjacent'>;

function readClosureLine(
  original: string,
  header: Header | null,
  hashMeaning: 'agm' | 'eogm',
  holidays: Holidays,
): Classified {
  const shared = { ...EMPTY, text: original };
  if (original.length > MAX_LINE_LENGTH)
    return { ...shared, rejection: `The line is longer than ${MAX_LINE_LENGTH} characters.` };
  const marks = header?.delimiter || /[|\t]/.test(original) ? null : splitNameMarks(original);
  const text = marks?.text ?? original;
  const words = cleanText(text.replace(/[|\t;]/g, ' '));
  if (isWords(text, words, header)) return { ...shared, isWords: true, name: words.replace(/,+$/, '') };
  try {
    const row = header?.printed ? readPrintedRow(text, header.printed) : readRow(text, header, holidays);
    row.doubts.unshift(...listDateDoubts(row.parts));
    const name = cleanText(row.parts.find(({ role }) => role === 'name')?.token.text ?? '');
    const cellMarks = marks === null ? (/(?:\s|#|\(?\*+\)?)+$/.exec(name)?.[0] ?? '') : '';
    const isMarked = marks?.hasHash === true || cellMarks.includes('#');
    if (marks?.hasStar || cellMarks.includes('*'))
      row.doubts.push('A footnote of the page (*) may change the meaning of the row.');
    return {
      ...shared,
      name: name.slice(0, name.length - cellMarks.length),
      row,
      hash: isMarked ? hashMeaning : null,
    };
  } catch (error) {
    if (!(error instanceof RowRejection)) throw error;
    const [first] = readTokens(words);
    const name = first?.type === 'name' ? first.text : '';
    if (isDebt(name)) return { ...shared, omission: DEBT };
    return { ...shared, rejection: error.message };
  }
}

export const DEBT = 'The row is about a debt instrument.';

/** Returns whether a line has neither dates nor amounts, and under a header with columns only one cell. */
function isWords(text: string, words: string, header: Header | null): boolean {
  if (hasDate(text) || /\d[\d.]*\s*%|\bnil\b/i.test(words)) return false;
  if (!header?.delimiter) return !/^[\W\d]*$/.test(words);
  return text.split(header.delimiter).filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length === 1;
}

/**
 * Returns whether a line may be a part of the row next to it: it has a payout or dates, but neither the first day of a closure
 * nor the name of a listed company.
 */
export function isFragment({ text, isWords, omission, name, row }: ClosureLine): boolean {
  if (isWords || omission !== null || (row && findDate(row.parts, 'from') !== null)) return false;
  const [first] = readTokens(cleanText(text.replace(/[|\t;]/g, ' ')));
  const start = name || (first?.type === 'name' ? first.text : '');
  return findCompanyByName(start) === null;
}

const MAX_MEETING_DAYS = 60;

/**
 * Reads a row below a header over several lines, or a damaged one. Its columns follow from the values: the closure is first, a date
 * before it is the ex-date, and a date in or after it is that of a general meeting. Throws `RowRejection` if it has no dates.
 */
function readPrintedRow(line: string, columns: PrintedColumns): ReadRow {
  const tokens = readTokens(line);
  const dates = tokens.filter((token): token is DateToken => token.type === 'date');
  const [from, second, ...rest] = dates;
  if (!from) throw new RowRejection('The row has no book closure.');
  const start = tokens.indexOf(from);
  const doubts: string[] = [];
  if (tokens.slice(0, start).some(({ type }) => type === 'blank'))
    doubts.push('A cell before the closure is blank, so that its first day can be missing.');
  // After a payout or a blank cell, the second date is that of another column: the row has no last day.
  const to = tokens[start + 1] === second ? second : undefined;
  const others = second && !to ? [second, ...rest] : rest;
  const name = tokens[0]?.type === 'name' ? tokens[0] : null;
  const parts: Assignment = [
    ...(name ? [{ token: name, role: 'name' as const }] : []),
    { token: from, role: 'from' },
  ];
  if (to && to.date < from.date)
    throw new RowRejection(`The closure ends on ${to.date}, before it begins on ${from.date}.`);
  if (to) parts.push({ token: to, role: 'to' });
  else doubts.push('The row has only one date for the closure.');
  parts.push(
    ...readPayouts(tokens, columns, doubts),
    ...readOthers(others, from.date, to?.date ?? from.date, columns, doubts),
  );
  if (!columns.startsWithClosure && !isConfirmed(parts))
    doubts.push('The header of the table cannot be read, and nothing confirms the order of its columns.');
  const hasPayout = parts.some(({ role }) => role === 'payout');
  const hasMeeting = parts.some(({ role }) => role === 'meeting');
  if (!hasPayout && !hasMeeting) doubts.push('The row has neither a payout nor a general meeting.');
  const hasBlanks = tokens.some(({ type }) => type === 'blank');
  return { parts, doubts, isPayoutMissing: !hasPayout && hasMeeting && !hasBlanks, isPrinted: true };
}

function readPayouts(tokens: readonly Token[], columns: PrintedColumns, doubts: string[]): Assignment {
  const found: Token[] = [];
  for (const token of tokens) {
    if (token.type === 'payout') found.push(token);
    if (token.type !== 'text') continue;
    const isNumber = /^\d{1,4}(?:\.\d{1,4})?$/.test(token.text);
    if (isNumber) found.push({ type: 'payout', text: `${token.text}%` });
    if (isNumber && !columns.isPercent) doubts.push(`${quote(token.text)} may be a percentage or an amount.`);
    if (isNumber) continue;
    doubts.push(`The role of ${quote(token.text)} in the row is unclear.`);
    if (/^(?:rs|re|pkr)\b/i.test(token.text)) found.push({ type: 'payout', text: token.text });
  }
  const [first, second] = found;
  if (!first) return [];
  if (!second) return [{ token: first, role: 'payout' }];
  const isContinued = /[,&+/]\s*$/.test(first.text) || /\b(?:b|r|bonus|rights?)\b/i.test(second.text);
  if (!isContinued || found.length > 2) doubts.push('The row has several payouts.');
  const text = found
    .map((token, at) => (at < found.length - 1 ? token.text.replace(/[\s,&+/]+$/, '') : token.text))
    .join(', ');
  return [{ token: { type: 'payout', text }, role: 'payout' }];
}

function readOthers(
  dates: readonly DateToken[],
  from: LocalDate,
  to: LocalDate,
  { isCum }: PrintedColumns,
  doubts: string[],
): Assignment {
  const isEx = ({ date, mark }: DateToken) => mark === null && date < from;
  const ex = dates.filter(isEx);
  const meetings = dates.filter((date) => !isEx(date));
  if (ex.length > 1 || meetings.filter(({ mark }) => mark === null).length > 1)
    doubts.push('Blank cells are missing, so that the dates can belong to different columns.');
  if (meetings.some(({ date }) => date > addDays(to, MAX_MEETING_DAYS)))
    doubts.push(`The general meeting is more than ${MAX_MEETING_DAYS} days after the closure.`);
  return [
    ...ex.slice(0, 1).map((token) => ({ token, role: isCum ? ('cum' as const) : ('ex' as const) })),
    ...meetings.map((token) => ({ token, role: 'meeting' as const })),
  ];
}

/** Returns whether a row has an ex-date or a general meeting, which its closure's dates confirm. */
const isConfirmed = (parts: Assignment): boolean =>
  parts.some(({ role }) => role === 'ex' || role === 'cum' || role === 'meeting');
