import { addDays } from '#contract/dates.ts';

/** More than a calendar program shows with pleasure; the latest are kept. */
export const MAX_EVENTS = 5_000;

const DAYS_BACK = 30;
const MAX_NAMED = 2;

/** A calendar begins a month ago, unless it is asked for more. */
export function calendarSpan<Query extends { from_date?: string | undefined; to_date?: string | undefined }>(
  query: Query,
  today: string,
): Query {
  return query.from_date || query.to_date ? query : { ...query, from_date: addDays(today, -DAYS_BACK) };
}

/** `Tezi: board meetings`, and of which companies. Programs differ over commas in it, so it has none of its own. */
export function calendarName(title: string, companyNames: string[] | undefined): string {
  if (!companyNames?.length) return `Tezi: ${title}`;
  const names = companyNames.map((name) => name.trim().replace(/\s+/g, ' '));
  return `Tezi: ${title} of ${names.length > MAX_NAMED ? `${names.length} companies` : names.join(' and ')}`;
}
