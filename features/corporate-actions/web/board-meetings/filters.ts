import type { LocalDate } from '#core/contract/dates.ts';
import { getBoardMeetingsFeedPath, paths } from '#core/contract/paths.ts';
import { type DateRange, oneOf } from '#core/web/list/filters.ts';
import { createListRoute } from '#core/web/list/list-route.ts';
import {
  type BoardMeetingOrdering,
  listBoardMeetings,
} from '#features/corporate-actions/contract/board-meetings.ts';
import { eventFilters } from '#features/corporate-actions/web/event-filters.ts';

const MIN_YEAR = 1900;
const MAX_YEAR = 2099;
const CENTURY = 2000;

const UNKNOWN_FORMAT = 'Enter a date such as 11/23/2026 or 2026/11/23.';
const NO_SUCH_DATE = 'This date does not exist. Enter month, day and year, such as 11/23/2026.';
const YEAR_OUT_OF_RANGE = `Enter a year from ${MIN_YEAR} to ${MAX_YEAR}.`;

const readMonthFirst = (first: number, second: number, year: number): Candidate[] => [
  { month: first, day: second, year },
  { month: second, day: first, year },
];
const readDayFirst = (first: number, second: number, year: number) =>
  readMonthFirst(first, second, year).toReversed();

const FORMATS: [RegExp, (first: number, second: number, third: number) => Candidate[]][] = [
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, (year, month, day) => [{ year, month, day }]],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, readMonthFirst],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{2})$/, (first, second, year) => readDayFirst(first, second, CENTURY + year)],
  [/^(\d{2})(\d{2})(\d{4})$/, readMonthFirst],
  [/^(\d{2})(\d{2})(\d{2})$/, (first, second, year) => readMonthFirst(first, second, CENTURY + year)],
];

const padToTwo = (part: number) => String(part).padStart(2, '0');

/** The page groups meetings by date, so it offers no other ordering. */
export const DATE_ORDERINGS = ['meeting_date', '-meeting_date'] as const satisfies BoardMeetingOrdering[];

export const meetingList = createListRoute(listBoardMeetings, {
  path: paths.boardMeetings,
  title: 'Board Meetings',
  description:
    'Board meetings of companies listed on the Pakistan Stock Exchange, by date, with subject and time.',
  filters: {
    ...eventFilters(parseMonthFirstDate),
    ordering: oneOf(DATE_ORDERINGS, 'meeting_date'),
  },
  resolve: (filters, today) => (isUpcoming(filters) ? { ...filters, from_date: today } : filters),
  storageKey: 'tezi:board-meetings',
});

export type MeetingFilters = typeof meetingList.noFilters;

/** Returns whether the list shows meetings from today on, which it does without dates. */
export const isUpcoming = ({ from_date, to_date }: DateRange) => from_date === '' && to_date === '';

export const getCsvPath = (filters: MeetingFilters, today: string) =>
  getBoardMeetingsFeedPath(
    'export.csv',
    meetingList.toQuery({ ...meetingList.resolve(filters, today), page: 1 }),
  );

/** A calendar subscription has no start date unless one is chosen, because it outlasts today. The feed has its own order. */
export const getCalendarPath = (filters: MeetingFilters) =>
  getBoardMeetingsFeedPath(
    'calendar.ics',
    meetingList.toQuery({ ...filters, ordering: 'meeting_date', page: 1 }),
  );

/** The date, empty for an empty text, or an error message to show. */
type ParsedDate = { date: LocalDate | '' } | { error: string };

/**
 * Parses a date as users of the board meetings type it: `11/23/2026`, `2026/11/23`, `11232026`, `112326` or, with the day
 * first, `23/11/26`. Dashes and slashes are equivalent. If the date does not exist, day and month are swapped.
 */
export function parseMonthFirstDate(text: string): ParsedDate {
  const typed = text.replace(/\s/g, '').replaceAll('-', '/');
  if (typed === '') return { date: '' };
  const candidates = getCandidates(typed);
  if (candidates.length === 0) return { error: UNKNOWN_FORMAT };
  const found = candidates.find(isExistingDate);
  if (found === undefined) return { error: NO_SUCH_DATE };
  if (found.year < MIN_YEAR || found.year > MAX_YEAR) return { error: YEAR_OUT_OF_RANGE };
  return { date: [found.year, found.month, found.day].map(padToTwo).join('-') };
}

interface Candidate {
  year: number;
  month: number;
  day: number;
}

/** Returns the dates that a text may mean, most likely first. */
function getCandidates(typed: string): Candidate[] {
  for (const [format, read] of FORMATS) {
    const [, ...parts] = format.exec(typed) ?? [];
    const [first, second, third] = parts.map(Number);
    if (first === undefined || second === undefined || third === undefined) continue;
    return read(first, second, third);
  }
  return [];
}

function isExistingDate({ year, month, day }: Candidate): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
