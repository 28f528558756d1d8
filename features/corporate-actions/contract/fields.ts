import * as z from 'zod/mini';
import { isoDate, text, toSelection } from '#core/contract/fields.ts';
import { symbolsFilter } from '#features/market/contract/companies.ts';

export const EVENTS_SEARCH_MAX_LENGTH = 200;

/** The maximum length of one parameter value: a name or a comma-separated list of names. */
export const COMPANY_NAMES_MAX_LENGTH = 4000;
const MAX_NAMES = 200;

const names = text({ minLength: 0, maxLength: COMPANY_NAMES_MAX_LENGTH });

/** A date such as `2026-11-23`. An empty value counts as absent. */
const optionalDate = z.union([
  z.pipe(
    z.literal(''),
    z.transform(() => undefined),
  ),
  isoDate,
]);

/** A filter by ex-date. Dates are calculated from it, so it is not the last that four digits can express. */
export const optionalExDate = /* @__PURE__ */ optionalDate.check(
  z.refine((date) => date === undefined || date < '9999', 'Enter a date before the year 9999.'),
);

/**
 * Comma-separated company names, the parameter repeated, or both, in any order. Names contain commas themselves; the server splits the
 * list by the existing names.
 */
const companyNames = z.pipe(
  z.union([z.array(names).check(z.maxLength(MAX_NAMES)), names]),
  z.transform(toSelection),
);

/** The filters that the lists of meetings and closures, their calendars and their downloads share. */
export const EventFilters = z.object({
  search: z.optional(text({ minLength: 0, maxLength: EVENTS_SEARCH_MAX_LENGTH })),
  company_name: z.optional(companyNames),
  symbol: z.optional(symbolsFilter),
  /** Meetings on a date, and closures whose first day is, in this range, both dates included. */
  from_date: z.optional(optionalDate),
  to_date: z.optional(optionalDate),
});
