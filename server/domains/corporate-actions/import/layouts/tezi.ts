import {
  checkExDate,
  checkOrder,
  parseFaceValue,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import type { EventColumnLayout } from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import {
  type Cells,
  parseOptionalDate,
  parseOptionalTime,
  parseText,
  requireDate,
} from '#server/domains/imports/imports.ts';

/** docs/imports.md describes the columns. */
export const teziMeetings: EventColumnLayout = {
  kind: 'board-meetings',
  name: 'Tezi table of board meetings',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('meeting_date') && has('symbol', 'company_name'),
  parse(row) {
    const company = matchRowCompany(row);
    const meetingDate = requireDate(findCell(row, 'meeting_date') ?? '', 'meeting_date');
    const subject = parseText('subject', findCell(row, 'subject'));
    return {
      ...company,
      date: meetingDate,
      reference: parseText('reference', findCell(row, 'reference')),
      values: {
        ...company,
        state: 'meeting',
        meetingDate,
        ...(subject === null ? {} : { subject }),
        ...ifPresent(row, 'meeting_time', (text) => ({
          meetingTime: parseOptionalTime(text, detectClock(text)),
        })),
        ...ifPresent(row, 'place', (text) => ({ place: parseText('place', text) })),
      },
    };
  },
};

export const teziClosures: EventColumnLayout = {
  kind: 'book-closures',
  name: 'Tezi table of book closures',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('bc_from') && has('symbol', 'company_name'),
  parse(row) {
    const company = matchRowCompany(row);
    const bcFrom = requireDate(findCell(row, 'bc_from') ?? '', 'bc_from');
    return {
      ...company,
      date: bcFrom,
      reference: parseText('reference', findCell(row, 'reference')),
      values: {
        ...company,
        bcFrom,
        ...ifPresent(row, 'bc_to', (text) => ({ bcTo: parseEnd(bcFrom, text) })),
        ...ifPresent(row, 'face_value', (text) => ({ faceValue: parseFaceValue(text) })),
        ...ifPresent(row, 'payout', (text) => ({ payout: parseText('payout', text) ?? '' })),
        ...ifPresent(row, 'ex_date', (text) => ({ exDate: parseExDate(bcFrom, text) })),
        ...ifPresent(row, 'note', (text) => ({ note: parseText('note', text) })),
      },
    };
  },
};

function matchRowCompany(row: Cells) {
  return matchCompany({ symbol: findCell(row, 'symbol') ?? '', name: findCell(row, 'company_name') ?? '' });
}

/** `02:30` is a 24-hour time; `2:30` could also be in the afternoon. */
const detectClock = (text: string) => (/^\s*\d\d/.test(text) ? '24-hour' : undefined);

function parseEnd(bcFrom: string, text: string): string | null {
  const bcTo = parseOptionalDate(text, 'bc_to');
  checkOrder(bcFrom, bcTo);
  return bcTo;
}

function parseExDate(bcFrom: string, text: string): string | null {
  const exDate = parseOptionalDate(text, 'ex_date');
  checkExDate(exDate, bcFrom);
  return exDate;
}

/** Parses a cell if the table has the column. A missing column leaves the value unchanged, and a blank cell clears it. */
function ifPresent<T extends object>(row: Cells, column: string, parse: (text: string) => T): T | object {
  const text = findCell(row, column);
  return text === undefined ? {} : parse(text);
}

/** The apostrophe that our CSV download puts before a cell that a spreadsheet would run as a formula. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r＝＋－＠])/;

const findCell = (row: Cells, column: string) => row.find(column)?.replace(FORMULA_GUARD, '');
