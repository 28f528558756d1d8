import { formatShortDate } from '#contract/dates.ts';
import { omitNull } from '#server/domains/corporate-actions/import/parse/omit-null.ts';
import { checkExDate, checkOrder } from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import type { EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import type { MatchedCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { describeUnusualExDate } from '#server/domains/corporate-actions/import/plan/record-doubts.ts';
import { paysNothing } from '#server/domains/corporate-actions/rules/payout.ts';
import { parseText, RowRejection } from '#server/domains/imports/imports.ts';
import { getNextTradingDay, type Holidays, isTradingDay } from '#server/domains/market/market.ts';
import { type Assignment, findDate, hasImpliedExDate } from './assign-roles.ts';
import { ROLE_LABELS, type Role } from './column-roles.ts';
import type { ReadRow } from './read-row.ts';

/** Builds the closure of a row. Throws `RowRejection` if its dates contradict each other. */
export function toClosureRecord(
  { parts, doubts }: ReadRow,
  company: MatchedCompany,
  holidays: Holidays,
): EventRecord {
  const bcFrom = findDate(parts, 'from');
  if (bcFrom === null) throw new RowRejection('The row has no book closure.');
  const bcTo = findDate(parts, 'to');
  checkOrder(bcFrom, bcTo);
  const cum = findDate(parts, 'cum');
  const exDate = findDate(parts, 'ex') ?? (cum === null ? null : getNextTradingDay(cum, holidays));
  checkExDate(exDate, bcFrom);
  const note = formatMeetings(parts);
  const payout = readPayout(parts);
  return {
    ...company,
    date: bcFrom,
    reference: null,
    values: {
      ...company,
      bcFrom,
      ...omitNull({ bcTo, payout, exDate, note }),
    },
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
