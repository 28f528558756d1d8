import type {
  EventColumnLayout,
  EventRecord,
} from '#server/domains/corporate-actions/import/parse/records.ts';
import type { LayoutCatalog } from '#server/domains/imports/imports.ts';
import { findCompany, findCompanyByName } from '#server/domains/market/market.ts';
import { datedClosures } from './dated-closures.ts';
import { exchangeAnnouncements } from './exchange-announcements.ts';
import { exchangePayouts } from './exchange-payouts.ts';
import { ksestocksClosures } from './ksestocks.ts';
import { completeNames } from './newspaper/complete-names.ts';
import { newspaperClosures } from './newspaper/newspaper-closures.ts';
import { newspaperDividendLines } from './newspaper/newspaper-dividends.ts';
import { newspaperMeetingLines, newspaperMeetings } from './newspaper/newspaper-meetings.ts';
import { scstradeClosures, scstradeMeetings } from './scstrade.ts';
import { teziClosures, teziMeetings } from './tezi.ts';

const COLUMN_LAYOUTS: readonly EventColumnLayout[] = [
  teziMeetings,
  teziClosures,
  datedClosures,
  exchangePayouts,
  exchangeAnnouncements,
  scstradeMeetings,
  scstradeClosures,
  ksestocksClosures,
  newspaperMeetings,
];

/** The layouts of files of board meetings and book closures. */
export const eventLayouts: LayoutCatalog<EventRecord> = {
  columns: COLUMN_LAYOUTS,
  lines: [newspaperDividendLines, newspaperMeetingLines],
  texts: [newspaperClosures],
  completeRows: completeNames,
  isContext: (text) => Boolean(findCompany(text) ?? findCompanyByName(text)),
  description:
    'Supported are tables with the columns meeting_date or bc_from and company_name or symbol, PSX payouts and ' +
    'announcements, SCSTrade and ksestocks lists, and newspaper tables.',
};
