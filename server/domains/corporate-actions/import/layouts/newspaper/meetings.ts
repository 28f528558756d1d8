import {
  type EventRecord,
  type EventTextLayout,
  makeMeeting,
  matchCompany,
  omitNull,
} from '#server/domains/corporate-actions/import/event-record.ts';
import {
  type Cells,
  findHeader,
  isBlank,
  parseOptionalTime,
  parseTable,
  parseText,
  quote,
  RowRejection,
  requireDate,
} from '#server/domains/imports/imports.ts';
import { completeNames, hasMatch, parseLines } from './lines.ts';

const NAME_COLUMNS = ['name', 'company', 'company_name', 'name_of_company'];

/** Tables with the columns NAME, DATE, TIME or COMPANY, SCHEDULED ON, TIME, TO CONSIDER, REMARK, or lines of these parts. */
export const newspaperMeetings: EventTextLayout = {
  kind: 'board-meetings',
  name: 'Newspaper table of board meetings',
  matches: (lines) => findHeader(lines, isHeader) !== null || hasMatch(lines, parseMeetings),
  *parse(lines) {
    const header = findHeader(lines, isHeader);
    const rows = header
      ? [...parseTable<EventRecord>(lines, header, parseCells, { hasHeadings: true })].flat()
      : parseLines(lines, parseMeetings);
    yield completeNames(rows);
  },
};

function isHeader(columns: ReadonlyMap<string, number>): boolean {
  const has = (...anyOf: string[]) => anyOf.some((name) => columns.has(name));
  return has(...NAME_COLUMNS) && has('time') && has('date', 'scheduled_on') && !has('title', 'from');
}

const parseCells = (row: Cells): EventRecord =>
  toMeetingRecord({
    name: row.get(...NAME_COLUMNS),
    date: row.get('scheduled_on', 'date'),
    time: row.get('time'),
    subject: row.get('to_consider', 'agenda'),
    remark: row.get('remark', 'remarks'),
  });

const NUMBERS = /\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{2,4}/;
const TIME = /\d{1,2}[:.]\d{2}\s?(?:[AaPp]\.?\s?[Mm]\.?|[Nn]oon)/;
const MEETING = String.raw`(\S.{0,199}?) (${NUMBERS.source})(?: \(?([A-Za-z]{3,9}day)\)?)?,? (${TIME.source})`;
const LINE = new RegExp(`^${MEETING}(?: (.*))?$`);
const DATES = new RegExp(NUMBERS, 'g');
const SEVERAL = new RegExp(`${MEETING}(?= |$)`, 'g');

/** Parses a line of a table without columns: `Name 07.09.2023 Thursday 03.00 P.M Accounts`. */
function parseMeetings(line: string): EventRecord | EventRecord[] | undefined {
  if ((line.match(DATES) ?? []).length > 1) return parseSeveral(line);
  const [matched, name = '', date = '', weekday = '', time = '', subject = ''] = LINE.exec(line) ?? [];
  if (matched === undefined) return undefined;
  return toMeetingRecord({ name, date: `${date} ${weekday}`, time, subject, remark: '' });
}

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
  const parts = [row.subject, row.remark].map((text) => parseText('subject', isBlank(text) ? '' : text));
  const [subject = null, remark = null] = parts;
  const fullSubject = subject !== null && remark !== null ? `${subject} (${remark})` : (subject ?? remark);
  return makeMeeting(company, meetingDate, omitNull({ subject: fullSubject, meetingTime }));
}
