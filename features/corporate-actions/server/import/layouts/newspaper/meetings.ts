import {
  type EventRecord,
  type EventRow,
  type EventTextLayout,
  isLegalForm,
  type MatchedCompany,
  makeMeeting,
  omitNull,
  parseEventText,
} from '#features/corporate-actions/server/import/event-record.ts';
import {
  type Cells,
  cleanText,
  fileRejected,
  findHeader,
  isBlank,
  parseOptionalTime,
  parseRow,
  parseTable,
  quote,
  RowRejection,
  requireDate,
} from '#features/imports/server/parsing.ts';
import { findPrintedName, matchPrintedName } from './names.ts';
import { isHeaderLine, readPieces } from './page.ts';
import { completeNames, hasMatch, parseLines } from './patterns.ts';
import { describeLost, describeUnread, listUnread, listUnreadInSubject } from './unread-text.ts';

const NAME_COLUMNS = ['name', 'company', 'company_name', 'name_of_company'];

/** Tables with the columns NAME, DATE, TIME or COMPANY, SCHEDULED ON, TIME, TO CONSIDER, REMARK, or lines of these parts. */
export const newspaperMeetings: EventTextLayout = {
  kind: 'board-meetings',
  name: 'Newspaper table of board meetings',
  matches: (lines) =>
    findHeader(lines, isHeader) !== null || findTables(lines).length > 0 || hasMatch(lines, parseMeetings),
  *parse(lines) {
    const header = findHeader(lines, isHeader);
    if (header) {
      yield completeNames([
        ...[...parseTable<EventRecord>(lines, header, parseCells, { hasHeadings: true })].flat(),
      ]);
      return;
    }
    const tables = findTables(lines);
    if (tables.length > 0)
      for (const table of tables) yield table.hasSubject ? parsePrinted(table) : parseTimes(table);
    else yield completeNames(parseLines(lines, parseMeetings));
  },
};

function isHeader(columns: ReadonlyMap<string, number>): boolean {
  const has = (...anyOf: string[]) => anyOf.some((name) => columns.has(name));
  return has(...NAME_COLUMNS) && has('time') && has('date', 'scheduled_on') && !has('title', 'from');
}

const parseCells = (row: Cells): EventRecord =>
  toMeetingRecord(matchPrintedName(row.get(...NAME_COLUMNS)), {
    date: row.get('scheduled_on', 'date'),
    time: row.get('time'),
    subject: row.get('to_consider', 'agenda'),
    remark: row.get('remark', 'remarks'),
  });

const NUMBERS = String.raw`\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{2,4}`;
const TIME = String.raw`\d{1,2}[:.]\d{2}\.?\s?(?:[AaPp]\.?\s?[Mm]\.?|[Nn]oon)`;
const MEETING = String.raw`(\S.{0,199}?) (${NUMBERS})(?: \(?([A-Za-z]{3,9}day)\)?)?,? (${TIME})`;
const LINE = new RegExp(`^${MEETING}(?: (.*))?$`);
const DATES = new RegExp(NUMBERS, 'g');
const SEVERAL = new RegExp(`${MEETING}(?= |$)`, 'g');

/** Parses a line of a table without a header: `Name 07.09.2023 Thursday 03.00 P.M Accounts`. */
function parseMeetings(line: string): EventRecord | EventRecord[] | undefined {
  if ((line.match(DATES) ?? []).length > 1) return parseSeveral(line);
  const [matched, name = '', date = '', weekday = '', time = '', subject = ''] = LINE.exec(line) ?? [];
  if (matched === undefined) return undefined;
  return toMeetingRecord(matchPrintedName(name), { date: `${date} ${weekday}`, time, subject, remark: '' });
}

/** Parses a line with several meetings, which is only unambiguous if nothing but names, dates and times is in it. */
function parseSeveral(line: string): EventRecord[] | undefined {
  const matches = [...line.matchAll(SEVERAL)];
  if (matches.length === 0) return undefined;
  const records = matches.map(([, name = '', date = '', weekday = '', time = '']) =>
    toMeetingRecord(matchPrintedName(name.trim()), {
      date: `${date} ${weekday}`,
      time,
      subject: '',
      remark: '',
    }),
  );
  const isComplete =
    line.replace(SEVERAL, '').trim() === '' && records.every(({ symbol }) => symbol !== null);
  if (!isComplete || matches.length !== line.match(DATES)?.length)
    throw new RowRejection('The line has several meetings. Put each meeting on its own line.');
  return records;
}

