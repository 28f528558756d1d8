import type { ColumnLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import type { Cells } from '#server/domains/corporate-actions/import/parse/cells.ts';
import {
  checkExDate,
  checkOrder,
  dayOf,
  dayOrNone,
  faceValueOrNone,
  timeOrNone,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { textOf } from '#server/domains/corporate-actions/import/parse/to-text.ts';
import { nameCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

/** The columns are told in docs/imports.md. */
export const ownMeetings: ColumnLayout = {
  kind: 'board-meetings',
  name: "Tezi's own table of board meetings",
  form: 'table',
  fits: (has) => has('meeting_date') && has('symbol', 'company_name'),
  read(row) {
    const company = companyOf(row);
    const meetingDate = dayOf(cell(row, 'meeting_date') ?? '', 'meeting_date');
    const subject = textOf('subject', cell(row, 'subject'));
    return {
      ...company,
      day: meetingDate,
      reference: textOf('reference', cell(row, 'reference')),
      values: {
        ...company,
        state: 'meeting',
        meetingDate,
        ...(subject === null ? {} : { subject }),
        ...given(row, 'meeting_time', (text) => ({ meetingTime: timeOrNone(text, clockOf(text)) })),
        ...given(row, 'place', (text) => ({ place: textOf('place', text) })),
      },
    };
  },
};

export const ownClosures: ColumnLayout = {
  kind: 'book-closures',
  name: "Tezi's own table of book closures",
  form: 'table',
  fits: (has) => has('bc_from') && has('symbol', 'company_name'),
  read(row) {
    const company = companyOf(row);
    const bcFrom = dayOf(cell(row, 'bc_from') ?? '', 'bc_from');
    return {
      ...company,
      day: bcFrom,
      reference: textOf('reference', cell(row, 'reference')),
      values: {
        ...company,
        bcFrom,
        ...given(row, 'bc_to', (text) => ({ bcTo: endOf(bcFrom, text) })),
        ...given(row, 'face_value', (text) => ({ faceValue: faceValueOrNone(text) })),
        ...given(row, 'payout', (text) => ({ payout: textOf('payout', text) ?? '' })),
        ...given(row, 'ex_date', (text) => ({ exDate: exDateOf(bcFrom, text) })),
        ...given(row, 'note', (text) => ({ note: textOf('note', text) })),
      },
    };
  },
};

function companyOf(row: Cells) {
  return nameCompany({ symbol: cell(row, 'symbol') ?? '', name: cell(row, 'company_name') ?? '' });
}

/** `02:30` is of 24 hours; `2:30` may be meant of the afternoon. */
const clockOf = (text: string) => (/^\s*\d\d/.test(text) ? '24-hour' : undefined);

function endOf(bcFrom: string, text: string): string | null {
  const bcTo = dayOrNone(text, 'bc_to');
  checkOrder(bcFrom, bcTo);
  return bcTo;
}

function exDateOf(bcFrom: string, text: string): string | null {
  const exDate = dayOrNone(text, 'ex_date');
  checkExDate(exDate, bcFrom);
  return exDate;
}

/** A column that the table does not have says nothing; a blank cell says that there is none. */
function given<T extends object>(row: Cells, column: string, read: (text: string) => T): T | object {
  const text = cell(row, column);
  return text === undefined ? {} : read(text);
}

/** Spreadsheets take these for the beginning of a formula, so our own download puts an apostrophe before them. */
const GUARDED = /^'(?=[=+\-@\t\r＝＋－＠])/;

const cell = (row: Cells, column: string) => row.find(column)?.replace(GUARDED, '');
