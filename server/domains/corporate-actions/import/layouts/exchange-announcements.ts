import type { ColumnLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import type { Cells } from '#server/domains/corporate-actions/import/parse/cells.ts';
import {
  parseOptionalTime,
  requireDate,
  toTimestamp,
} from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { RowRejection } from '#server/domains/corporate-actions/import/parse/records.ts';
import { cleanText, parseText } from '#server/domains/corporate-actions/import/parse/text.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

const BOARD_MEETING = /\bboard['’]?s? meetings?\b|\bmeetings? of (?:the )?(?:board|bod)\b|\bbod meetings?\b/i;
/** Words of a report on a past meeting, which is not a notice of a meeting. */
const PAST = /\b(?:outcomes?|decisions?|resolutions?|minutes|proceedings|results? of)\b/i;
const IN_PROGRESS = /\b(?:in progress|concluded|adjourned)\b/i;

/**
 * Rows of the exchange's announcements page. Date and time are those of the filing. The meeting's own date is only in
 * the document, so a notice is pending until an administrator has read it. Other announcements are skipped.
 */
export const exchangeAnnouncements: ColumnLayout = {
  kind: 'board-meetings',
  name: 'PSX announcements',
  form: 'table',
  matches: (has) => has('title') && has('date') && has('time') && has('symbol') && has('name', 'company'),
  parse(row) {
    const title = cleanText(row.get('title').replace(/<[^<>]{0,200}>/g, ' '));
    if (!BOARD_MEETING.test(title)) return null;
    if (/\brevoked\b/i.test(title)) {
      throw new RowRejection(
        'The filing was revoked. Check its document to see whether the meeting was canceled too.',
      );
    }
    if (IN_PROGRESS.test(title) || PAST.test(title)) {
      throw new RowRejection('The filing is about a meeting that has started or is over.');
    }
    const company = matchCompany({ symbol: row.get('symbol'), name: row.get('name', 'company') });
    const filedAt = toTimestamp(requireDate(row.get('date'), 'date'), parseOptionalTime(row.get('time')));
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
};

/** Parses the filing's document path and its number, which is part of the names of its images and documents. */
function parseDocument(row: Cells): { number: string | null; document: string | null } {
  const image = row.get('image', 'images', 'data_images');
  const document = parseText('document', row.get('document', 'pdf', 'links'));
  const [, number = null] =
    /(?:^|\/)(\d{1,10})(?:-\d+)?\.(?:pdf|gif|png|jpe?g)\b/i.exec(document ?? image) ?? [];
  return { number, document: document !== null && /^\/[\w./-]+$/.test(document) ? document : null };
}
