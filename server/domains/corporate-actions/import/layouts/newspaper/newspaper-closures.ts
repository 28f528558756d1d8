import type { EventRow, EventTextLayout } from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { type ParseContext, quote, RowRejection } from '#server/domains/imports/imports.ts';
import { type ClosureLine, isFragment, readClosureLines } from './closure-lines.ts';
import { toClosureRecord } from './closure-record.ts';
import { ROLE_LABELS } from './column-roles.ts';
import { type JoinedName, joinName, looksLikeName } from './join-names.ts';
import { readHeader } from './read-header.ts';

const NO_HOLIDAYS = new Set<string>();

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
  parse: (lines, { holidays }) => parseLines(readClosureLines(lines, holidays), { holidays }),
};

function* parseLines(lines: readonly ClosureLine[], context: ParseContext): Generator<EventRow[]> {
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
