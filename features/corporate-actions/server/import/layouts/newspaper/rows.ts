import { addDays } from '#core/contract/dates.ts';
import { estimateExDate } from '#features/corporate-actions/server/rules/ex-date.ts';
import { parseDate, quote, RowRejection, splitLine } from '#features/imports/server/parsing.ts';
import { type Holidays, isTradingDay } from '#features/market/server/trading-days.ts';
import { type Header, ROLE_LABELS, type Role } from './header.ts';
import { type DateToken, readCell, readTokens, type Token } from './tokens.ts';

/** The parts of a row with their roles, and the reasons why they are not certain. */
export interface ReadRow {
  parts: Assignment;
  doubts: string[];
  /** Whether the table has a column for payouts, but the row none, so that it may be lost. */
  isPayoutMissing?: boolean;
  /** A row below a header over several lines, or of a table with columns. */
  isPrinted?: boolean;
  /** Whether the dates of a row without a header show the order of its columns. */
  isOrderConfirmed?: boolean;
}

/** The order in most newspapers. A row without a header has it only if its dates confirm it. */
const USUAL_COLUMNS: readonly Role[] = ['name', 'from', 'to', 'payout', 'ex', 'meeting'];

/** Gives every part of a row a role. Throws `RowRejection` if a part can have none. */
export function readRow(line: string, header: Header | null, holidays: Holidays): ReadRow {
  if (header?.roles && header.delimiter !== null) {
    const { roles, delimiter } = header;
    const row = hasColumns(line, roles, delimiter) ? readCells(line, roles, delimiter) : null;
    const isMoved = row && splitLine(line, delimiter).length < roles.length && hasMovedDate(row.parts);
    if (row && !isMoved) return row;
    // Tabs of blank cells are lost, as in text that is separated by spaces.
    return readInOrder(
      readLine(line).filter(({ type }) => type !== 'blank'),
      roles.flatMap(splitClosure),
      holidays,
    );
  }
  const tokens = readLine(line);
  if (header && header.roles === null) return readUnderUnclearHeader(tokens, holidays);
  if (header?.roles) return readInOrder(tokens, header.roles.flatMap(splitClosure), holidays);
  return readWithoutHeader(tokens, holidays);
}

const splitClosure = (role: Role): Role[] => (role === 'closure' ? ['from', 'to'] : [role]);

/** Returns whether the cells of a row fit the columns of its table, or are as many. */
function hasColumns(line: string, roles: readonly Role[], delimiter: string): boolean {
  const cells = splitLine(line, delimiter);
  if (cells.length >= roles.length || (delimiter !== '\t' && delimiter !== '|')) return true;
  return cells.every((cell, index) => {
    const role = roles[index] ?? 'unknown';
    if (cell === '' || !(DATE_ROLES.has(role) || role === 'payout')) return true;
    return readCell(cell).every(
      ({ type }) => type === 'blank' || (type === 'payout') === (role === 'payout'),
    );
  });
}

/** A date in the column of the ex-date that is not before the closure is that of the next column. */
const hasMovedDate = (parts: Assignment) => (findDate(parts, 'ex') ?? '') >= (findDate(parts, 'from') ?? '~');

function readCells(line: string, roles: readonly Role[], delimiter: string): ReadRow {
  const cells = splitLine(line, delimiter);
  const extra = cells.slice(roles.length).find((cell) => cell !== '');
  if (extra !== undefined)
    throw new RowRejection(`The cell ${quote(extra)} has no column. The row has more cells than the header.`);
  const doubts: string[] = [];
  const parts = cells.flatMap((text, index): Assignment => {
    const role = roles[index] ?? 'unknown';
    if (text === '') return [];
    if (role === 'name') return [{ token: { type: 'name', text }, role }];
    if (role === 'other') return [{ token: { type: 'text', text }, role }];
    if (role === 'unknown') doubts.push(`The role of the cell ${quote(text)} is unknown.`);
    if (role === 'unknown') return [{ token: { type: 'text', text }, role }];
    return readColumn(text, role, doubts);
  });
  return { parts, doubts, isPrinted: true };
}

function readColumn(text: string, role: Role, doubts: string[]): Assignment {
  const tokens = readCell(text);
  const isText = tokens.some(({ type }) => type === 'text');
  if (role === 'payout' && isText) {
    doubts.push(`${quote(text)} cannot be read as a payout.`);
    return [{ token: { type: 'payout', text }, role }];
  }
  const isRange = role === 'closure' && tokens.length <= 2;
  const isSeveral = tokens.length > 1 && !isRange && role !== 'meeting';
  const isNil = tokens[0]?.type === 'payout' && /^nil$/i.test(text.trim());
  const fits = tokens.every(
    ({ type }) => type === 'blank' || isNil || type === (role === 'payout' ? 'payout' : 'date'),
  );
  const date = isText && role !== 'meeting' ? parseDate(text) : null;
  if (date && 'rejection' in date) throw new RowRejection(date.rejection);
  if (isText || !fits || isSeveral)
    throw new RowRejection(`${quote(text)} does not fit its column, ${ROLE_LABELS[role].toLowerCase()}.`);
  if (isNil && role !== 'payout') return [];
  return tokens.map((token, index) => ({
    token,
    role: role === 'closure' ? (index === 0 ? 'from' : 'to') : role,
  }));
}

