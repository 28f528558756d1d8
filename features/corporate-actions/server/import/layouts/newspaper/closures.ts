import type {
  ClosureValues,
  EventRow,
  EventTextLayout,
  MatchedCompany,
} from '#features/corporate-actions/server/import/event-record.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import { type ParseContext, quote, RowRejection } from '#features/imports/server/parsing.ts';
import { findShareClass } from '#features/market/server/companies.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { toClosureRecord } from './closure-record.ts';
import { ROLE_LABELS, readHeader } from './header.ts';
import { type JoinedName, joinNames, type NameItem } from './join-names.ts';
import { type ClosureLine, DEBT, isFragment, readClosureLines } from './lines.ts';
import { isDebt, matchPrintedName } from './names.ts';
import { parseResults } from './results.ts';
import { describeLost, describeUnread, listUnread } from './unread-text.ts';

const NO_HOLIDAYS = toHolidays();

/**
 * Tables of book closures as newspapers print them: with columns in any order, or as text whose parts are separated by
 * spaces. Every part of a row needs a role. What is not certain waits for an administrator.
 */
export const newspaperClosures: EventTextLayout = {
  kind: 'book-closures',
  name: 'Newspaper table of book closures',
  matches: (lines) =>
    lines.some((line) => readHeader(line)?.roles) || hasRows(readClosureLines(lines, NO_HOLIDAYS)),
  parse: (lines, context) => parseClosures(readClosureLines(lines, context.holidays), context),
};

const hasRows = ({ closures, results }: ReturnType<typeof readClosureLines>): boolean =>
  results.length > 0 || closures.some(({ row }) => row !== null);

function* parseClosures(
  { closures: lines, results }: ReturnType<typeof readClosureLines>,
  context: ParseContext,
): Generator<EventRow[]> {
  const names = joinNames(lines.map((_, at) => toItem(lines, at)));
  const joined = new Set([...names.values()].flatMap((name) => name.joined));
  const headings = findHeadings(lines, joined);
  const rows = lines.flatMap((line, at): EventRow[] => {
    const name = names.get(at);
    if (name && line.row) return [addDoubts(toRow(lines, at, name, context), headings[at] ?? [])];
    // Words that are part of a name are listed with its row.
    return joined.has(at) ? [] : [toOther(line)];
  });
  for (const row of joinClosures(rows)) yield [row];
  yield parseResults(results, context);
}

/** Finds the heading that may name the class of shares of the rows below it, for each line: `Preference Shares`. */
function findHeadings(lines: readonly ClosureLine[], joined: ReadonlySet<number>): string[][] {
  let heading: string[] = [];
  return lines.map(({ isWords, omission, name }, at) => {
    const isHeading = isWords && !joined.has(at) && !name.startsWith('(');
    if (isHeading || omission !== null) heading = findShareClass(name) === '' ? [] : [name];
    return heading;
  });
}

function addDoubts(row: EventRow, headings: readonly string[]): EventRow {
  if (!('record' in row) || headings.length === 0) return row;
  const doubts = new Set([...(row.record.doubts ?? []), ...describeUnread(headings)]);
  return { ...row, record: { ...row.record, doubts: [...doubts] } };
}

/** Rejected rows and text that is left out are part of no name. */
function toItem(lines: readonly ClosureLine[], at: number): NameItem {
  const { row, isWords, name, isAdjacent } = lines[at] as ClosureLine;
  const isOther = row === null && !isWords;
  const before = lines[at - 1];
  const isBeforeOther = before !== undefined && before.row === null && !before.isWords;
  return {
    isWords: row === null,
    name: isOther ? '' : name,
    isAdjacent: isAdjacent && !isOther && !isBeforeOther,
  };
}

function toRow(
  lines: readonly ClosureLine[],
  at: number,
  { name, joined, doubts: nameDoubts }: JoinedName,
  context: ParseContext,
): EventRow {
  const line = lines[at] as ClosureLine;
  const parts = [...joined, at].sort((a, b) => a - b);
  const shown = { line: line.line, text: parts.map((part) => lines[part]?.text ?? '').join('\n') };
  if (isDebt(name)) return { ...shown, omission: DEBT };
  try {
    if (!line.row) throw new RowRejection(line.rejection ?? '');
    const company = name === '' ? findCompanyAbove(lines, at) : null;
    const record = toClosureRecord(line.row, company ?? matchPrintedName(name), context.holidays, line.hash);
    const repeated = company ? ['The row names no company. It may be about the one above.'] : [];
    const doubts = [
      ...(record.symbol === null ? describeUnread(listUnread(name)) : []),
      ...(record.doubts ?? []),
      ...repeated,
      ...nameDoubts,
      ...getNeighborDoubts(lines, at, joined),
    ];
    const cells = record.cells?.map((cell) =>
      cell.role === ROLE_LABELS.name ? { ...cell, text: name } : cell,
    );
    return { ...shown, record: { ...record, doubts, ...(cells ? { cells } : {}) } };
  } catch (error) {
    if (!(error instanceof RowRejection)) throw error;
    return { ...shown, rejection: error.message };
  }
}

