import { formatShortDate } from '#contract/dates.ts';
import {
  describeUnusualExDate,
  type EventRecord,
  type EventRow,
  type EventTextLayout,
  type MatchedCompany,
  makeClosure,
  matchCompany,
  omitNull,
} from '#server/domains/corporate-actions/import/event-record.ts';
import { parsePayout, paysNothing } from '#server/domains/corporate-actions/rules/payout.ts';
import {
  isBlank,
  type ParseContext,
  parseText,
  quote,
  RowRejection,
  requireDate,
} from '#server/domains/imports/imports.ts';
import { getNextTradingDay, type Holidays, isTradingDay, toHolidays } from '#server/domains/market/market.ts';
import { ROLE_LABELS, type Role, readHeader } from './header.ts';
import {
  type ClosureLine,
  completeNames,
  hasMatch,
  isFragment,
  type JoinedName,
  joinName,
  looksLikeName,
  parseLines,
  readClosureLines,
} from './lines.ts';
import { type Assignment, findDate, hasImpliedExDate, type ReadRow } from './rows.ts';

const NO_HOLIDAYS = toHolidays();

/**
 * Tables of book closures as newspapers print them: with columns in any order, or as text whose parts are separated by
 * spaces. Every part of a row needs a role. What is not certain waits for an administrator.
 */
export const newspaperClosures: EventTextLayout = {
  kind: 'book-closures',
  name: 'Newspaper table of book closures',
  matches: (lines) =>
    lines.some((line) => readHeader(line)?.roles) ||
    readClosureLines(lines, NO_HOLIDAYS).some(({ row }) => row !== null),
  parse: (lines, context) => parseClosures(readClosureLines(lines, context.holidays), context),
};

function* parseClosures(lines: readonly ClosureLine[], context: ParseContext): Generator<EventRow[]> {
  const names = new Map(
    lines.filter(({ row }) => row).map((line) => [line, joinName(line, line.before, line.after)] as const),
  );
  const users = countUsers([...names.values()]);
  for (const line of lines) {
    const name = names.get(line);
    // Words that are part of a name are listed with its row.
    if (!name && users.has(line)) continue;
    yield [name ? toRow(line, name, users, context) : toOther(line)];
  }
}

/** Counts the rows whose names a line of words is part of. */
function countUsers(names: readonly JoinedName[]): Map<unknown, number> {
  const users = new Map<unknown, number>();
  for (const line of names.flatMap(({ joined }) => joined)) users.set(line, (users.get(line) ?? 0) + 1);
  return users;
}

function toRow(
  line: ClosureLine,
  name: JoinedName,
  users: Map<unknown, number>,
  context: ParseContext,
): EventRow {
  const lines = [...name.joined, line] as ClosureLine[];
  const sorted = lines.sort((a, b) => a.line - b.line);
  const shown = { line: line.line, text: sorted.map(({ text }) => text).join('\n') };
  try {
    if (!line.row) throw new RowRejection(line.rejection ?? '');
    const record = toClosureRecord(line.row, matchCompany({ name: name.name }), context.holidays);
    const doubts = [...(record.doubts ?? []), ...name.doubts, ...getNeighborDoubts(line, name, users)];
    if (record.symbol === null) doubts.push(...getUnlistedDoubts(line, name));
    const cells = record.cells?.map((cell) =>
      cell.role === ROLE_LABELS.name ? { ...cell, text: record.companyName } : cell,
    );
    return { ...shown, record: { ...record, doubts, ...(cells ? { cells } : {}) } };
  } catch (error) {
    if (!(error instanceof RowRejection)) throw error;
    return { ...shown, rejection: error.message };
  }
}

function getNeighborDoubts(line: ClosureLine, name: JoinedName, users: Map<unknown, number>): string[] {
  const words = [line.before, line.after].filter((each) => each?.isWords);
  const isUnclear = words.some((each) =>
    name.joined.includes(each as ClosureLine)
      ? (users.get(each) ?? 0) > 1
      : !users.has(each) && looksLikeName(each?.name ?? ''),
  );
  return [
    ...(isUnclear ? ['A line of words next to the row may be part of the name.'] : []),
    ...[line.before, line.after].flatMap((each) =>
      each && isFragment(each) ? [`The line ${quote(each.text)} next to the row may be a part of it.`] : [],
    ),
  ];
}

/** Words next to a company that is not in the directory may complete its name. */
const getUnlistedDoubts = ({ before, after }: ClosureLine, { joined }: JoinedName): string[] =>
  [before, after].flatMap((each) =>
    each?.isWords && !joined.includes(each)
      ? [`The words ${quote(each.name)} next to the row may be part of the name.`]
      : [],
  );

function toOther({ line, text, rejection }: ClosureLine): EventRow {
  if (rejection !== null) return { line, text, rejection };
  return { line, text, omission: 'The line has neither dates nor a payout.' };
}

