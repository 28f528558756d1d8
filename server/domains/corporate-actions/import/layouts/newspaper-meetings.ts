import type { ColumnLayout, LineLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import { dayOf, isNone, timeOrNone } from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { quoted } from '#server/domains/corporate-actions/import/parse/quoted.ts';
import { type EventRecord, RowRefusal } from '#server/domains/corporate-actions/import/parse/records.ts';
import { textOf } from '#server/domains/corporate-actions/import/parse/to-text.ts';
import { nameCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

const NAME = "A newspaper's table of board meetings";
const NAME_COLUMNS = ['name', 'company', 'company_name', 'name_of_company'];

/** NAME, DATE, TIME; or COMPANY, SCHEDULED ON, TIME, TO CONSIDER, REMARK. */
export const newspaperMeetings: ColumnLayout = {
  kind: 'board-meetings',
  name: NAME,
  form: 'table',
  hasHeadings: true,
  fits: (has) => has(...NAME_COLUMNS) && has('time') && has('date', 'scheduled_on') && !has('title', 'from'),
  read: (row) =>
    meetingOf({
      name: row.get(...NAME_COLUMNS),
      date: row.get('scheduled_on', 'date'),
      time: row.get('time'),
      subject: row.get('to_consider', 'agenda'),
      remark: row.get('remark', 'remarks'),
    }),
};

const NUMBERS = /\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{2,4}/;
const TIME = /\d{1,2}[:.]\d{2}\s?(?:[AaPp]\.?\s?[Mm]\.?|[Nn]oon)/;
const LINE = new RegExp(
  String.raw`^(\S.{0,199}?) (${NUMBERS.source})(?: \(?([A-Za-z]{3,9}day)\)?)?,? (${TIME.source})(?: (.*))?$`,
);

/** The same without columns: `Name 07.09.2023 Thursday 03.00 P.M Accounts`. */
export const newspaperMeetingLines: LineLayout = {
  kind: 'board-meetings',
  name: NAME,
  read(line) {
    const [matched, name = '', date = '', weekday = '', time = '', subject = ''] = LINE.exec(line) ?? [];
    if (matched === undefined) return undefined;
    return meetingOf({ name, date: `${date} ${weekday}`, time, subject, remark: '' });
  },
};

const OFF = /\b(?:postponed|cancell?ed|deferred)\b/i;

function meetingOf(row: {
  name: string;
  date: string;
  time: string;
  subject: string;
  remark: string;
}): EventRecord {
  if (OFF.test(`${row.subject} ${row.remark}`)) {
    throw new RowRefusal(`It does not take place then: ${quoted(`${row.subject} ${row.remark}`)}.`);
  }
  const company = nameCompany({ name: row.name });
  const meetingDate = dayOf(row.date, 'date');
  const meetingTime = timeOrNone(row.time);
  const subject = textOf('subject', isNone(row.subject) ? '' : row.subject);
  const remark = textOf('subject', isNone(row.remark) ? '' : row.remark);
  const whole = subject !== null && remark !== null ? `${subject} (${remark})` : (subject ?? remark);
  return {
    ...company,
    day: meetingDate,
    reference: null,
    values: {
      ...company,
      state: 'meeting',
      meetingDate,
      ...(whole === null ? {} : { subject: whole }),
      ...(meetingTime === null ? {} : { meetingTime }),
    },
  };
}
