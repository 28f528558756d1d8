import { formatShortDate } from '#contract/dates.ts';
import type { ColumnLayout, LineLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import {
  checkExDate,
  checkOrder,
  dayOf,
  dayOrNone,
  isNone,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { type EventRecord, RowRejection } from '#server/domains/corporate-actions/import/parse/records.ts';
import { textOf } from '#server/domains/corporate-actions/import/parse/to-text.ts';
import { nameCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

const CLOSURES = "A newspaper's table of book closures";
const DIVIDENDS = "A newspaper's table of dividends";
const NAME_COLUMNS = ['name', 'company', 'company_name', 'name_of_company'];
const PAYOUT_COLUMNS = ['div_bonus_right', 'dividend_bonus_right', 'dividend_bonus', 'dividend', 'payout'];
const EX_COLUMNS = ['bc_2_start_ex_price', 'bc_2_ex_price', 'ex_price', 'ex_date'];
const MEETING_COLUMNS = ['agm_eogm', 'agm', 'agm_date', 'agm_on'];
const CLOSURE_COLUMNS = ['book_closure', 'book_closure_date', 'books_closure', 'closure_of_books'];

/** Name, From, To, Div/Bonus/Right, BC-2 start Ex-Price, AGM/EOGM; `#` marks an extraordinary meeting. */
export const newspaperClosures: ColumnLayout = {
  kind: 'book-closures',
  name: CLOSURES,
  form: 'table',
  hasHeadings: true,
  fits: (has) => has(...NAME_COLUMNS) && has('from') && has('to') && !has('title'),
  read: (row) =>
    closureOf({
      name: row.get(...NAME_COLUMNS),
      from: row.get('from'),
      to: row.get('to'),
      payout: row.get(...PAYOUT_COLUMNS),
      exDate: row.get(...EX_COLUMNS),
      meeting: row.get(...MEETING_COLUMNS),
    }),
};

/** The same with the closure in one column: `19.10.2023 to 26.10.2023`. */
export const newspaperDividends: ColumnLayout = {
  kind: 'book-closures',
  name: DIVIDENDS,
  form: 'table',
  hasHeadings: true,
  fits: (has) =>
    has(...NAME_COLUMNS) && has(...CLOSURE_COLUMNS) && !has('announcement', 'dividend_announcement'),
  read(row) {
    const window = row.get(...CLOSURE_COLUMNS);
    if (isNone(window)) throw new RowRejection('It names no book closure.');
    const [, from = window, to = ''] = /^(.+?)\s+(?:to|-|–)\s+(.+)$/i.exec(window) ?? [];
    return closureOf({
      name: row.get(...NAME_COLUMNS),
      from,
      to,
      payout: row.get(...PAYOUT_COLUMNS),
      exDate: '',
      meeting: row.get(...MEETING_COLUMNS),
    });
  },
};

const DATE = String.raw`\d{1,2}[./-](?:\d{1,2}|[A-Za-z]{3,9})[./-](?:\d{4}|\d{2})`;
const CLOSURE_LINE = new RegExp(
  String.raw`^(\S.{0,199}?) (${DATE}) (${DATE}) (.{1,100}?)(?: (${DATE}|[-–]))?(?: (${DATE} ?#?|# ?${DATE}|[-–]))?$`,
);
const DIVIDEND_LINE = new RegExp(
  String.raw`^(\S.{0,199}?) ${DATE} (NIL|\d[\d.]*%.{0,100}?) (?:\(\d|-?\d).*?(?:AGM )?(${DATE} ?#?|[-–]) (${DATE}) to (${DATE})$`,
  'i',
);

/** The same without columns: `Indus Motor 04-05-2023 05-05-2023 244% (iii) 02-05-2023`. */
export const newspaperClosureLines: LineLayout = {
  kind: 'book-closures',
  name: CLOSURES,
  read(line) {
    const [matched, name = '', from = '', to = '', payout = '', exDate = '', meeting = ''] =
      CLOSURE_LINE.exec(line) ?? [];
    return matched === undefined ? undefined : closureOf({ name, from, to, payout, exDate, meeting });
  },
};

/** Company, end of the period, payout, profit, earnings, AGM and closure, without columns. */
export const newspaperDividendLines: LineLayout = {
  kind: 'book-closures',
  name: DIVIDENDS,
  read(line) {
    const [matched, name = '', payout = '', meeting = '', from = '', to = ''] =
      DIVIDEND_LINE.exec(line) ?? [];
    return matched === undefined ? undefined : closureOf({ name, from, to, payout, exDate: '', meeting });
  },
};

interface ClosureRow {
  name: string;
  from: string;
  to: string;
  payout: string;
  exDate: string;
  meeting: string;
}

function closureOf(row: ClosureRow): EventRecord {
  const company = nameCompany({ name: row.name });
  if (isNone(row.from)) throw new RowRejection('It names no book closure.');
  const bcFrom = dayOf(row.from, 'first day of the closure');
  const bcTo = dayOrNone(row.to, 'last day of the closure');
  checkOrder(bcFrom, bcTo);
  const exDate = dayOrNone(row.exDate, 'ex-date');
  checkExDate(exDate, bcFrom);
  const note = noteOf(row.meeting);
  return {
    ...company,
    date: bcFrom,
    reference: null,
    values: {
      ...company,
      bcFrom,
      ...(bcTo === null ? {} : { bcTo }),
      payout: isNone(row.payout) ? 'NIL' : (textOf('payout', row.payout) ?? 'NIL'),
      ...(exDate === null ? {} : { exDate }),
      ...(note === null ? {} : { note }),
    },
  };
}

/** `29-Apr-23` is the annual general meeting, `29-Apr-23#` an extraordinary one. */
function noteOf(meeting: string): string | null {
  const date = meeting
    .replace('#', '')
    .replace(/^AGM\s+/i, '')
    .trim();
  if (isNone(date)) return null;
  const kind = meeting.includes('#') ? 'Extraordinary general meeting' : 'Annual general meeting';
  return `${kind} on ${formatShortDate(dayOf(date, 'date of the general meeting'))}.`;
}