/** A table of meetings in text without columns. */
interface PrintedTable {
  hasSubject: boolean;
  hasRemark: boolean;
  lines: { line: number; text: string }[];
}

/** Finds the tables whose headers name the columns of meetings. */
function findTables(lines: readonly string[]): PrintedTable[] {
  const tables: PrintedTable[] = [];
  let table: PrintedTable | null = null;
  for (const piece of readPieces(lines)) {
    const words = piece.text.toLowerCase();
    const isMeetings =
      /\b(?:name|company)\b/.test(words) && /\btime\b/.test(words) && /\b(?:date|scheduled)\b/.test(words);
    if (isMeetings && isHeaderLine(piece.text)) {
      table = { hasSubject: /consider|agenda/.test(words), hasRemark: /remark/.test(words), lines: [] };
      tables.push(table);
    } else if (isHeaderLine(piece.text) && /closure|eps|dividend/.test(words)) table = null;
    else if (/^\W*(?:copyright|read comments|comments are|indications?)\b/i.test(piece.text)) table = null;
    else if (table && /[\p{L}\d]/u.test(piece.text)) table.lines.push(piece);
  }
  return tables.filter((each) => each.lines.length > 0);
}

/** A meeting starts with its date and the hour, with the weekday before or below it. */
const START =
  /(?<=^|\s)(?<date>\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{4})[ ,]{1,4}(?:\(?(?<weekday>[A-Za-z]{3,6}day)\)?[ ,]{1,4})?(?<time>\d{1,2}[:.]\d{2}\b)\.?/g;
const HALF = /^\s?(?:[ap]\.?\s?m\b\.?|noon\b)/i;

/** A meeting whose words are still mixed: those of its columns follow line by line. */
interface Draft {
  line: number;
  /** The words before the date, of which the last ones are the name. */
  before: string;
  isWholeLine: boolean;
  date: string;
  weekday: string;
  time: string;
  /** The words after the time, line by line. */
  after: string[];
  doubts: string[];
}

/** Parses meetings of one or several lines each, or all on one line. */
function parsePrinted(table: PrintedTable): EventRow[] {
  const drafts: Draft[] = [];
  const rows: EventRow[] = [];
  for (const { line, text: printed } of table.lines) {
    const text = cleanText(printed.slice(0, MAX_TABLE_LENGTH));
    const starts = [...text.matchAll(START)];
    const lead = cleanText(starts.length === 0 ? text : text.slice(0, starts[0]?.index));
    if (starts.length === 0) {
      const last = drafts.at(-1);
      const lost = last ? listLostDates(last, lead) : listUnread(lead);
      if (lost.length > 0) rows.push({ line, text, rejection: describeLost(lost) });
      else if (last) last.after.push(lead);
      else rows.push({ line, text, omission: 'The line is not part of a table.' });
    }
    for (const [index, start] of starts.entries()) {
      const from = start.index + start[0].length;
      const { date = '', weekday = '', time = '' } = start.groups ?? {};
      if (drafts.length === MAX_MEETINGS) throw fileRejected(TOO_MANY_MEETINGS);
      const previous = index === 0 ? null : drafts.at(-1);
      drafts.push({
        line,
        before: previous ? (previous.after.pop() ?? '') : lead,
        isWholeLine: index === 0,
        date,
        weekday,
        time,
        after: [cleanText(text.slice(from, starts[index + 1]?.index ?? text.length))],
        doubts: [],
      });
    }
  }
  for (const [index, draft] of drafts.entries()) {
    const next = drafts[index + 1];
    // The words between two meetings on one line: the end of one, and the name of the next one.
    const end = next && !next.isWholeLine ? splitEnd(next, table) : null;
    if (next && end) {
      draft.after.push(end.rest);
      next.before = end.name;
    }
    rows.push(
      ...parseRow<EventRecord>({ line: draft.line, text: formatDraft(draft) }, () => toRecord(draft, table)),
    );
  }
  return rows.sort((one, other) => one.line - other.line);
}

const MAX_WORD_LENGTH = 40;

/**
 * Lists the dates of a line that is a row of its own, although it has no date with an hour. The meeting before it waits unless the line
 * starts with a listed company.
 */
