import { formatShortDate } from '#contract/dates.ts';
import type { ColumnLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import type { Cells } from '#server/domains/corporate-actions/import/parse/cells.ts';
import {
  checkExDate,
  checkOrder,
  dayOf,
  isNone,
  timeOrNone,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { RowRejection } from '#server/domains/corporate-actions/import/parse/records.ts';
import { textOf } from '#server/domains/corporate-actions/import/parse/to-text.ts';
import { nameCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { settlementDay } from '#server/domains/market/market.ts';

/** Midnight of 1 January 1900 in Karachi: no date. */
const NO_DATE = '/Date(-2209006800000)/';

export const scstradeMeetings: ColumnLayout = {
  kind: 'board-meetings',
  name: 'Board meetings of SCSTrade',
  form: 'json',
  fits: (has) => has('company_name', 'company_code') && has('bm_date'),
  read(row) {
    const company = companyOf(row);
    const meetingDate = dayOf(dateOf(row, 'bm_date'), 'date of the meeting');
    const meetingTime = timeOrNone(row.get('bm_time'));
    const place = textOf('place', row.get('bm_place'));
    const subject = subjectOf(row.get('bm_quarter_number'), row.get('bm_year'));
    return {
      ...company,
      date: meetingDate,
      reference: null,
      values: {
        ...company,
        state: 'meeting',
        meetingDate,
        ...(subject === null ? {} : { subject }),
        ...(meetingTime === null ? {} : { meetingTime }),
        ...(place === null ? {} : { place }),
      },
    };
  },
};

/** Where only the ex-date is told, the closure begins on the day on which trades of the ex-date settle. */
export const scstradeClosures: ColumnLayout = {
  kind: 'book-closures',
  name: 'Ex-dates of SCSTrade',
  form: 'json',
  fits: (has) => has('company_name', 'company_code') && has('bm_bc_exp', 'bm_bc_startd'),
  read(row, { holidays }) {
    const company = companyOf(row);
    const exDate = dateOrNull(row, 'bm_bc_exp');
    const start = dateOrNull(row, 'bm_bc_startd');
    const bcTo = dateOrNull(row, 'bm_bc_endd');
    if (start === null && exDate === null)
      throw new RowRejection('It names neither a book closure nor an ex-date.');
    const bcFrom = start ?? settlementDay(exDate ?? '', holidays);
    checkOrder(bcFrom, bcTo);
    checkExDate(exDate, bcFrom);
    const estimate = `Closure dates are estimated from the ex-date ${formatShortDate(exDate ?? '')}.`;
    return {
      ...company,
      date: bcFrom,
      reference: null,
      values: {
        ...company,
        payout: payoutOf(row),
        bcFrom,
        ...(bcTo === null ? {} : { bcTo }),
        ...(exDate === null ? {} : { exDate }),
        ...(start === null ? { note: estimate } : {}),
      },
    };
  },
};

const companyOf = (row: Cells) =>
  nameCompany({ symbol: row.get('company_code'), name: row.get('company_name') });

function dateOf(row: Cells, name: string): string {
  const text = row.get(name).trim();
  return text === NO_DATE || isNone(text) ? '' : text;
}

function dateOrNull(row: Cells, name: string): string | null {
  const text = dateOf(row, name);
  return text === '' ? null : dayOf(text, name);
}

const QUARTERS = ['first', 'second', 'third', 'fourth'];

/** `1Q25` and `June` are the first quarter of the financial year that ends in June 2025. */
function subjectOf(quarter: string, yearEnd: string): string | null {
  const [matched, number = '', year = ''] = /^([1-4])Q(\d{2}|\d{4})$/i.exec(quarter.trim()) ?? [];
  if (matched === undefined)
    return isNone(quarter) ? null : `Financial results (${textOf('subject', quarter)})`;
  const fullYear = year.length === 2 ? `20${year}` : year;
  const end = /^[a-z]{3,9}$/i.test(yearEnd.trim()) ? `${yearEnd.trim()} ` : '';
  return `Financial results for the ${QUARTERS[Number(number) - 1]} quarter of the year to ${end}${fullYear}`;
}

/** In the exchange's notation, where a letter tells cash, bonus and right apart. */
function payoutOf(row: Cells): string {
  const parts = [
    ['bm_dividend', 'D'],
    ['bm_bonus', 'B'],
    ['bm_right_per', 'R'],
  ].flatMap(([column = '', letter]) => {
    const text = row.get(column).trim();
    return isNone(text) || /^0+(?:\.0+)?%?$/.test(text) ? [] : [`${text} (${letter})`];
  });
  return textOf('payout', parts.join(' ')) ?? 'NIL';
}
