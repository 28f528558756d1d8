import type { LocalDate } from '#contract/dates.ts';

/** The public URL of the site and the path of the list that a calendar is made from. */
export interface Site {
  publicUrl: string;
  page: string;
}

/** Returns a UID that stays the same when the event changes, so that calendar apps update it instead of adding another. */
export const makeEventUid = (kind: string, id: number, { publicUrl }: Site) =>
  `${kind}-${id}@${new URL(publicUrl).hostname}`;

/** Returns the URL of the list filtered by a company and a date. */
export function makePageUrl({ publicUrl, page }: Site, companyName: string, date: LocalDate): string {
  return `${publicUrl}${page}?${new URLSearchParams({ company_name: companyName, from_date: date, to_date: date })}`;
}
