import type { ColumnLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import {
  checkOrder,
  dayOf,
  isNone,
  momentOf,
  timeOrNone,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { quoted } from '#server/domains/corporate-actions/import/parse/quoted.ts';
import { type EventRecord, RowRefusal } from '#server/domains/corporate-actions/import/parse/records.ts';
import { textOf } from '#server/domains/corporate-actions/import/parse/to-text.ts';
import { nameCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

/** The rows of the exchange's page of payouts. */
export const exchangePayouts: ColumnLayout = {
  kind: 'book-closures',
  name: 'Payouts of the exchange',
  form: 'table',
  fits: (has) => has('symbol') && has('announcement', 'dividend_announcement') && has('book_closure'),
  read(row) {
    const company = nameCompany({ symbol: row.get('symbol'), name: row.get('company') });
    const payout = textOf('payout', row.get('announcement', 'dividend_announcement')) ?? '';
    const announcedAt = announcedMoment(row.get('announced_at', 'date_time'));
    const windows = windowsOf(row.get('book_closure'));
    return windows.map(
      ({ from, to }): EventRecord => ({
        ...company,
        day: from,
        reference: null,
        values: {
          ...company,
          payout,
          bcFrom: from,
          bcTo: to,
          ...(announcedAt === null ? {} : { announcedAt }),
          ...(windows.length > 1 ? { note: 'The same announcement names several closures.' } : {}),
        },
      }),
    );
  },
};

const DATE = /\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2}/g;

/** `18/08/2026  - 25/08/2026`; some announcements name a second closure. */
function windowsOf(text: string): { from: string; to: string | null }[] {
  if (isNone(text)) throw new RowRefusal('It names no book closure.');
  const days = (text.match(DATE) ?? []).map((date) => dayOf(date, 'book closure'));
  const isAllRead = text.replace(DATE, '').replace(/[\s,;–—-]|to|and|&/gi, '') === '';
  if (days.length === 0 || !isAllRead) {
    throw new RowRefusal(`${quoted(text)} is no book closure such as 18/08/2026 - 25/08/2026.`);
  }
  if (days.length > 2 && days.length % 2 === 1) {
    throw new RowRefusal(`${quoted(text)} leaves open which dates are the first and the last of a closure.`);
  }
  return Array.from({ length: Math.ceil(days.length / 2) }, (_, index) => {
    const from = days[index * 2] ?? '';
    const to = days[index * 2 + 1] ?? null;
    checkOrder(from, to);
    return { from, to };
  });
}

/** `August 10, 2026 4:15 PM`. */
function announcedMoment(text: string): string | null {
  if (isNone(text)) return null;
  const [, date = text, time = ''] = /^(.*?\d{4})[\s,]+(\d{1,2}[:.].*)$/.exec(text) ?? [];
  return momentOf(dayOf(date, 'date of the announcement'), timeOrNone(time));
}
