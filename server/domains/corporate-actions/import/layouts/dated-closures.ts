import { omitNull } from '#server/domains/corporate-actions/import/parse/omit-null.ts';
import {
  checkExDate,
  checkOrder,
  parseFaceValue,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import type { EventColumnLayout } from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { parseOptionalDate, parseText, requireDate } from '#server/domains/imports/imports.ts';
import { parseAnnouncedAt } from './announced-at.ts';

const FROM = ['book_closure_from', 'book_closure_start', 'book_closure_start_date', 'book_closure_from_date'];
const TO = ['book_closure_to', 'book_closure_end', 'book_closure_end_date', 'book_closure_to_date'];
const SYMBOL = ['symbol', 'ticker', 'scrip'];
const NAME = ['company_name', 'company', 'name'];
const PAYOUT = [
  'payout',
  'announcement',
  'dividend_announcement',
  'details',
  'dividend',
  'dividend_bonus_right',
];
const ANNOUNCED = ['announced_at', 'announcement_date', 'date_of_announcement', 'announced_on', 'date'];

/** Tables and JSON lists of other programs with one column for each end of the closure: `bookClosureFrom`. */
export const datedClosures: EventColumnLayout = {
  kind: 'book-closures',
  name: 'Table of book closures',
  forms: ['table', 'json'],
  matches: (has) => has(...FROM) && has(...SYMBOL, ...NAME),
  parse(row) {
    const company = matchCompany({ symbol: row.get(...SYMBOL), name: row.get(...NAME) });
    const bcFrom = requireDate(row.get(...FROM), 'first day of the closure');
    const bcTo = parseOptionalDate(row.get(...TO), 'last day of the closure');
    checkOrder(bcFrom, bcTo);
    const exDate = parseOptionalDate(row.get('ex_date', 'ex_dividend_date', 'ex_price'), 'ex-date');
    checkExDate(exDate, bcFrom);
    const payout = parseText('payout', row.get(...PAYOUT));
    const faceValue = parseFaceValue(row.get('face_value', 'par_value'));
    const announcedAt = parseAnnouncedAt(row.get(...ANNOUNCED));
    return {
      ...company,
      date: bcFrom,
      reference: null,
      values: {
        ...company,
        bcFrom,
        ...omitNull({ payout, bcTo, faceValue, exDate, announcedAt }),
      },
    };
  },
};
