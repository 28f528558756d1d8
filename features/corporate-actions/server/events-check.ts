import { sql } from 'drizzle-orm';
import { formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { type Check, count, type Finding, off, ok } from '#core/server/platform/checks/checks.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { addDownloadFailures } from '#features/market/server/market.ts';
import { boardMeetings, bookClosures } from './corporate-actions.tables.ts';

const ACTION =
  'Import a file of board meetings and one of book closures, or set BOARD_MEETINGS_URL and BOOK_CLOSURES_URL.';

/** Warns if no meeting and no closure is ahead: the exchange has some in every week. */
export const createEventsCheck = (db: Queryable, clock: Clock): Check => ({
  id: 'events',
  title: 'Board meetings and book closures are stored',
  scope: 'shared',
  path: paths.adminImports,
  setup: {
    group: 'Market',
    purpose: 'Visitors see what is ahead, and prices are adjusted by the payouts of closures.',
    settings: ['BOARD_MEETINGS_URL', 'BOOK_CLOSURES_URL'],
  },
  run: async () =>
    addDownloadFailures(db, ['board-meetings', 'book-closures'], await findNextDates(db, clock)),
});

async function findNextDates(db: Queryable, clock: Clock): Promise<Finding> {
  const today = toKarachiDate(clock.now());
  const { rows } = await db.execute<{ ahead: number; last: LocalDate | null }>(sql`
      with dates as (
        select meeting_date as date from ${boardMeetings} where state = 'meeting'
        union all select bc_from from ${bookClosures})
      select (count(*) filter (where date >= ${today}::date))::int as ahead, max(date)::text as last from dates`);
  const { ahead = 0, last = null } = rows[0] ?? {};
  if (last === null) return off('No board meeting and no book closure is stored.', ACTION);
  if (ahead > 0) return ok(`${count(ahead, 'meeting or closure', 'meetings and closures')} ahead.`);
  return {
    state: 'warning',
    cause: `No board meeting and no book closure is ahead; the last was on ${formatShortDate(last)}.`,
    action: ACTION,
  };
}
