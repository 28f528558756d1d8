import type { LocalDate } from '#contract/dates.ts';
import { normalizeCompanyName } from '#server/domains/market/market.ts';

const REFERENCE_PREFIX = 'ref:';

/**
 * Returns the key that identifies an event across imports: its source's reference, else its company and date. A company
 * is identified by its symbol, else by its name without case, punctuation and legal form.
 */
export function getEventKey(event: {
  reference: string | null;
  symbol: string | null;
  companyName: string;
  date: LocalDate | null;
}): string {
  if (event.reference !== null) return REFERENCE_PREFIX + event.reference;
  const company = event.symbol ?? `name:${normalizeCompanyName(event.companyName)}`;
  return `${company}|${event.date}`;
}

/** Returns the source's reference in a key, or `null` if the key contains none. */
export const getReference = (key: string): string | null =>
  key.startsWith(REFERENCE_PREFIX) ? key.slice(REFERENCE_PREFIX.length) : null;
