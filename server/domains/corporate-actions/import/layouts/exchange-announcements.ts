import type { ColumnLayout } from '#server/domains/corporate-actions/import/layouts/layout.ts';
import type { Cells } from '#server/domains/corporate-actions/import/parse/cells.ts';
import { cleanText } from '#server/domains/corporate-actions/import/parse/clean-text.ts';
import { dayOf, momentOf, timeOrNone } from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import { RowRefusal } from '#server/domains/corporate-actions/import/parse/records.ts';
import { textOf } from '#server/domains/corporate-actions/import/parse/to-text.ts';
import { nameCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';

const BOARD_MEETING = /\bboard['’]?s? meetings?\b|\bmeetings? of (?:the )?(?:board|bod)\b|\bbod meetings?\b/i;
/** What a board did is no invitation to its meeting. */
const PAST = /\b(?:outcomes?|decisions?|resolutions?|minutes|proceedings|results? of)\b/i;
const IN_PROGRESS = /\b(?:in progress|concluded|adjourned)\b/i;

/**
 * The rows of the exchange's page of announcements. Date and time are those of the filing: when the board meets stands in
 * the document alone, so a notice waits for somebody who reads it. Announcements of anything else are left out.
 */
export const exchangeAnnouncements: ColumnLayout = {
  kind: 'board-meetings',
  name: 'Announcements of the exchange',
  form: 'table',
  fits: (has) => has('title') && has('date') && has('time') && has('symbol') && has('name', 'company'),
  read(row) {
    const title = cleanText(row.get('title').replace(/<[^<>]{0,200}>/g, ' '));
    if (!BOARD_MEETING.test(title)) return null;
    if (/\brevoked\b/i.test(title)) {
      throw new RowRefusal('The filing was revoked; only its document tells whether the meeting was, too.');
    }
    if (IN_PROGRESS.test(title) || PAST.test(title)) {
      throw new RowRefusal('It tells of a meeting that has begun or is over; it announces none.');
    }
    const company = nameCompany({ symbol: row.get('symbol'), name: row.get('name', 'company') });
    const filedAt = momentOf(dayOf(row.get('date'), 'date'), timeOrNone(row.get('time')));
    const { number, document } = documentOf(row);
    return {
      ...company,
      day: null,
      reference: number ?? `${company.symbol ?? company.companyName} ${filedAt}`,
      values: {
        ...company,
        state: 'waiting',
        subject: textOf('subject', title) ?? '',
        filedAt,
        ...(document === null ? {} : { document }),
      },
    };
  },
};

/** The exchange numbers its filings; the number stands in the names of their images and documents. */
function documentOf(row: Cells): { number: string | null; document: string | null } {
  const image = row.get('image', 'images', 'data_images');
  const document = textOf('document', row.get('document', 'pdf', 'links'));
  const [, number = null] =
    /(?:^|\/)(\d{1,10})(?:-\d+)?\.(?:pdf|gif|png|jpe?g)\b/i.exec(document ?? image) ?? [];
  return { number, document: document !== null && /^\/[\w./-]+$/.test(document) ? document : null };
}
