import { foldCompanyName } from '#server/domains/market/market.ts';

const REFERENCE = 'ref:';

/**
 * By which an event is recognised when it is imported again: what its source calls it, else its company and day. A company
 * is known by its symbol, else by its name without case, punctuation and legal form.
 */
export function eventKey(event: {
  reference: string | null;
  symbol: string | null;
  companyName: string;
  day: string | null;
}): string {
  if (event.reference !== null) return REFERENCE + event.reference;
  const company = event.symbol ?? `name:${foldCompanyName(event.companyName)}`;
  return `${company}|${event.day}`;
}

/** What its source calls the event; `null` where the key is made of something else. */
export const referenceOf = (key: string): string | null =>
  key.startsWith(REFERENCE) ? key.slice(REFERENCE.length) : null;
