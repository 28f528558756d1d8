import { toKarachiDate } from '#core/contract/dates.ts';
import { separateStatus } from '#core/server/platform/inline-text.ts';
import {
  type EventColumnLayout,
  type MatchedCompany,
  makeClosure,
  matchCompany,
  omitWithoutClosure,
  parseAnnouncedAt,
  parseEventText,
  parseFaceValue,
  splitTimestamp,
} from '#features/corporate-actions/server/import/event-record.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import {
  type Cells,
  isBlank,
  NAME_COLUMNS,
  parseDate,
  parseInstant,
  parseOptionalTime,
  quote,
  RowOmission,
  RowRejection,
  readHtmlText,
  requireDate,
  SYMBOL_COLUMNS,
  toTimestamp,
} from '#features/imports/server/parsing.ts';
import { readPayout } from './payout-columns.ts';

const TITLE = ['title', 'headline', 'subject_line', 'announcement_title'];
const FILED = [
  'announced_at',
  'filed_at',
  'date',
  'announcement_date',
  'date_of_announcement',
  'date_time',
  'date_time_of_announcement',
];
const COMPANY = ['name', 'company', 'company_name'];

/**
 * Rows of the exchange's announcements page. Date and time are those of the filing. The meeting's own date is only in the
 * document, so a notice is pending until an administrator has read it. Announcements about anything else are left out.
 */
export const exchangeAnnouncements: EventColumnLayout = {
  kind: 'board-meetings',
  name: 'PSX announcements',
  forms: ['table', 'json'],
  matches: (has) =>
    has(...TITLE) && has(...FILED) && has('symbol', ...COMPANY) && !has('meeting_date', 'bm_date', 'bc_from'),
  parse(row) {
    const title = separateStatus(readHtmlText(row.get(...TITLE)));
    if (title === '') throw new RowRejection('The title of the announcement is missing.');
    if (!isAboutBoardMeeting(title)) throw new RowOmission('The announcement is not about a board meeting.');
    const problem = findTitleProblem(title);
    if (problem !== null) throw new RowRejection(problem);
    const company = matchCompany({ symbol: row.get('symbol'), name: row.get(...COMPANY) });
    const { filedAt, subject } = readFiling(row, title, company);
    const { number, document } = parseDocument(row);
    return {
      ...company,
      date: null,
      reference: number ?? `${company.symbol ?? company.companyName} ${filedAt}`,
      values: {
        ...company,
        state: 'waiting',
        subject: parseEventText('subject', subject) ?? '',
        filedAt,
        ...(document === null ? {} : { document }),
      },
    };
  },
  /** Date, time, symbol, name, title and optionally links, as on the page. */
  nameColumns(cells) {
    const [date = '', time = '', symbol = '', name = '', title = '', ...links] = cells;
    const isRow =
      /^[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}$/.test(date) &&
      /^\d{1,2}:\d{2}(?::\d{2})? ?[AP]M$/i.test(time) &&
      /^[0-9A-Z][0-9A-Z.-]{0,19}$/.test(symbol) &&
      [name, title].every((text) => /\p{L}{2}/u.test(text));
    return isRow ? ['date', 'time', 'symbol', 'name', 'title', ...links.map(nameLink)] : null;
  },
};

const LEADING_TIMESTAMP =
  /^((?:[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}[-/. ](?:[a-z]{3,9}|\d{1,2})[-/. ]\d{4}|\d{4}-\d{2}-\d{2}))(?:[ ,T]+(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?))?[\s:|,–-]+(?=\S)/i;

/**
 * Reads when an announcement was filed, and its title. Programs that read the exchange's page can put the date on which they read it in
 * the date column; the title then starts with that of the filing, which is not later.
 */
function readFiling(
  row: Cells,
  title: string,
  company: MatchedCompany,
): { filedAt: string; subject: string } {
  const given = row.get(...FILED);
  const instant = parseInstant(given);
  const { date, time } = instant
    ? { date: toKarachiDate(instant), time: null }
    : splitTimestamp(given, 'date');
  const [leading = '', dateText = '', timeText = ''] = LEADING_TIMESTAMP.exec(title) ?? [];
  const parsed = parseDate(dateText);
  if (leading === '' || 'rejection' in parsed || parsed.date > date) {
    const filedAt = instant?.toISOString() ?? toTimestamp(date, parseOptionalTime(row.get('time')) ?? time);
    return { filedAt, subject: title };
  }
  const subject = removeCompany(title.slice(leading.length), company);
  return { filedAt: toTimestamp(parsed.date, parseOptionalTime(timeText)), subject };
}