/** Reads the cells of a line one by one if they are separated by tabs or `|`, else the whole line. */
function readLine(line: string): Token[] {
  const delimiter = ['\t', '|'].find((each) => line.includes(each));
  if (!delimiter) return readTokens(line);
  const [name = '', ...cells] = splitLine(line, delimiter);
  return [{ type: 'name', text: name }, ...cells.flatMap(readCell)];
}

function readInOrder(tokens: Token[], columns: readonly Role[], holidays: Holidays): ReadRow {
  const all = assignRoles(tokens, columns).filter(isPossible);
  // A meeting before the closure waits in any case. The date is that of another column, if it fits one.
  const later = all.filter(hasLaterMeetings);
  const possible = later.length > 0 ? later : all;
  const [first] = possible;
  if (!first) throw getUnassigned(tokens);
  if (possible.length === 1) return describeMissing(first, columns);
  const confirmed = possible.filter((each) => hasImpliedExDate(each, holidays));
  if (confirmed.length === 1 && confirmed[0]) return describeMissing(confirmed[0], columns);
  return {
    parts: confirmed[0] ?? first,
    doubts: ['Blank cells are missing, so that the dates can belong to different columns.'],
  };
}

/** Text without columns does not show that a cell is blank, so that an important one may be lost. */
const describeMissing = (parts: Assignment, columns: readonly Role[]): ReadRow => ({
  parts,
  doubts: findDate(parts, 'to') === null ? ['The row has only one date for the closure.'] : [],
  isPayoutMissing: columns.includes('payout') && !parts.some(({ role }) => role === 'payout'),
});

function readWithoutHeader(tokens: Token[], holidays: Holidays): ReadRow {
  const row = readInOrder(tokens, USUAL_COLUMNS, holidays);
  const to = findDate(row.parts, 'to');
  const isConfirmed =
    hasImpliedExDate(row.parts, holidays) || (to !== null && findDate(row.parts, 'meeting') === to);
  return { ...row, isOrderConfirmed: isConfirmed };
}

function readUnderUnclearHeader(tokens: Token[], holidays: Holidays): ReadRow {
  const row = readInOrder(tokens, USUAL_COLUMNS, holidays);
  return {
    ...row,
    doubts: ['The header of the table cannot be read. The usual order of columns is assumed.'],
  };
}

function getUnassigned(tokens: readonly Token[]): RowRejection {
  const text = tokens.find(({ type }) => type === 'text');
  if (text) return new RowRejection(`The role of ${quote(text.text)} in the row is unclear.`);
  return new RowRejection('The parts of the row do not fit the columns of the table.');
}

/** The tokens of a row, each with its role. */
export type Assignment = { token: Token; role: Role }[];

const DATE_ROLES = new Set<Role>(['from', 'to', 'ex', 'cum', 'agm', 'eogm', 'meeting', 'other']);
const MEETING_ROLES = new Set<Role>(['agm', 'eogm', 'meeting']);
const MAX_ASSIGNMENTS = 500;

/**
 * Lists the ways in which the tokens fit the columns in their order. Blank cells may be missing, because text that
 * separates columns by spaces does not show them.
 */
function assignRoles(tokens: readonly Token[], columns: readonly Role[]): Assignment[] {
  const found: Assignment[] = [];
  const visit = (at: number, column: number, assigned: Assignment) => {
    if (found.length === MAX_ASSIGNMENTS) return;
    const token = tokens[at];
    if (!token) {
      found.push(assigned);
      return;
    }
    for (let index = column; index < columns.length; index += 1) {
      const role = columns[index] ?? 'unknown';
      if (canBe(token, role)) visit(at + 1, index + 1, [...assigned, { token, role }]);
    }
    // An annual and an extraordinary meeting share a column.
    const last = assigned.at(-1);
    if (last && last.role === 'meeting' && token.type === 'date' && isSecondMeeting(token, assigned))
      visit(at + 1, column, [...assigned, { token, role: 'meeting' }]);
  };
  visit(0, 0, []);
  return mergeEqual(found);
}

function canBe(token: Token, role: Role): boolean {
  if (token.type === 'blank') return true;
  if (token.type === 'name') return role === 'name';
  if (token.type === 'payout') return role === 'payout';
  if (token.type === 'text') return role === 'other' || role === 'name';
  if (!isDate(token) || !DATE_ROLES.has(role)) return false;
  return token.mark === null || role === 'meeting' || role === token.mark;
}

const isDate = (token: Token): token is DateToken => token.type === 'date';

const isSecondMeeting = (token: DateToken, assigned: Assignment) =>
  assigned.filter(({ role }) => role === 'meeting').length === 1 &&
  (token.mark !== null || assigned.some(({ token: other }) => other.type === 'date' && other.mark !== null));

