import type { EventRecord } from '#features/corporate-actions/server/import/event-record.ts';
import type { LayoutCatalog } from '#features/imports/server/parsing.ts';
import { findCompanyOfHeading } from '#features/market/server/companies.ts';
import { exchangeAnnouncements, exchangePayouts } from './exchange.ts';
import { newspaperClosures } from './newspaper/closures.ts';
import { newspaperDividends } from './newspaper/dividends.ts';
import { newspaperMeetings } from './newspaper/meetings.ts';
import {
  datedClosures,
  ksestocksClosures,
  scstradeClosures,
  scstradeMeetings,
  teziClosures,
  teziMeetings,
} from './tables.ts';

/** The layouts of files of board meetings and book closures. */
export const eventLayouts: LayoutCatalog<EventRecord> = {
  columns: [
    teziMeetings,
    teziClosures,
    datedClosures,
    exchangePayouts,
    exchangeAnnouncements,
    scstradeMeetings,
    scstradeClosures,
    ksestocksClosures,
  ],
  texts: [newspaperClosures, newspaperDividends, newspaperMeetings],
  isContext: (text) => findCompanyOfHeading(text) !== null,
  description:
    'Supported are tables with the columns meeting_date or bc_from and company_name or symbol, PSX payouts and ' +
    'announcements, SCSTrade and ksestocks lists, and newspaper tables.',
};