function listLostDates(last: Draft, line: string): string[] {
  const [end = ''] = /\p{L}*$/u.exec(last.after.at(-1)?.slice(-MAX_WORD_LENGTH) ?? '') ?? [];
  const lost = listUnreadInSubject(`${end} ${line}`);
  const [first] = lost;
  const name = first === undefined ? '' : line.slice(0, Math.max(line.indexOf(first), 0));
  if (first === undefined || findPrintedName(name)) return lost;
  last.doubts.push(...describeUnread(lost));
  // Without a name the line is a part of the meeting before it.
  return /\p{L}/u.test(name) ? lost : [];
}

const MAX_TABLE_LENGTH = 40_000;
/** Newspapers print a few dozen. The words of each are mixed, and take time to separate. */
const MAX_MEETINGS = 5000;
const TOO_MANY_MEETINGS = `The text has more than ${MAX_MEETINGS.toLocaleString('en')} meetings. Split it into several files.`;
const MAX_NAME_WORDS = 8;
const MAX_TAIL_WORDS = 5;

const formatDraft = ({ before, date, weekday, time, after }: Draft): string =>
  cleanText([before, date, weekday, time, ...after].join(' '));

/** Parses meetings without subjects, whose names may span the lines before and after. */
function parseTimes(table: PrintedTable): EventRow[] {
  const rows = table.lines.flatMap(({ line, text }): EventRow[] => {
    const hasTime = [...text.slice(0, MAX_TABLE_LENGTH).matchAll(START)].length > 0;
    return hasTime ? parsePrinted({ ...table, lines: [{ line, text }] }) : [toLine(line, cleanText(text))];
  });
  return completeNames(rows);
}

/** Words may be a part of a name, unlike a row that cannot be read. */
function toLine(line: number, text: string): EventRow {
  const unread = listUnread(text).filter((value) => /\d/.test(value));
  if (unread.length > 0) return { line, text, rejection: describeLost(unread) };
  return { line, text, omission: 'The line has no date and time.' };
}

/** Splits the words before a meeting on the line of another one. */
function splitEnd(next: Draft, { hasSubject }: PrintedTable): { rest: string; name: string } {
  const words = next.before.split(' ');
  const half = HALF.exec(next.before)?.[0] ?? '';
  if (!hasSubject) return { rest: half, name: next.before.slice(half.length).trim() };
  const tail = splitAtWeekday(next.after[0] ?? '');
  for (let count = Math.min(MAX_NAME_WORDS, words.length); count > 0; count -= 1) {
    const name = words.slice(-count).join(' ');
    const found = findPrintedName(name) ?? findWrapped(name, tail?.before ?? '')?.match;
    if (found) return { rest: words.slice(0, -count).join(' '), name };
  }
  // The words after a year or a full stop are the name of a company that is not in the directory.
  const at = Math.max(next.before.search(/(?<=\b20\d\d )\D*$/), 0);
  return { rest: next.before.slice(0, at).trim(), name: next.before.slice(at) };
}

/** Splits the words at the weekday, which is below the date. */
function splitAtWeekday(text: string): { before: string; weekday: string; after: string } | null {
  const match = /(?<=^|\s)\(?(?:mon|tues|wednes|thurs|fri|satur|sun)day\)?,?(?=\s|$)/i.exec(text);
  if (!match) return null;
  return {
    before: text.slice(0, match.index).trim(),
    weekday: match[0],
    after: text.slice(match.index + match[0].length).trim(),
  };
}

/** Finds a name whose end is among the last words before the weekday. */
function findWrapped(name: string, before: string) {
  const words = before.split(' ').filter((word) => word !== '');
  for (let count = Math.min(MAX_TAIL_WORDS, words.length); count >= 0; count -= 1) {
    const tail = count === 0 ? '' : words.slice(-count).join(' ');
    const match = findPrintedName(`${name} ${tail}`);
    if (match) return { match, tail, rest: words.slice(0, words.length - count).join(' ') };
  }
  return null;
}

