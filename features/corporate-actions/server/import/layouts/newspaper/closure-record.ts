import { formatShortDate } from '#core/contract/dates.ts';
import {
  describeUnusualExDate,
  type EventRecord,
  type MatchedCompany,
  makeClosure,
  omitNull,
  parseEventText,
} from '#features/corporate-actions/server/import/event-record.ts';
import { estimateExDate } from '#features/corporate-actions/server/rules/ex-date.ts';
import { paysNothing } from '#features/corporate-actions/server/rules/payout.ts';
import { quote, RowRejection } from '#features/imports/server/parsing.ts';
import { getNextTradingDay, type Holidays, isTradingDay } from '#features/market/server/trading-days.ts';
import { ROLE_LABELS, type Role } from './header.ts';
import { type Assignment, findDate, isPossibleExDate, type ReadRow } from './rows.ts';
import type { Token } from './tokens.ts';

/** Builds the closure of a row. Throws `RowRejection` if its dates contradict each other. */
export function toClosureRecord(
  { parts, doubts, isPayoutMissing, isPrinted }: ReadRow,
  company: MatchedCompany,
  holidays: Holidays,
  hash: 'agm' | 'eogm' | null = null,
): EventRecord {
  const bcFrom = findDate(parts, 'from');
  if (bcFrom === null) throw new RowRejection('The row has no book closure.');
  const { exDate, note: cumNote } = readExDate(parts, bcFrom, holidays);
  const note = [formatMeetings(parts, hash), cumNote].filter((text) => text !== null).join(' ');
  const values = {
    bcTo: findDate(parts, 'to'),
    payout: readPayout(parts),
    exDate,
    note: note === '' ? null : note,
  };
  return {
    ...makeClosure(company, bcFrom, omitNull(values)),
    doubts: [
      ...doubts,
      ...getDateDoubts(parts, { bcFrom, exDate, isPrinted: isPrinted === true }, holidays),
      ...getMeetingDoubts(parts, hash),
      ...getPayoutDoubts(parts),
      ...(isPayoutMissing && !isExtraordinary(parts, hash) ? ['The row states no payout.'] : []),
    ],
    cells: parts.map(({ token, role }) => ({ text: token.text, role: ROLE_LABELS[role] })),
  };
}

/**
 * The last date with the payout gives the ex-date if the settlement of the closure confirms it. Newspapers also print the ex-date in
 * that column, which is then only noted.
 */
function readExDate(
  parts: Assignment,
  bcFrom: string,
  holidays: Holidays,
): { exDate: string | null; note: string | null } {
  const ex = findDate(parts, 'ex');
  const cum = findDate(parts, 'cum');
  if (ex !== null || cum === null) return { exDate: ex, note: null };
  const next = getNextTradingDay(cum, holidays);
  if (estimateExDate(bcFrom, holidays).exDate === next) return { exDate: next, note: null };
  return { exDate: null, note: `Printed as the last date cum price: ${formatShortDate(cum)}.` };
}

/** Returns `null` if the row has no payout, which must not clear the payout of an existing closure. */
function readPayout(parts: Assignment): string | null {
  const cell = parts.find(({ role }) => role === 'payout')?.token;
  if (!cell || (cell.type === 'blank' && cell.text === '')) return null;
  return cell.type === 'blank' || paysNothing(cell.text)
    ? 'NIL'
    : (parseEventText('payout', cell.text) ?? '');
}

/** A payout that ends in a separator continues on a line that the text may lack. */
function getPayoutDoubts(parts: Assignment): string[] {
  const text = parts.find(({ role }) => role === 'payout')?.token.text ?? '';
  return /[,&+/]\s*$/.test(text) ? [`The rest of the payout ${quote(text)} may be missing.`] : [];
}

function getDateDoubts(
  parts: Assignment,
  { bcFrom, exDate, isPrinted }: { bcFrom: string; exDate: string | null; isPrinted: boolean },
  holidays: Holidays,
): string[] {
  const cum = findDate(parts, 'cum');
  const printed = findDate(parts, 'ex') ?? cum;
  if (printed === null) return [];
  const doubts: string[] = [];
  const day = exDate ?? printed;
  if (day >= bcFrom || !isTradingDay(day, holidays)) doubts.push(describeUnusualExDate(day));
  // Where a blank cell is lost, the date of the meeting moves to the column of the ex-date.
  if (!isPossibleExDate(parts, holidays, { isPrinted })) {
    const name = cum === null ? 'ex-date' : 'last buying day';
    doubts.push(`The ${name} is not the one that the closure and the holidays imply.`);
  }
  return doubts;
}

const MEETING_ROLES = new Set<Role>(['agm', 'eogm', 'meeting']);

/** Returns the reasons why the general meeting of a row is not certain. */
function getMeetingDoubts(parts: Assignment, hash: 'agm' | 'eogm' | null): string[] {
  const has = (role: Role) => parts.some((part) => part.role === role);
  const hasMeeting = has('meeting') || has('agm') || has('eogm');
  if (hash !== null && !hasMeeting)
    return ['The row is marked with #, but has no date of a general meeting.'];
  const from = findDate(parts, 'from') ?? '';
  const isBefore = parts.some(
    ({ token, role }) => token.type === 'date' && MEETING_ROLES.has(role) && token.date < from,
  );
  if (isBefore) return ['The general meeting is before the closure.'];
  const isFinal = /\bf(?:inal)?\b/i.test(readPayout(parts) ?? '');
  if (hash === 'eogm' && isFinal) return ['An extraordinary general meeting approves no final payout.'];
  return [];
}

const MEETING_NAMES = {
  agm: 'Annual general meeting',
  eogm: 'Extraordinary general meeting',
};

/** A closure for an extraordinary general meeting alone pays nothing. */
function isExtraordinary(parts: Assignment, hash: 'agm' | 'eogm' | null): boolean {
  const kinds = parts.flatMap(({ token, role }) => getMeetingKind(token, role, hash) ?? []);
  return kinds.length > 0 && kinds.every((kind) => kind === 'eogm');
}

function getMeetingKind(token: Token, role: Role, hash: 'agm' | 'eogm' | null): 'agm' | 'eogm' | null {
  if (token.type !== 'date') return null;
  if (role === 'eogm') return token.mark ?? role;
  return role === 'agm' || role === 'meeting' ? (token.mark ?? hash ?? 'agm') : null;
}

/** Formats a note with the general meetings; `#` after the name or the date marks an extraordinary one. */
function formatMeetings(parts: Assignment, hash: 'agm' | 'eogm' | null): string | null {
  const sentences = parts.flatMap(({ token, role }) => {
    const kind = getMeetingKind(token, role, hash);
    if (kind === null || token.type !== 'date') return [];
    return [`${MEETING_NAMES[kind]} on ${formatShortDate(token.date)}.`];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}
