import { formatShortDate } from '#contract/dates.ts';
import { omitNull } from '#server/domains/corporate-actions/import/parse/omit-null.ts';
import { checkExDate, checkOrder } from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import type { EventColumnLayout } from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import {
  type Cells,
  isBlank,
  parseOptionalTime,
  parseText,
  RowRejection,
  requireDate,
} from '#server/domains/imports/imports.ts';
import { getSettlementDate } from '#server/domains/market/market.ts';

/** Midnight of 1 January 1900 in Karachi, which means no date. */
const NO_DATE = '/Date(-2209006800000)/';

export const scstradeMeetings: EventColumnLayout = {
  kind: 'board-meetings',
  name: 'SCSTrade board meetings',
  forms: ['json'],
  matches: (has) => has('company_name', 'company_code') && has('bm_date'),
  parse(row) {
    const company = matchRowCompany(row);
    const meetingDate = requireDate(getDateText(row, 'bm_date'), 'date of the meeting');
    const meetingTime = parseOptionalTime(row.get('bm_time'));
    const place = parseText('place', row.get('bm_place'));
    const subject = formatSubject(row.get('bm_quarter_number'), row.get('bm_year'));
    return {
      ...company,
      date: meetingDate,
      reference: null,
      values: {
        ...company,
        state: 'meeting',
        meetingDate,
        ...omitNull({ subject, meetingTime, place }),
      },
    };
  },
};

/** If only the ex-date is given, the closure is assumed to start on the date on which trades of the ex-date settle. */
export const scstradeClosures: EventColumnLayout = {
  kind: 'book-closures',
  name: 'SCSTrade ex-dates',
  forms: ['json'],
  matches: (has) => has('company_name', 'company_code') && has('bm_bc_exp', 'bm_bc_startd'),
  parse(row, { holidays }) {
    const company = matchRowCompany(row);
    const exDate = parseDateColumn(row, 'bm_bc_exp');
    const start = parseDateColumn(row, 'bm_bc_startd');
    const bcTo = parseDateColumn(row, 'bm_bc_endd');
    if (start === null && exDate === null)
      throw new RowRejection('The row has neither a book closure nor an ex-date.');
    const bcFrom = start ?? getSettlementDate(exDate ?? '', holidays);
    checkOrder(bcFrom, bcTo);
    checkExDate(exDate, bcFrom);
    const estimate = `Closure dates are estimated from the ex-date ${formatShortDate(exDate ?? '')}.`;
    return {
      ...company,
      date: bcFrom,
      reference: null,
      values: {
        ...company,
        payout: formatPayout(row),
        bcFrom,
        ...omitNull({ bcTo, exDate }),
        ...(start === null ? { note: estimate } : {}),
      },
    };
  },
};

const matchRowCompany = (row: Cells) =>
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
    return isBlank(quarter) ? null : `Financial results (${parseText('subject', quarter)})`;
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
  return parseText('payout', parts.join(' ')) ?? 'NIL';
}
