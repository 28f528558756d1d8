import type { EventRecord, EventTextLayout } from '#features/corporate-actions/server/import/event-record.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import { isBlank, quote, RowRejection } from '#features/imports/server/parsing.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { toClosureRecord } from './closure-record.ts';
import { matchPrintedName } from './names.ts';
import { completeNames, hasMatch, parseLines } from './patterns.ts';
import { listDateDoubts } from './rows.ts';
import { requirePrintedDate } from './tokens.ts';
import { describeUnread, listUnread } from './unread-text.ts';

const DATE = String.raw`\d{1,2}[./-](?:\d{1,2}|[A-Za-z]{3,9})[./-](?:\d{4}|\d{2})`;
const LINE = new RegExp(
  String.raw`^(\S.{0,199}?) ${DATE} (NIL|\d[\d.]*%.{0,100}?) (?!\d[\d.,]* ?%)((?:\(\d|-?\d).*?)AGM (${DATE} ?#?|[-–]) (${DATE}) to (${DATE})$`,
  'i',
);

const NO_HOLIDAYS = toHolidays();

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
  const [matched, name = '', payout = '', figures = '', meeting = '', from = '', to = ''] =
    LINE.exec(line) ?? [];
  if (matched === undefined) return undefined;
  if (parsePayout(payout) === null) throw new RowRejection(`${quote(payout)} is not a payout.`);
  const toDate = (text: string, role: 'from' | 'to' | 'meeting') => {
    const mark = text.includes('#') ? ('eogm' as const) : null;
    return { token: { ...requirePrintedDate(text.replace('#', '').trim()), text, mark }, role };
  };
  const parts = [
    { token: { type: 'name' as const, text: name }, role: 'name' as const },
    { token: { type: 'payout' as const, text: payout }, role: 'payout' as const },
    ...(isBlank(meeting) ? [] : [toDate(meeting, 'meeting')]),
    toDate(from, 'from'),
    toDate(to, 'to'),
  ];
  const doubts = [...listDateDoubts(parts), ...describeUnread(listUnread(figures))];
  return toClosureRecord({ parts, doubts }, matchPrintedName(name), NO_HOLIDAYS);
}
