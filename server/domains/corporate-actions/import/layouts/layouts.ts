import { datedClosures } from './dated-closures.ts';
import { exchangeAnnouncements } from './exchange-announcements.ts';
import { exchangePayouts } from './exchange-payouts.ts';
import { ksestocksClosures } from './ksestocks.ts';
import type { ColumnLayout, LineLayout, TextLayout } from './layout.ts';
import { newspaperClosures } from './newspaper/newspaper-closures.ts';
import { newspaperDividendLines } from './newspaper/newspaper-dividends.ts';
import { newspaperMeetingLines, newspaperMeetings } from './newspaper/newspaper-meetings.ts';
import { scstradeClosures, scstradeMeetings } from './scstrade.ts';
import { teziClosures, teziMeetings } from './tezi.ts';

const COLUMN_LAYOUTS: readonly ColumnLayout[] = [
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

export const LINE_LAYOUTS: readonly LineLayout[] = [newspaperDividendLines, newspaperMeetingLines];
export const TEXT_LAYOUTS: readonly TextLayout[] = [newspaperClosures];

/** Finds the layouts of a table or a list with these columns. */
export function findColumnLayouts(
  form: 'table' | 'json',
  columns: { has(name: string): boolean },
): ColumnLayout[] {
  const has = (...anyOf: string[]) => anyOf.some((name) => columns.has(name));
  return COLUMN_LAYOUTS.filter((layout) => layout.forms.includes(form) && layout.matches(has));
}

/** Finds the layouts of a table without a header that has this row. */
export const findHeaderlessLayouts = (cells: readonly string[]): ColumnLayout[] =>
  COLUMN_LAYOUTS.filter((layout) => layout.nameColumns?.(cells));
