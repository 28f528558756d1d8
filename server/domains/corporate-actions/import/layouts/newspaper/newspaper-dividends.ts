import type { EventLineLayout } from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { parsePayout } from '#server/domains/corporate-actions/rules/payout.ts';
import { isBlank, quote, RowRejection, requireDate } from '#server/domains/imports/imports.ts';
import { toClosureRecord } from './closure-record.ts';

const DATE = String.raw`\d{1,2}[./-](?:\d{1,2}|[A-Za-z]{3,9})[./-](?:\d{4}|\d{2})`;
const LINE = new RegExp(
  String.raw`^(\S.{0,199}?) ${DATE} (NIL|\d[\d.]*%.{0,100}?) (?:\(\d|-?\d).*?AGM (${DATE} ?#?|[-–]) (${DATE}) to (${DATE})$`,
  'i',
);

/**
 * Lines of a table of dividends without columns: company, end of the period, payout, profit, earnings, AGM, closure. The
 * words `AGM` and `to` say which dates they are.
 */
export const newspaperDividendLines: EventLineLayout = {
  kind: 'book-closures',
  name: 'Newspaper table of dividends',
  parse(line) {
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
    return toClosureRecord({ parts, doubts: [] }, matchCompany({ name }), new Set());
  },
};