/** A row without a name may be another closure of the company above. */
function findCompanyAbove(lines: readonly ClosureLine[], at: number): MatchedCompany | null {
  const above = lines[at - 1];
  return lines[at]?.isAdjacent && above?.row && above.name !== '' ? matchPrintedName(above.name) : null;
}

const CHANGED = /\b(?:postpon\w*|cancel\w*|withdraw\w*|withdrawn|deferred|revised|adjourn\w*)\b/i;

function getNeighborDoubts(lines: readonly ClosureLine[], at: number, joined: readonly number[]): string[] {
  const neighbors = [
    ...(lines[at]?.isAdjacent ? [lines[at - 1]] : []),
    ...(lines[at + 1]?.isAdjacent ? [lines[at + 1]] : []),
  ].filter((each) => each !== undefined);
  const after = lines[at + 1];
  const [, shareClass = ''] =
    /(\([^()]*\))\s*$/.exec(lines[at]?.isAdjacent ? (lines[at - 1]?.text ?? '') : '') ?? [];
  const isClass = lines[at - 1]?.line === lines[at]?.line && findShareClass(shareClass) !== '';
  const isChanged =
    after?.isAdjacent && after.isWords && !joined.includes(at + 1) && CHANGED.test(after.name);
  return [
    // The class at the end of a row that shares the line may belong to this one.
    ...(isClass ? describeUnread([shareClass]) : []),
    ...(isChanged ? [`The words ${quote(after.name)} next to the row may change it.`] : []),
    ...neighbors
      .filter(isFragment)
      .map((each) => `The line ${quote(each.text)} next to the row may be a part of it.`),
  ];
}

function toOther({ line, text, rejection, omission, row }: ClosureLine): EventRow {
  if (rejection !== null) return { line, text, rejection };
  if (omission !== null || row !== null) return { line, text, omission: omission ?? DEBT };
  const unread = listUnread(text);
  if (unread.length > 0) return { line, text, rejection: describeLost(unread) };
  return { line, text, omission: 'The line has neither dates nor a payout.' };
}

/** Joins rows about the same closure of a company, such as those of two payouts, or of its annual and an extraordinary meeting. */
function joinClosures(rows: readonly EventRow[]): EventRow[] {
  const first = new Map<string, number>();
  const joined = [...rows];
  for (const [index, row] of rows.entries()) {
    if (!('record' in row) || row.record.symbol === null || row.record.doubts?.length) continue;
    const values = row.record.values as Partial<ClosureValues>;
    const key = JSON.stringify([row.record.symbol, values.bcFrom, values.bcTo]);
    const at = first.get(key);
    const above = at === undefined ? undefined : joined[at];
    if (at === undefined || !above || !('record' in above)) {
      first.set(key, index);
      continue;
    }
    const both = joinValues(above.record.values as Partial<ClosureValues>, values);
    if (both === null) continue;
    joined[at] = { ...above, record: { ...above.record, values: { ...above.record.values, ...both } } };
    joined[index] = {
      line: row.line,
      text: row.text,
      omission: `The row is added to that of line ${above.line}.`,
    };
  }
  return joined;
}

/** Joins the values of two rows that complete each other. Returns `null` if they are the same or contradict each other. */
function joinValues(
  one: Partial<ClosureValues>,
  other: Partial<ClosureValues>,
): Partial<ClosureValues> | null {
  const isSame = one.payout === other.payout && one.note === other.note;
  if (isSame || (one.exDate && other.exDate && one.exDate !== other.exDate)) return null;
  const payout =
    one.payout === undefined || other.payout === undefined || one.payout === other.payout
      ? (one.payout ?? other.payout)
      : joinPayouts(one.payout, other.payout);
  if (payout === null) return null;
  const notes = [...new Set([one.note, other.note].filter((note) => note))];
  // Two dates of the same meeting contradict each other.
  if (notes.length === 2 && notes[0]?.slice(0, 6) === notes[1]?.slice(0, 6)) return null;
  return {
    ...(payout === undefined ? {} : { payout }),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    ...((one.exDate ?? other.exDate) ? { exDate: one.exDate ?? other.exDate ?? null } : {}),
  };
}

/** Joins payouts of different kinds or periods. Two of the same contradict each other. */
function joinPayouts(one = '', other = ''): string | null {
  const parts = [parsePayout(one), parsePayout(other)];
  if (parts.some((each) => !each || each.length === 0)) return null;
  const keys = parts.flatMap((each) => each ?? []).map(({ kind, period }) => `${kind} ${period}`);
  const text = `${one}, ${other}`;
  return new Set(keys).size === keys.length && parsePayout(text) !== null ? text : null;
}