/** Assignments that differ only in the roles of blank cells are the same. */
function mergeEqual(assignments: readonly Assignment[]): Assignment[] {
  const byKey = new Map<string, Assignment>();
  for (const each of assignments) {
    const key = each.map(({ token, role }) => (token.type === 'blank' ? '' : role)).join('|');
    if (!byKey.has(key)) byKey.set(key, each);
  }
  return [...byKey.values()];
}

/** The positions of year, month and day in a numeric date. */
const DATE_ORDERS = [
  [2, 1, 0],
  [2, 0, 1],
  [0, 1, 2],
] as const;
const SHORT_DATE = /^\D*(\d{1,2})[./-](\d{1,2})[./-](\d{2})(?!\d)/;

/** Lists the doubts about the dates of a row. Years of two digits are certain if the closure can only be read with the day first. */
export function listDateDoubts(parts: Assignment): string[] {
  const [from, to] = (['from', 'to'] as const).map(
    (role) => SHORT_DATE.exec(parts.find((part) => part.role === role)?.token.text ?? '')?.slice(1) ?? [],
  );
  const [isDayFirst, ...others] = DATE_ORDERS.map((order) => {
    const [first, last] = [from, to].map((numbers) =>
      parseDate(
        order.map((at, part) => `${part === 0 ? '20' : ''}${numbers?.[at]?.padStart(2, '0')}`).join('-'),
      ),
    );
    if (!first || !last || 'rejection' in first || 'rejection' in last) return false;
    return first.date <= last.date && last.date <= addDays(first.date, MAX_CLOSURE_DAYS);
  });
  if (isDayFirst && !others.includes(true)) return [];
  return parts.flatMap(({ token }) => (token.type === 'date' ? (token.doubt ?? []) : []));
}

export const findDate = (assignment: Assignment, role: Role): string | null => {
  const found = assignment.find((each) => each.role === role && each.token.type === 'date');
  return found?.token.type === 'date' ? found.token.date : null;
};

/** An ex-date is one or two trading days before its closure; Eid adds up to ten days. */
const MAX_EX_DAYS = 14;
const MAX_CLOSURE_DAYS = 60;
const MAX_MEETING_DAYS = 120;

/** Returns whether the dates of an assignment are possible for one closure. */
function isPossible(assignment: Assignment): boolean {
  const from = findDate(assignment, 'from');
  if (from === null) return false;
  const to = findDate(assignment, 'to');
  if (to !== null && (to < from || to > addDays(from, MAX_CLOSURE_DAYS))) return false;
  return assignment.every(({ token, role }) => {
    if (token.type !== 'date') return true;
    if (role === 'ex' || role === 'cum')
      return token.date < from && token.date >= addDays(from, -MAX_EX_DAYS);
    if (!MEETING_ROLES.has(role)) return true;
    return token.date >= addDays(from, -MAX_CLOSURE_DAYS) && token.date <= addDays(from, MAX_MEETING_DAYS);
  });
}

const hasLaterMeetings = (assignment: Assignment): boolean => {
  const from = findDate(assignment, 'from') ?? '';
  return assignment.every(
    ({ token, role }) => token.type !== 'date' || !MEETING_ROLES.has(role) || token.date >= from,
  );
};

/** Returns whether the ex-date or the last buying day of an assignment is the one that its closure implies. */
function hasImpliedExDate(assignment: Assignment, holidays: Holidays): boolean {
  const from = findDate(assignment, 'from');
  if (from === null) return false;
  const { exDate, lastBuyingDay } = estimateExDate(from, holidays);
  return findDate(assignment, 'ex') === exDate || findDate(assignment, 'cum') === lastBuyingDay;
}

/** More weekdays that may be between an ex-date and its closure if the holidays of the year are unknown. */
const MAX_UNKNOWN_HOLIDAYS = 4;

/**
 * Returns whether the ex-date or the last buying day of an assignment fits its closure: it is the one that settlement implies, or it
 * is earlier by holidays, in a year without known ones. Printed tables also have the ex-date in the column of the last buying day.
 */
export function isPossibleExDate(
  assignment: Assignment,
  holidays: Holidays,
  { isPrinted }: { isPrinted: boolean },
): boolean {
  if (hasImpliedExDate(assignment, holidays)) return true;
  const from = findDate(assignment, 'from');
  const cum = findDate(assignment, 'cum');
  const printed = findDate(assignment, 'ex') ?? cum;
  if (from === null || printed === null) return false;
  const { exDate } = estimateExDate(from, holidays);
  if (printed === exDate) return isPrinted;
  const year = from.slice(0, 4);
  if ([...holidays.exchange].some((date) => date.startsWith(year)) || printed > exDate) return false;
  let weekdays = 0;
  for (let date = printed; date < exDate && weekdays <= MAX_UNKNOWN_HOLIDAYS; date = addDays(date, 1))
    if (isTradingDay(date, holidays)) weekdays += 1;
  return weekdays <= MAX_UNKNOWN_HOLIDAYS;
}
