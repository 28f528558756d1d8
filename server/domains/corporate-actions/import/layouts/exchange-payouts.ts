import { checkOrder } from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import type {
  EventColumnLayout,
  EventRecord,
} from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { parsePayout } from '#server/domains/corporate-actions/rules/payout.ts';
import { isBlank, parseText, quote, RowRejection, requireDate } from '#server/domains/imports/imports.ts';
import { parseAnnouncedAt } from './announced-at.ts';

const PAYOUT = ['announcement', 'dividend_announcement', 'details', 'payout', 'dividend'];
const CLOSURE = ['book_closure', 'book_closure_date', 'book_closure_dates'];
const ANNOUNCED = [
  'announced_at',
  'date_time',
  'date_time_of_announcement',
  'date_of_announcement',
  'announcement_date',
  'date',
];

/** Rows of the exchange's payouts page, or of the payouts on the page of one company. */
export const exchangePayouts: EventColumnLayout = {
  kind: 'book-closures',
  name: 'PSX payouts',
  forms: ['table', 'json'],
  matches: (has) =>
    has(...CLOSURE) && ((has('symbol') && has(...PAYOUT)) || (has('financial_results') && has('details'))),
  parse(row) {
    const name = row.get('company', 'company_name', 'name');
    if (row.get('symbol') === '' && name === '')
      throw new RowRejection('The table names no company. Add a line with its symbol above the header.');
    const company = matchCompany({ symbol: row.get('symbol'), name });
    const payout = parseText('payout', row.get(...PAYOUT)) ?? '';
    const announcedAt = parseAnnouncedAt(row.get(...ANNOUNCED));
    const closures = parseClosures(row.get(...CLOSURE));
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
  /** Symbol, company, sector, payout, date of the announcement and closure, as on the page; a company's page has no company. */
  nameColumns(cells) {
    const closure = cells.findLastIndex((cell) => cell !== '');
    const [announced = '', payout = ''] =
      closure === 3 ? [cells[0], cells[2]] : [cells[closure - 1], cells[closure - 2]];
    const isRow =
      CLOSURE_CELL.test(cells[closure] ?? '') &&
      /^[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}(?: \d{1,2}:\d{2} ?[AP]M)?$/i.test(announced) &&
      /\d/.test(payout) &&
      parsePayout(payout) !== null;
    if (!isRow) return null;
    if (closure === 3) return ['date', 'financial_results', 'details', 'book_closure'];
    const isListed = /^[0-9A-Z][0-9A-Z.-]{0,19}$/.test(cells[0] ?? '');
    if (!isListed || (closure !== 5 && closure !== 4)) return null;
    const sector = closure === 5 ? ['sector'] : [];
    return ['symbol', 'company', ...sector, 'announcement', 'announced_at', 'book_closure'];
  },
};

const CLOSURE_CELL = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}(?: *- *\d{1,2}[/.-]\d{1,2}[/.-]\d{4})?$/;
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
