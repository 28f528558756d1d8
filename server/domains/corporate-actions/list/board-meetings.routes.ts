import {
  BOARD_MEETINGS_PAGE_SIZE,
  DEFAULT_BOARD_MEETING_ORDERING,
  listBoardMeetingCompanies,
  listBoardMeetings,
} from '#contract/corporate-actions/board-meetings.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { listMeetings } from './board-meetings.queries.ts';
import { type GetCompanies, listCompanyNames } from './company-names.ts';
import { parseFilter } from './parse-filter.ts';
import { presentBoardMeeting } from './present-board-meeting.ts';

export function boardMeetingRoutes(
  handle: Handle,
  { config, database }: Pick<Dependencies, 'config' | 'database'>,
  { getCompanies }: { getCompanies: GetCompanies },
): void {
  const db = database.db;

  handle(listBoardMeetings, async ({ query, url }) => {
    const page = parsePage(query.page);
    const filter = await parseFilter(query, getCompanies);
    const ordering = query.ordering ?? DEFAULT_BOARD_MEETING_ORDERING;
    const pageSize = BOARD_MEETINGS_PAGE_SIZE;
    const slice = { offset: (page - 1) * pageSize, limit: pageSize };
    const { total, rows } = await listMeetings(db, filter, ordering, slice);
    const links = getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl });
    return { count: total, ...links, results: rows.map(presentBoardMeeting) };
  });

  handle(listBoardMeetingCompanies, async () => ({ companies: listCompanyNames(await getCompanies()) }));
}