/** A whole row of the page can be in the title: `LUCK Lucky Cement Limited Board Meeting`. */
function removeCompany(title: string, { symbol, companyName }: MatchedCompany): string {
  const names = [symbol ?? '', companyName].filter((name) => name !== '');
  return names.reduce((rest, name) => {
    const isFirst = rest.toLowerCase().startsWith(`${name.toLowerCase()} `);
    return isFirst ? rest.slice(name.length).replace(/^[\s:|,–-]+/, '') : rest;
  }, title);
}

function nameLink(cell: string): string {
  if (/\.(?:gif|png|jpe?g)$/i.test(cell)) return 'image';
  return /^\/.*\.pdf$/i.test(cell) ? 'document' : '';
}

/** Parses the filing's document path and its number, which is part of the names of its images and documents. */
function parseDocument(row: Cells): { number: string | null; document: string | null } {
  const image = row.get('image', 'images', 'data_images');
  const link = parseEventText('document', row.get('document', 'pdf', 'links'));
  const document = link !== null && /^\/[\w./-]+$/.test(link) ? link : null;
  const [, number = null] =
    /(?:^|\/)(\d{1,10})(?:-\d+)?\.(?:pdf|gif|png|jpe?g)\b/i.exec(document ?? image) ?? [];
  return { number, document };
}

