import { formatShortDate } from '#core/contract/dates.ts';
import {
  type EventColumnLayout,
  type EventRecord,
  makeClosure,
  makeMeeting,
  matchCompany,
  omitNull,
  omitWithoutClosure,
  parseEventText,
  parseFaceValue,
} from '#features/corporate-actions/server/import/event-record.ts';
import {
  type Cells,
  isBlank,
  NAME_COLUMNS,
  parseOptionalDate,
  parseOptionalTime,
  quote,
  RowRejection,
  requireDate,
  SYMBOL_COLUMNS,
} from '#features/imports/server/parsing.ts';
import { getSettlementDate } from '#features/market/server/trading-days.ts';
import { CLOSURE_COLUMNS, parseClosures, readAnnouncedAt } from './exchange.ts';
import { readPayout } from './payout-columns.ts';

/** docs/imports.md describes the columns. A missing column leaves the value unchanged, and a blank cell clears it. */
export const teziMeetings: EventColumnLayout = {
  kind: 'board-meetings',
  name: 'Tezi table of board meetings',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('meeting_date') && has('symbol', 'company_name'),
  parse: (row) =>
    markWithoutSymbol(
      row,
      makeMeeting(
        matchTeziCompany(row),
        requireDate(getCell(row, 'meeting_date'), 'meeting_date'),
        {
          subject: parseEventText('subject', getCell(row, 'subject')) ?? undefined,
          meetingTime: parseCell(row, 'meeting_time', (text) => parseOptionalTime(text, detectClock(text))),
          place: parseCell(row, 'place', (text) => parseEventText('place', text)),
        },
        parseEventText('reference', getCell(row, 'reference')),
      ),
    ),
};

export const teziClosures: EventColumnLayout = {
  kind: 'book-closures',
  name: 'Tezi table of book closures',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('bc_from') && has('symbol', 'company_name'),
  parse: (row) =>
    markWithoutSymbol(
      row,
      makeClosure(
        matchTeziCompany(row),
        requireDate(getCell(row, 'bc_from'), 'bc_from'),
        {
          bcTo: parseCell(row, 'bc_to', (text) => parseOptionalDate(text, 'bc_to')),
          faceValue: parseCell(row, 'face_value', parseFaceValue),
          payout: parseCell(row, 'payout', (text) => parseEventText('payout', text) ?? ''),
          exDate: parseCell(row, 'ex_date', (text) => parseOptionalDate(text, 'ex_date')),
          note: parseCell(row, 'note', (text) => parseEventText('note', text)),
        },
        parseEventText('reference', getCell(row, 'reference')),
      ),
    ),
};

/** A company whose symbol is `-` has none. */
const hasNoSymbol = (row: Cells) => row.get('symbol').trim() === '-';

const matchTeziCompany = (row: Cells) =>
  hasNoSymbol(row)
    ? { ...matchCompany({ name: getCell(row, 'company_name') }), symbol: null }
    : matchCompany({ symbol: getCell(row, 'symbol'), name: getCell(row, 'company_name') });

const markWithoutSymbol = (row: Cells, record: EventRecord): EventRecord =>
  hasNoSymbol(row) ? { ...record, isWithoutSymbol: true } : record;

/** `02:30` is a 24-hour time; `2:30` could also be in the afternoon. */
const detectClock = (text: string) => (/^\s*\d\d/.test(text) ? '24-hour' : undefined);

/** Parses a cell if the table has the column. */
function parseCell<T>(row: Cells, column: string, parse: (text: string) => T): T | undefined {
  return row.find(column) === undefined ? undefined : parse(getCell(row, column));
}

/** The apostrophe that our CSV download puts before a cell that a spreadsheet would run as a formula. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r＝＋－＠])/;

const getCell = (row: Cells, column: string) => row.get(column).replace(FORMULA_GUARD, '');

const FROM = [
  'book_closure_from',
  'book_closure_start',
  'book_closure_start_date',
  'book_closure_from_date',
  'closure_from',
  'closure_start',
  'closure_start_date',
  'bc_start',
  'bc_start_date',
  'bc_from_date',
];
const TO = [
  'book_closure_to',
  'book_closure_end',
  'book_closure_end_date',
  'book_closure_to_date',
  'closure_to',
  'closure_end',
  'closure_end_date',
  'bc_end',
  'bc_end_date',
  'bc_to_date',
  'bc_to',
  'to',
];
/** Columns of general meetings, which newspapers print next to the closures. They name no symbols. */
const MEETINGS = ['agm', 'eogm', 'egm', 'agm_eogm', 'agm_or_eogm', 'date_of_agm', 'annual_general_meeting'];
const EX_DATE = ['ex_date', 'ex_dividend_date', 'ex_price', 'x_date', 'xdate'];

/** Tables and JSON lists of other programs with one column for each end of the closure: `bookClosureFrom`. */
export const datedClosures: EventColumnLayout = {
  kind: 'book-closures',
  name: 'Table of book closures',
  forms: ['table', 'json'],
  matches: (has) => has(...FROM) && (has(...SYMBOL_COLUMNS) || (has(...NAME_COLUMNS) && !has(...MEETINGS))),
  parse(row) {
    const company = matchCompany({ symbol: row.get(...SYMBOL_COLUMNS), name: row.get(...NAME_COLUMNS) });
    const { from, to } = readDates(row);
    const values = {
      bcTo: to,
      faceValue: parseFaceValue(row.get('face_value', 'par_value')),
      exDate: parseOptionalDate(row.get(...EX_DATE), 'ex-date'),
      announcedAt: readAnnouncedAt(row),
    };
    const { payout, doubts } = readPayout(row);
    return { ...makeClosure(company, from, omitNull({ payout, ...values })), doubts };
  },
};

