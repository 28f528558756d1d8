import type { ColumnLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import {
  checkOrder,
  isBlank,
  parseOptionalTime,
  requireDate,
  toTimestamp,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { type EventRecord, RowRejection } from '#server/domains/corporate-actions/import/parse/records.ts';
import { parseText, quote } from '#server/domains/corporate-actions/import/parse/text.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

/** Rows of the exchange's payouts page. */
export const exchangePayouts: ColumnLayout = {
  kind: 'book-closures',
  name: 'PSX payouts',
  form: 'table',
  matches: (has) => has('symbol') && has('announcement', 'dividend_announcement') && has('book_closure'),
  parse(row) {
    const company = matchCompany({ symbol: row.get('symbol'), name: row.get('company') });
    const payout = parseText('payout', row.get('announcement', 'dividend_announcement')) ?? '';
    const announcedAt = parseAnnouncedAt(row.get('announced_at', 'date_time'));
    const closures = parseClosures(row.get('book_closure'));
    return closures.map(
      ({ from, to }): EventRecord => ({
        ...company,
        date: from,
        reference: null,
        values: {
          ...company,
          payout,
          bcFrom: from,
          bcTo: to,
          ...(announcedAt === null ? {} : { announcedAt }),
          ...(closures.length > 1 ? { note: 'The same announcement names several closures.' } : {}),
        },
      }),
    );
  },
};

const DATE = /\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2}/g;

/** Parses `18/08/2026  - 25/08/2026`; some announcements have a second closure. */
function parseClosures(text: string): { from: string; to: string | null }[] {
  if (isBlank(text)) throw new RowRejection('The row has no book closure.');
  const dates = (text.match(DATE) ?? []).map((date) => requireDate(date, 'book closure'));
  const isFullyParsed = text.replace(DATE, '').replace(/[\s,;–—-]|to|and|&/gi, '') === '';
  if (dates.length === 0 || !isFullyParsed) {
    throw new RowRejection(
      `${quote(text)} is not a book closure. Use a format such as 18/08/2026 - 25/08/2026.`,
    );
  }
  if (dates.length > 2 && dates.length % 2 === 1) {
    throw new RowRejection(`${quote(text)} is ambiguous: it is unclear which dates start and end a closure.`);
  }
  return Array.from({ length: Math.ceil(dates.length / 2) }, (_, index) => {
    const from = dates[index * 2] ?? '';
    const to = dates[index * 2 + 1] ?? null;
    checkOrder(from, to);
    return { from, to };
  });
}

/** Parses `August 10, 2026 4:15 PM`. */
function parseAnnouncedAt(text: string): string | null {
  if (isBlank(text)) return null;
  const [, date = text, time = ''] = /^(.*?\d{4})[\s,]+(\d{1,2}[:.].*)$/.exec(text) ?? [];
  return toTimestamp(requireDate(date, 'date of the announcement'), parseOptionalTime(time));
}