const BOARD = '(?:board|directors|bod)';
const BOARD_MEETING = new RegExp(
  [
    String.raw`\bboard(?: of directors)?['’]?s?['’]? (?:\w+ )?meetings?\b`,
    String.raw`\bbod['’]?s? meetings?\b`,
    String.raw`\bdirectors['’]? meetings?\b`,
    String.raw`\bmeetings? of (?:the |our |its )?${BOARD}\b`,
  ].join('|'),
  'i',
);
const PLAIN = /\bboard(?: of directors)?['’]?s?['’]? meetings?\b/i;
/** A committee of the board meets without the board. */
const COMMITTEE = /\bboard['’]?s? (?:\w+ ){0,3}committees?\b/i;

const REVOKED = /\brevoked\b/i;
const OVER =
  /\b(?:outcomes?|decisions?|resolutions?|resolved|minutes|proceedings|results? of (?:the )?(?:\w+ )?(?:board|bod|meeting)|in progress|conclu\w*|completion of|meetings? (?:(?:is|was|has|been) )*(?:complet\w*|ended)|approved|recommended|appointed|decided|commenced)\b/i;
const HELD = /\bheld\b/i;
const TO_BE_HELD = /\b(?:(?:to|not|will|shall|scheduled to|going to) be|is being|being) held\b/i;

const isAboutBoardMeeting = (title: string): boolean =>
  BOARD_MEETING.test(title) && (PLAIN.test(title) || !COMMITTEE.test(title));

/** Returns the reason why a title about a board meeting is no notice of one, as a sentence, or `null` if it is. */
function findTitleProblem(title: string): string | null {
  if (REVOKED.test(title))
    return 'The filing was revoked. Check its document to see whether the meeting was canceled too.';
  if (OVER.test(title) || (HELD.test(title) && !TO_BE_HELD.test(title)))
    return 'The filing is about a meeting that has started or is over.';
  return null;
}

export const CLOSURE_COLUMNS = [
  'book_closure',
  'book_closure_date',
  'book_closure_dates',
  'book_closure_period',
  'book_closure_raw',
  'book_closures',
  'bookclosure',
  'closure',
  'closure_dates',
  'closure_period',
  'bc_dates',
  'bc',
];
const ANNOUNCED = [
  'announced_at',
  'date_time',
  'date_time_of_announcement',
  'date_of_announcement',
  'announcement_date',
  'announced_on',
  'announcement_datetime',
  'declared_on',
  'declaration_date',
  'date',
];

/** Reads the time of the announcement of a payout, in one column or two. */
export const readAnnouncedAt = (row: Cells): string | null =>
  parseAnnouncedAt(row.get(...ANNOUNCED), row.get('announcement_time', 'announced_time', 'time'));

/** Rows of the exchange's payouts page, of the payouts on the page of one company, or of programs that read them. */
export const exchangePayouts: EventColumnLayout = {
  kind: 'book-closures',
  name: 'PSX payouts',
  forms: ['table', 'json'],
  // Newspapers name no symbols, and print no time of the announcement.
  matches: (has) =>
    has(...CLOSURE_COLUMNS) &&
    (has(...SYMBOL_COLUMNS) ||
      isCompanyPage(has) ||
      (has(...NAME_COLUMNS) && has('announced_at', 'date_time'))),
  parse(row) {
    const symbol = row.get(...SYMBOL_COLUMNS);
    const name = row.get(...NAME_COLUMNS);
    if (symbol === '' && name === '')
      throw new RowRejection('The table names no company. Add a line with its symbol above the header.');
    const company = matchCompany({ symbol, name });
    const text = row.findGiven(...CLOSURE_COLUMNS);
    if (isBlank(text)) throw omitWithoutClosure();
    const closures = parseClosures(text);
    const announcedAt = readAnnouncedAt(row) ?? undefined;
    const faceValue = parseFaceValue(row.get('face_value', 'par_value')) ?? undefined;
    const { payout, doubts } = readPayout(row);
    const note = closures.length > 1 ? 'The same announcement names several closures.' : undefined;
    return closures.map(({ from, to }) => ({
      ...makeClosure(company, from, { payout: payout ?? undefined, bcTo: to, announcedAt, faceValue, note }),
      doubts,
    }));
  },
  /** Symbol, company, sector, payout, date of the announcement and closure, as on the page; a company's page has no company. */
  nameColumns(cells) {
    const closure = cells.findLastIndex((cell) => cell !== '');
    const [announced = '', payout = ''] =
      closure === 3 ? [cells[0], cells[2]] : [cells[closure - 1], cells[closure - 2]];
    const isRow =
      CLOSURE_CELL.test(cells[closure] ?? '') &&
      /^[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}(?: \d{1,2}:\d{2} ?[AP]M)?$/i.test(announced) &&
      /\d/.test(payout) &&
      parsePayout(payout) !== null;
    if (!isRow) return null;
    if (closure === 3) return ['date', 'financial_results', 'details', 'book_closure'];
    const isListed = /^[0-9A-Z][0-9A-Z.-]{0,19}$/.test(cells[0] ?? '');
    if (!isListed || (closure !== 5 && closure !== 4)) return null;
    const sector = closure === 5 ? ['sector'] : [];
    return ['symbol', 'company', ...sector, 'announcement', 'announced_at', 'book_closure'];
  },
};

const CLOSURE_CELL = /^(?:[-–]|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}(?: *- *\d{1,2}[/.-]\d{1,2}[/.-]\d{4})?)$/;
const DATE = /\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2}/g;

const isCompanyPage = (has: (...anyOf: string[]) => boolean) => has('financial_results') && has('details');

/** Parses `18/08/2026  - 25/08/2026`; some announcements have a second closure. */
export function parseClosures(text: string): { from: string; to: string | null }[] {
  const dates = (text.match(DATE) ?? []).map((date) => requireDate(date, 'book closure'));
  const isFullyParsed = text.replace(DATE, '').replace(/[\s,;–—-]|to|and|&/gi, '') === '';
  if (dates.length === 0 || !isFullyParsed) {
    throw new RowRejection(
      `${quote(text)} is not a book closure. Use a format such as 18/08/2026 - 25/08/2026.`,
    );
  }
  if (dates.length > 2 && dates.length % 2 === 1) {
    throw new RowRejection(`${quote(text)} is ambiguous: it is unclear which dates start and end a closure.`);
  }
  return Array.from({ length: Math.ceil(dates.length / 2) }, (_, index) => ({
    from: dates[index * 2] ?? '',
    to: dates[index * 2 + 1] ?? null,
  }));
}
