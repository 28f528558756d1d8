/** Where the product is, and the page of the list that a calendar shows. */
export interface Site {
  publicUrl: string;
  page: string;
}

/** The same for as long as the event is known, so that calendars change it instead of adding another. */
export const eventUid = (kind: string, id: number, { publicUrl }: Site) =>
  `${kind}-${id}@${new URL(publicUrl).hostname}`;

/** The page with what a company has on a day. */
export function pageOf({ publicUrl, page }: Site, companyName: string, day: string): string {
  return `${publicUrl}${page}?${new URLSearchParams({ company_name: companyName, from_date: day, to_date: day })}`;
}

/** The address of a call here, whatever host its target names. */
export function addressOf(target: string, publicUrl: string): string {
  const { pathname, search } = new URL(target, publicUrl);
  return publicUrl + pathname + search;
}