function toRecord(draft: Draft, table: PrintedTable): EventRecord {
  const [first = '', ...lines] = draft.after;
  let words = cleanText([first, ...lines].join(' '));
  let half = HALF.exec(words)?.[0] ?? '';
  words = words.slice(half.length).trim();
  let { weekday } = draft;
  let name = draft.before;
  const doubts = [...draft.doubts];
  const below = weekday === '' ? splitAtWeekday(words) : null;
  if (below) {
    weekday = below.weekday;
    const afterHalf = half === '' ? (HALF.exec(below.after)?.[0] ?? '') : '';
    if (half === '') half = afterHalf;
    const after = below.after.slice(afterHalf.length).trim();
    const { tail, rest } = splitNameEnd(name, below.before, half === '' ? null : lines, doubts);
    name = cleanText(`${name} ${tail}`);
    words = cleanText(`${rest} ${after}`);
  } else if (table.hasSubject) {
    // The name continues in the next line, below the date.
    const wrapped = lines.length > 0 && !findPrintedName(name) ? findLead(name, lines[0] ?? '') : null;
    if (wrapped) {
      name = cleanText(`${name} ${wrapped}`);
      words = cleanText(
        [first.slice(half.length), (lines[0] ?? '').slice(wrapped.length), ...lines.slice(1)].join(' '),
      );
    }
  } else {
    const whole = cleanText(`${name} ${words}`);
    if (findPrintedName(whole) || !findPrintedName(name)) name = whole;
    else if (words !== '') doubts.push(`The words ${quote(words)} next to the row may be part of it.`);
    words = '';
  }
  const { subject, remark } = splitRemark(words, table);
  // The line before may complete the name.
  const company = isLegalForm(name) ? { symbol: null, companyName: name } : matchPrintedName(name);
  const record = toMeetingRecord(company, {
    date: `${draft.date} ${weekday.replace(/[(),]/g, '')}`,
    time: cleanText(`${draft.time} ${half}`),
    subject,
    remark,
  });
  return { ...record, doubts: [...(record.doubts ?? []), ...doubts] };
}

/** Splits the words before the weekday into those of the subject and the end of the name. */
function splitNameEnd(
  name: string,
  before: string,
  lines: readonly string[] | null,
  doubts: string[],
): { tail: string; rest: string } {
  const wrapped = findWrapped(name, before);
  if (wrapped) return wrapped;
  // A company that is not in the directory: its name ends on the line of the weekday.
  const own = (lines ?? []).map((line) => splitAtWeekday(line)?.before).find((text) => text !== undefined);
  if (own !== undefined && before.endsWith(own))
    return { tail: own, rest: before.slice(0, before.length - own.length).trim() };
  doubts.push('The name and the subject are mixed, and the name is not in the company directory.');
  return { tail: '', rest: before };
}

/** Finds the words at the start of the next line that complete a name. */
function findLead(name: string, line: string): string | null {
  const words = line.split(' ');
  for (let count = Math.min(MAX_TAIL_WORDS, words.length); count > 0; count -= 1) {
    const lead = words.slice(0, count).join(' ');
    if (findPrintedName(`${name} ${lead}`)) return lead;
  }
  return null;
}

const IN_PROGRESS = 'Meeting in progress';

/** Splits off the remark `Meeting in Progress`, whose words are mixed with those of the subject. */
function splitRemark(words: string, { hasRemark }: PrintedTable): { subject: string; remark: string } {
  const subject = words.replace(/^[-–—] /, '');
  const match = hasRemark ? /\bMeeting in\b(.*?)\bProgress\b/i.exec(subject) : null;
  if (!match) return { subject, remark: '' };
  const rest = `${subject.slice(0, match.index)} ${match[1] ?? ''} ${subject.slice(match.index + match[0].length)}`;
  return { subject: cleanText(rest), remark: IN_PROGRESS };
}

const NOT_HELD = /\b(?:postpon\w*|cancel\w*|deferred|adjourn\w*)\b/i;

function toMeetingRecord(
  company: MatchedCompany,
  row: { date: string; time: string; subject: string; remark: string },
): EventRecord {
  if (NOT_HELD.test(`${row.subject} ${row.remark}`)) {
    throw new RowRejection(`The meeting is postponed or canceled: ${quote(`${row.subject} ${row.remark}`)}.`);
  }
  const meetingDate = requireDate(row.date, 'date');
  const meetingTime = parseOptionalTime(row.time);
  const parts = [row.subject, row.remark].map((text) => parseEventText('subject', isBlank(text) ? '' : text));
  const [subject = null, remark = null] = parts;
  const fullSubject = subject !== null && remark !== null ? `${subject} (${remark})` : (subject ?? remark);
  const doubts = describeUnread([
    ...(company.symbol === null ? listUnread(company.companyName) : []),
    ...listUnreadInSubject(fullSubject ?? ''),
  ]);
  return {
    ...makeMeeting(company, meetingDate, omitNull({ subject: fullSubject, meetingTime })),
    ...(doubts.length > 0 ? { doubts } : {}),
  };
}
