import { formatShortDate } from '#contract/dates.ts';
import type { ColumnLayout, LineLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import {
  checkExDate,
  checkOrder,
  isBlank,
  parseOptionalDate,
  requireDate,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { type EventRecord, RowRejection } from '#server/domains/corporate-actions/import/parse/records.ts';
import { parseText } from '#server/domains/corporate-actions/import/parse/text.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

const CLOSURES = 'Newspaper table of book closures';
const DIVIDENDS = 'Newspaper table of dividends';
const NAME_COLUMNS = ['name', 'company', 'company_name', 'name_of_company'];
const PAYOUT_COLUMNS = ['div_bonus_right', 'dividend_bonus_right', 'dividend_bonus', 'dividend', 'payout'];
const EX_COLUMNS = ['bc_2_start_ex_price', 'bc_2_ex_price', 'ex_price', 'ex_date'];
const MEETING_COLUMNS = ['agm_eogm', 'agm', 'agm_date', 'agm_on'];
const CLOSURE_COLUMNS = ['book_closure', 'book_closure_date', 'books_closure', 'closure_of_books'];

/** Columns: Name, From, To, Div/Bonus/Right, BC-2 start Ex-Price, AGM/EOGM. `#` marks an extraordinary meeting. */
export const newspaperClosures: ColumnLayout = {
  kind: 'book-closures',
  name: CLOSURES,
  form: 'table',
  hasHeadings: true,
  matches: (has) => has(...NAME_COLUMNS) && has('from') && has('to') && !has('title'),
  parse: (row) =>
    toClosureRecord({
      name: row.get(...NAME_COLUMNS),
      from: row.get('from'),
      to: row.get('to'),
      payout: row.get(...PAYOUT_COLUMNS),
      exDate: row.get(...EX_COLUMNS),
      meeting: row.get(...MEETING_COLUMNS),
    }),
};

/** A table of closures with the closure in one column: `19.10.2023 to 26.10.2023`. */
export const newspaperDividends: ColumnLayout = {
  kind: 'book-closures',
  name: DIVIDENDS,
  form: 'table',
  hasHeadings: true,
  matches: (has) =>
    has(...NAME_COLUMNS) && has(...CLOSURE_COLUMNS) && !has('announcement', 'dividend_announcement'),
  parse(row) {
    const closure = row.get(...CLOSURE_COLUMNS);
    if (isBlank(closure)) throw new RowRejection('The row has no book closure.');
    const [, from = closure, to = ''] = /^(.+?)\s+(?:to|-|–)\s+(.+)$/i.exec(closure) ?? [];
    return toClosureRecord({
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

/** Lines of a table of closures without columns: `Indus Motor 04-05-2023 05-05-2023 244% (iii) 02-05-2023`. */
export const newspaperClosureLines: LineLayout = {
  kind: 'book-closures',
  name: CLOSURES,
  parse(line) {
    const [matched, name = '', from = '', to = '', payout = '', exDate = '', meeting = ''] =
      CLOSURE_LINE.exec(line) ?? [];
    return matched === undefined ? undefined : toClosureRecord({ name, from, to, payout, exDate, meeting });
  },
};

/** Lines of a table of dividends without columns: company, end of period, payout, profit, earnings, AGM, closure. */
export const newspaperDividendLines: LineLayout = {
  kind: 'book-closures',
  name: DIVIDENDS,
  parse(line) {
    const [matched, name = '', payout = '', meeting = '', from = '', to = ''] =
      DIVIDEND_LINE.exec(line) ?? [];
    return matched === undefined
      ? undefined
      : toClosureRecord({ name, from, to, payout, exDate: '', meeting });
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

function toClosureRecord(row: ClosureRow): EventRecord {
  const company = matchCompany({ name: row.name });
  if (isBlank(row.from)) throw new RowRejection('The row has no book closure.');
  const bcFrom = requireDate(row.from, 'first day of the closure');
  const bcTo = parseOptionalDate(row.to, 'last day of the closure');
  checkOrder(bcFrom, bcTo);
  const exDate = parseOptionalDate(row.exDate, 'ex-date');
  checkExDate(exDate, bcFrom);
  const note = formatMeetingNote(row.meeting);
  return {
    ...company,
    date: bcFrom,
    reference: null,
    values: {
      ...company,
      bcFrom,
      ...(bcTo === null ? {} : { bcTo }),
      payout: isBlank(row.payout) ? 'NIL' : (parseText('payout', row.payout) ?? 'NIL'),
      ...(exDate === null ? {} : { exDate }),
      ...(note === null ? {} : { note }),
    },
  };
}

/** Formats a note: `29-Apr-23` is the annual general meeting, `29-Apr-23#` an extraordinary one. */
function formatMeetingNote(meeting: string): string | null {
  const date = meeting
    .replace('#', '')
    .replace(/^AGM\s+/i, '')
    .trim();
  if (isBlank(date)) return null;
  const kind = meeting.includes('#') ? 'Extraordinary general meeting' : 'Annual general meeting';
  return `${kind} on ${formatShortDate(requireDate(date, 'date of the general meeting'))}.`;
}