/** Reads the dates of a closure, also from its text as announced (`bookClosureRaw`). Throws `RowOmission` without any. */
function readDates(row: Cells): { from: string; to: string | null } {
  const from = row.get(...FROM);
  if (!isBlank(from)) {
    const to = parseOptionalDate(row.get(...TO), 'last day of the closure');
    return { from: requireDate(from, 'first day of the closure'), to };
  }
  const text = row.findGiven(...CLOSURE_COLUMNS);
  if (isBlank(text)) throw omitWithoutClosure();
  const [closure, ...others] = parseClosures(text);
  if (!closure || others.length > 0)
    throw new RowRejection(`${quote(text)} has several closures. Give each its own row.`);
  return closure;
}

/** Objects of `var bcs = {"cur": […], "old": […]}`, as a script or as plain JSON. */
export const ksestocksClosures: EventColumnLayout = {
  kind: 'book-closures',
  name: 'ksestocks book closures',
  forms: ['json'],
  matches: (has) => has('symbol', 'cname') && has('bcfrom'),
  parse(row) {
    const company = matchCompany({ symbol: row.get('symbol'), name: row.get('cname') });
    const values = {
      payout: parseEventText('payout', row.get('payout')) ?? '',
      bcTo: parseOptionalDate(row.get('bcto'), 'bcto'),
      faceValue: parseFaceValue(row.get('faceval')),
    };
    return makeClosure(company, requireDate(row.get('bcfrom'), 'bcfrom'), omitNull(values));
  },
};

/** Midnight of 1 January 1900 in Karachi, which means no date. */
const NO_DATE = '/Date(-2209006800000)/';

export const scstradeMeetings: EventColumnLayout = {
  kind: 'board-meetings',
  name: 'SCSTrade board meetings',
  forms: ['json'],
  matches: (has) => has('company_name', 'company_code') && has('bm_date'),
  parse(row) {
    const company = matchScstradeCompany(row);
    const values = {
      subject: formatSubject(row.get('bm_quarter_number'), row.get('bm_year')),
      meetingTime: parseOptionalTime(row.get('bm_time')),
      place: parseEventText('place', row.get('bm_place')),
    };
    const meetingDate = requireDate(getDateText(row, 'bm_date'), 'date of the meeting');
    return makeMeeting(company, meetingDate, omitNull(values));
  },
};

/** If only the ex-date is given, the closure is assumed to start on the date on which trades of the ex-date settle. */
export const scstradeClosures: EventColumnLayout = {
  kind: 'book-closures',
  name: 'SCSTrade ex-dates',
  forms: ['json'],
  matches: (has) => has('company_name', 'company_code') && has('bm_bc_exp', 'bm_bc_startd'),
  parse(row, { holidays }) {
    const company = matchScstradeCompany(row);
    const exDate = parseDateColumn(row, 'bm_bc_exp');
    const start = parseDateColumn(row, 'bm_bc_startd');
    if (start === null && exDate === null)
      throw new RowRejection('The row has neither a book closure nor an ex-date.');
    const values = { payout: formatPayout(row), bcTo: parseDateColumn(row, 'bm_bc_endd'), exDate };
    if (start !== null) return makeClosure(company, start, omitNull(values));
    const note = `Closure dates are estimated from the ex-date ${formatShortDate(exDate ?? '')}.`;
    return makeClosure(company, getSettlementDate(exDate ?? '', holidays), omitNull({ ...values, note }));
  },
};

const matchScstradeCompany = (row: Cells) =>
  matchCompany({ symbol: row.get('company_code'), name: row.get('company_name') });

function getDateText(row: Cells, name: string): string {
  const text = row.get(name).trim();
  return text === NO_DATE || isBlank(text) ? '' : text;
}

function parseDateColumn(row: Cells, name: string): string | null {
  const text = getDateText(row, name);
  return text === '' ? null : requireDate(text, name);
}

const QUARTERS = ['first', 'second', 'third', 'fourth'];

/** Formats the subject: `1Q25` and `June` are the first quarter of the financial year that ends in June 2025. */
function formatSubject(quarter: string, yearEnd: string): string | null {
  const [matched, number = '', year = ''] = /^([1-4])Q(\d{2}|\d{4})$/i.exec(quarter.trim()) ?? [];
  if (matched === undefined)
    return isBlank(quarter) ? null : `Financial results (${parseEventText('subject', quarter)})`;
  const fullYear = year.length === 2 ? `20${year}` : year;
  const end = /^[a-z]{3,9}$/i.test(yearEnd.trim()) ? `${yearEnd.trim()} ` : '';
  return `Financial results for the ${QUARTERS[Number(number) - 1]} quarter of the year to ${end}${fullYear}`;
}

/** Formats the payout in the exchange's notation, where a letter distinguishes cash, bonus and right. */
function formatPayout(row: Cells): string {
  const parts = [
    ['bm_dividend', 'D'],
    ['bm_bonus', 'B'],
    ['bm_right_per', 'R'],
  ].flatMap(([column = '', letter]) => {
    const text = row.get(column).trim();
    return isBlank(text) || /^0+(?:\.0+)?%?$/.test(text) ? [] : [`${text} (${letter})`];
  });
  return parseEventText('payout', parts.join(' ')) ?? 'NIL';
}
