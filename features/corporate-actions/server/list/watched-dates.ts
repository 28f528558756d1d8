import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import type { Dependencies } from '#dependencies.ts';
import { cacheHolidays, cacheTradingCalendar } from '#features/market/server/market.ts';
import { findMeetings, listMeetingIds } from './board-meetings.queries.ts';
import { toMeetingEvent } from './board-meetings.routes.ts';
import { findClosures, listClosureIds } from './book-closures.queries.ts';
import { toClosureEvents } from './book-closures.routes.ts';
import { presentBookClosure } from './present-book-closure.ts';
import { DAYS_BACK, MAX_EVENTS, writeCalendar } from './write-calendar.ts';

/** A meeting is one event and a closure two. */
const MAX_ROWS = Math.floor(MAX_EVENTS / 3);

/** Writes the board meetings, book closures and last buying days of companies as an iCalendar, from a month ago on. */
export function createDatesCalendar({
  clock,
  config: { publicUrl },
  database,
}: Pick<Dependencies, 'clock' | 'config' | 'database'>): (
  symbols: string[],
  about: { name: string; description: string; url: string },
) => Promise<string> {
  const getCalendar = cacheTradingCalendar(database);
  const getHolidays = cacheHolidays(database);
  const { db } = database;

  return async (symbols, about) => {
    // An empty list would filter nothing.
    if (symbols.length === 0) return writeCalendar({ ...about, events: [] });
    const today = toKarachiDate(clock.now());
    const context = { today, ...(await getCalendar()), holidays: await getHolidays() };
    const filter = { symbols, fromDate: addDays(today, -DAYS_BACK) };
    const slice = { offset: 0, limit: MAX_ROWS };
    const meetings = await findMeetings(db, await listMeetingIds(db, filter, '-meeting_date', slice));
    const closures = await findClosures(db, await listClosureIds(db, filter, '-bc_from', slice));
    return writeCalendar({
      ...about,
      events: [
        ...meetings.map((row) => toMeetingEvent(row, { publicUrl, page: paths.boardMeetings })),
        ...closures.flatMap((row) =>
          toClosureEvents(presentBookClosure(row, context), row.updatedAt, {
            publicUrl,
            page: paths.bookClosure,
          }),
        ),
      ],
    });
  };
}
