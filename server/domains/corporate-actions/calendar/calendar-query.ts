import { addDays } from '#contract/dates.ts';

/** Calendar apps become slow with more; the latest events are included. */
export const MAX_EVENTS = 5_000;

const DAYS_BACK = 30;
const MAX_LISTED_COMPANIES = 2;

interface DateFilters {
  from_date?: string | undefined;
  to_date?: string | undefined;
  ex_date_from?: string | undefined;
  ex_date_to?: string | undefined;
}

/** Starts a calendar without a date range a month ago. */
export function withDefaultRange<Query extends DateFilters>(query: Query, today: string): Query {
  const { from_date, to_date, ex_date_from, ex_date_to } = query;
  const hasRange = from_date || to_date || ex_date_from || ex_date_to;
  return hasRange ? query : { ...query, from_date: addDays(today, -DAYS_BACK) };
}

/** Formats `Tezi: board meetings`, with the companies if filtered. Adds no commas because calendar apps disagree on how to read them. */
export function formatCalendarName(title: string, companyNames: string[] | undefined): string {
  if (!companyNames?.length) return `Tezi: ${title}`;
  const names = companyNames.map((name) => name.trim().replace(/\s+/g, ' '));
  return `Tezi: ${title} of ${names.length > MAX_LISTED_COMPANIES ? `${names.length} companies` : names.join(' and ')}`;
}
