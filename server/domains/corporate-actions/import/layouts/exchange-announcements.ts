import type { EventColumnLayout } from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import {
  type Cells,
  cleanText,
  parseOptionalTime,
  parseText,
  RowOmission,
  RowRejection,
  toTimestamp,
} from '#server/domains/imports/imports.ts';
import { splitTimestamp } from './announced-at.ts';
import { findTitleProblem, isAboutBoardMeeting } from './announcement-title.ts';

const TITLE = ['title', 'headline'];
const DATE = ['date', 'announcement_date', 'date_of_announcement', 'date_time', 'date_time_of_announcement'];
const NAME = ['name', 'company', 'company_name'];

/**
 * Rows of the exchange's announcements page. Date and time are those of the filing. The meeting's own date is only in the
 * document, so a notice is pending until an administrator has read it. Announcements about anything else are left out.
 */
export const exchangeAnnouncements: EventColumnLayout = {
  kind: 'board-meetings',
  name: 'PSX announcements',
  forms: ['table', 'json'],
  matches: (has) =>
    has(...TITLE) && has(...DATE) && has('symbol', ...NAME) && !has('meeting_date', 'bm_date', 'bc_from'),
  parse(row) {
    const title = cleanText(row.get(...TITLE).replace(/<[^<>]{0,200}>/g, ' '));
    if (title === '') throw new RowRejection('The title of the announcement is missing.');
    if (!isAboutBoardMeeting(title)) throw new RowOmission('The announcement is not about a board meeting.');
    const problem = findTitleProblem(title);
    if (problem !== null) throw new RowRejection(problem);
    const company = matchCompany({ symbol: row.get('symbol'), name: row.get(...NAME) });
    const { date, time } = splitTimestamp(row.get(...DATE), 'date');
    const filedAt = toTimestamp(date, parseOptionalTime(row.get('time')) ?? time);
    const { number, document } = parseDocument(row);
    return {
      ...company,
      date: null,
      reference: number ?? `${company.symbol ?? company.companyName} ${filedAt}`,
      values: {
        ...company,
        state: 'waiting',
        subject: parseText('subject', title) ?? '',
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

function nameLink(cell: string): string {
  if (/\.(?:gif|png|jpe?g)$/i.test(cell)) return 'image';
  return /^\/.*\.pdf$/i.test(cell) ? 'document' : '';
}

/** Parses the filing's document path and its number, which is part of the names of its images and documents. */
function parseDocument(row: Cells): { number: string | null; document: string | null } {
  const image = row.get('image', 'images', 'data_images');
  const link = parseText('document', row.get('document', 'pdf', 'links'));
  const document = link !== null && /^\/[\w./-]+$/.test(link) ? link : null;
  const [, number = null] =
    /(?:^|\/)(\d{1,10})(?:-\d+)?\.(?:pdf|gif|png|jpe?g)\b/i.exec(document ?? image) ?? [];
  return { number, document };
}
