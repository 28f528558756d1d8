import type {
  EventColumnLayout,
  EventLineLayout,
  EventRecord,
} from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import {
  isBlank,
  parseOptionalTime,
  parseText,
  quote,
  RowRejection,
  requireDate,
} from '#server/domains/imports/imports.ts';

const NAME = 'Newspaper table of board meetings';
const NAME_COLUMNS = ['name', 'company', 'company_name', 'name_of_company'];

/** Columns: NAME, DATE, TIME; or COMPANY, SCHEDULED ON, TIME, TO CONSIDER, REMARK. */
export const newspaperMeetings: EventColumnLayout = {
  kind: 'board-meetings',
  name: NAME,
  forms: ['table'],
  hasHeadings: true,
  matches: (has) =>
    has(...NAME_COLUMNS) && has('time') && has('date', 'scheduled_on') && !has('title', 'from'),
  parse: (row) =>
    toMeetingRecord({
      name: row.get(...NAME_COLUMNS),
      date: row.get('scheduled_on', 'date'),
      time: row.get('time'),
      subject: row.get('to_consider', 'agenda'),
      remark: row.get('remark', 'remarks'),
    }),
};

const NUMBERS = /\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{2,4}/;
const TIME = /\d{1,2}[:.]\d{2}\s?(?:[AaPp]\.?\s?[Mm]\.?|[Nn]oon)/;
const MEETING = String.raw`(\S.{0,199}?) (${NUMBERS.source})(?: \(?([A-Za-z]{3,9}day)\)?)?,? (${TIME.source})`;
const LINE = new RegExp(`^${MEETING}(?: (.*))?$`);
const DATES = new RegExp(NUMBERS, 'g');
const SEVERAL = new RegExp(`${MEETING}(?= |$)`, 'g');

/** Lines of a table without columns: `Name 07.09.2023 Thursday 03.00 P.M Accounts`. */
export const newspaperMeetingLines: EventLineLayout = {
  kind: 'board-meetings',
  name: NAME,
  parse(line) {
    if ((line.match(DATES) ?? []).length > 1) return parseSeveral(line);
    const [matched, name = '', date = '', weekday = '', time = '', subject = ''] = LINE.exec(line) ?? [];
    if (matched === undefined) return undefined;
    return toMeetingRecord({ name, date: `${date} ${weekday}`, time, subject, remark: '' });
  },
};

/** Parses a line with several meetings, which is only unambiguous if nothing but names, dates and times is in it. */
function parseSeveral(line: string): EventRecord[] | undefined {
  const matches = [...line.matchAll(SEVERAL)];
  if (matches.length === 0) return undefined;
  const records = matches.map(([, name = '', date = '', weekday = '', time = '']) =>
    toMeetingRecord({ name: name.trim(), date: `${date} ${weekday}`, time, subject: '', remark: '' }),
  );
  const isComplete =
    line.replace(SEVERAL, '').trim() === '' && records.every(({ symbol }) => symbol !== null);
  if (!isComplete || matches.length !== line.match(DATES)?.length)
    throw new RowRejection('The line has several meetings. Put each meeting on its own line.');
  return records;
}

const NOT_HELD = /\b(?:postpon\w*|cancel\w*|deferred|adjourn\w*)\b/i;

function toMeetingRecord(row: {
  name: string;
  date: string;
  time: string;
  subject: string;
  remark: string;
}): EventRecord {
  if (NOT_HELD.test(`${row.subject} ${row.remark}`)) {
    throw new RowRejection(`The meeting is postponed or canceled: ${quote(`${row.subject} ${row.remark}`)}.`);
  }
  const company = matchCompany({ name: row.name });
  const meetingDate = requireDate(row.date, 'date');
  const meetingTime = parseOptionalTime(row.time);
  const subject = parseText('subject', isBlank(row.subject) ? '' : row.subject);
  const remark = parseText('subject', isBlank(row.remark) ? '' : row.remark);
  const fullSubject = subject !== null && remark !== null ? `${subject} (${remark})` : (subject ?? remark);
  return {
    ...company,
    date: meetingDate,
    reference: null,
    values: {
      ...company,
      state: 'meeting',
      meetingDate,
      ...(fullSubject === null ? {} : { subject: fullSubject }),
      ...(meetingTime === null ? {} : { meetingTime }),
    },
  };
}