/** Builds the closure of a row. Throws `RowRejection` if its dates contradict each other. */
function toClosureRecord(
  { parts, doubts }: ReadRow,
  company: MatchedCompany,
  holidays: Holidays,
): EventRecord {
  const bcFrom = findDate(parts, 'from');
  if (bcFrom === null) throw new RowRejection('The row has no book closure.');
  const cum = findDate(parts, 'cum');
  const exDate = findDate(parts, 'ex') ?? (cum === null ? null : getNextTradingDay(cum, holidays));
  const values = {
    bcTo: findDate(parts, 'to'),
    payout: readPayout(parts),
    exDate,
    note: formatMeetings(parts),
  };
  return {
    ...makeClosure(company, bcFrom, omitNull(values)),
    doubts: [...doubts, ...getDateDoubts(parts, { bcFrom, exDate }, holidays)],
    cells: parts.map(({ token, role }) => ({ text: token.text, role: ROLE_LABELS[role] })),
  };
}

/** Returns `null` if the row has no payout, which must not clear the payout of an existing closure. */
function readPayout(parts: Assignment): string | null {
  const cell = parts.find(({ role }) => role === 'payout')?.token;
  if (!cell) return null;
  return cell.type === 'blank' || paysNothing(cell.text) ? 'NIL' : (parseText('payout', cell.text) ?? '');
}

function getDateDoubts(
  parts: Assignment,
  { bcFrom, exDate }: { bcFrom: string; exDate: string | null },
  holidays: Holidays,
): string[] {
  const doubts: string[] = [];
  if (exDate === null) return doubts;
  if (exDate >= bcFrom || !isTradingDay(exDate, holidays)) doubts.push(describeUnusualExDate(exDate));
  // Where a blank cell is lost, the date of the meeting moves to the column of the ex-date.
  if (!hasImpliedExDate(parts, holidays)) {
    const name = findDate(parts, 'cum') === null ? 'ex-date' : 'last buying day';
    doubts.push(`The ${name} is not the one that the closure and the holidays imply.`);
  }
  return doubts;
}

const MEETING_NAMES: Partial<Record<Role, string>> = {
  agm: 'Annual general meeting',
  eogm: 'Extraordinary general meeting',
};

/** Formats a note with the general meetings; `#` marks an extraordinary one. */
function formatMeetings(parts: Assignment): string | null {
  const sentences = parts.flatMap(({ token, role }) => {
    if (token.type !== 'date' || !['agm', 'eogm', 'meeting'].includes(role)) return [];
    const kind = token.mark ?? (role === 'eogm' ? 'eogm' : 'agm');
    return [`${MEETING_NAMES[kind]} on ${formatShortDate(token.date)}.`];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}

const DATE = String.raw`\d{1,2}[./-](?:\d{1,2}|[A-Za-z]{3,9})[./-](?:\d{4}|\d{2})`;
const LINE = new RegExp(
  String.raw`^(\S.{0,199}?) ${DATE} (NIL|\d[\d.]*%.{0,100}?) (?:\(\d|-?\d).*?AGM (${DATE} ?#?|[-–]) (${DATE}) to (${DATE})$`,
  'i',
);

/** A table of dividends without columns. */
export const newspaperDividends: EventTextLayout = {
  kind: 'book-closures',
  name: 'Newspaper table of dividends',
  matches: (lines) => hasMatch(lines, parseDividend),
  *parse(lines) {
    yield completeNames(parseLines(lines, parseDividend));
  },
};

/**
 * Parses a line with the company, the end of the period, the payout, the profit, the earnings, the AGM and the closure. The words
 * `AGM` and `to` say which dates they are.
 */
function parseDividend(line: string): EventRecord | undefined {
  const [matched, name = '', payout = '', meeting = '', from = '', to = ''] = LINE.exec(line) ?? [];
  if (matched === undefined) return undefined;
  if (parsePayout(payout) === null) throw new RowRejection(`${quote(payout)} is not a payout.`);
  const toDate = (text: string, role: 'from' | 'to' | 'meeting') => ({
    token: {
      type: 'date' as const,
      text,
      date: requireDate(text.replace('#', ''), 'date'),
      mark: text.includes('#') ? ('eogm' as const) : null,
    },
    role,
  });
  const parts = [
    { token: { type: 'name' as const, text: name }, role: 'name' as const },
    { token: { type: 'payout' as const, text: payout }, role: 'payout' as const },
    ...(isBlank(meeting) ? [] : [toDate(meeting, 'meeting')]),
    toDate(from, 'from'),
    toDate(to, 'to'),
  ];
  return toClosureRecord({ parts, doubts: [] }, matchCompany({ name }), NO_HOLIDAYS);
}
