import { addDays, type LocalDate } from '#contract/dates.ts';
import { quote, RowRejection } from '#server/domains/imports/parsing.ts';
import type { PrintedColumns } from './header.ts';
import type { Assignment, ReadRow } from './rows.ts';
import { type DateToken, readTokens, type Token } from './tokens.ts';

const MAX_MEETING_DAYS = 60;

/**
 * Reads a row below a header over several lines, or a damaged one. Its columns follow from the values: the closure is first, a date
 * before it is the ex-date, and a date in or after it is that of a general meeting. Throws `RowRejection` if it has no dates.
 */
export function readPrintedRow(line: string, columns: PrintedColumns): ReadRow {
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
