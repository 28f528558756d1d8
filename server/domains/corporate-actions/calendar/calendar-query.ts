import { addDays } from '#server/platform/karachi.ts';

/** More than a calendar program shows with pleasure; the latest are kept. */
export const MAX_EVENTS = 5_000;

const DAYS_BACK = 30;
const MAX_NAMED = 3;

/** A calendar begins a month ago, unless it is asked for more. */
export function calendarSpan<Query extends { from_date?: string | undefined; to_date?: string | undefined }>(
  query: Query,
  today: string,
): Query {
  return query.from_date || query.to_date ? query : { ...query, from_date: addDays(today, -DAYS_BACK) };
}

/** `Tezi: board meetings`, with the companies where they are few. */
export function calendarName(title: string, companyNames: string[] | undefined): string {
  if (!companyNames) return `Tezi: ${title}`;
  if (companyNames.length > MAX_NAMED) return `Tezi: ${title} of ${companyNames.length} companies`;
  return [`Tezi: ${title}`, ...companyNames].join(', ');
}
