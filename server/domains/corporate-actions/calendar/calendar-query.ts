import { addDays } from '#contract/dates.ts';

/** Calendar apps become slow with more; the latest events are included. */
export const MAX_EVENTS = 5_000;

const DAYS_BACK = 30;
const MAX_LISTED_COMPANIES = 2;

/** Starts a calendar without a date range a month ago. */
export function withDefaultRange<
  Query extends { from_date?: string | undefined; to_date?: string | undefined },
>(query: Query, today: string): Query {
  return query.from_date || query.to_date ? query : { ...query, from_date: addDays(today, -DAYS_BACK) };
}

/** Formats `Tezi: board meetings`, with the companies if filtered. Adds no commas because calendar apps disagree on how to read them. */
export function formatCalendarName(title: string, companyNames: string[] | undefined): string {
  if (!companyNames?.length) return `Tezi: ${title}`;
  const names = companyNames.map((name) => name.trim().replace(/\s+/g, ' '));
  return `Tezi: ${title} of ${names.length > MAX_LISTED_COMPANIES ? `${names.length} companies` : names.join(' and ')}`;
}
