import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { EventFilters } from './fields.ts';

export const BOARD_MEETINGS_PAGE_SIZE = 20;
export const BOARD_MEETING_ORDERINGS = [
  'meeting_date',
  '-meeting_date',
  'company_name',
  '-company_name',
] as const;
export type BoardMeetingOrdering = (typeof BOARD_MEETING_ORDERINGS)[number];
export const DEFAULT_BOARD_MEETING_ORDERING: BoardMeetingOrdering = 'meeting_date';

export const BoardMeeting = z.object({
  id: z.int(),
  /** The company's symbol, else the first word of its name in upper case. */
  symbol: z.string(),
  /** Whether the company has a page at `symbol`. */
  has_company_page: z.boolean(),
  company_name: z.string(),
  subject: z.string(),
  /** The date in Karachi. */
  meeting_date: z.iso.date(),
  /** For example `Monday, Nov 23rd, 2026`. */
  formatted_date: z.string(),
  /** For example `10:30 AM`, in Karachi; `null` when the notice has no time. */
  formatted_time: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** The meeting does not take place on this date: it was postponed or canceled, and no new date is announced. */
  is_postponed: z.boolean(),
  /** The dates from which it was moved, oldest first. */
  earlier_dates: z.array(z.iso.date()),
});
export type BoardMeeting = z.infer<typeof BoardMeeting>;

export const BoardMeetingFilters = z.extend(EventFilters, {
  ordering: z.optional(z.enum(BOARD_MEETING_ORDERINGS)),
});
export type BoardMeetingFilters = z.output<typeof BoardMeetingFilters>;

export const BoardMeetingList = paginated(BoardMeeting);
export type BoardMeetingList = z.infer<typeof BoardMeetingList>;

export const listBoardMeetings = defineEndpoint({
  method: 'GET',
  path: '/board-meetings/',
  summary: 'List board meetings, by date by default, twenty per page',
  access: 'open',
  scope: 'dates:read',
  query: z.extend(BoardMeetingFilters, { page: z.optional(z.string()) }),
  topics: ['corporate-actions'],
  response: BoardMeetingList,
});

export const listBoardMeetingCompanies = defineEndpoint({
  method: 'GET',
  path: '/board-meetings/companies/',
  summary: 'List the names of the companies that have board meetings',
  access: 'open',
  topics: ['corporate-actions'],
  response: z.object({ companies: z.array(z.string()) }),
});
