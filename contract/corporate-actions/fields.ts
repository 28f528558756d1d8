import * as z from 'zod/mini';
import { isoDate, text } from '#contract/fields.ts';

export const EVENTS_SEARCH_MAX_LENGTH = 200;

/** Of each value: one name, or a comma list of them. */
export const COMPANY_NAMES_MAX_LENGTH = 4000;
const MAX_NAMES = 200;

const names = text({ minLength: 0, maxLength: COMPANY_NAMES_MAX_LENGTH });

/** `2026-11-23`; empty is as if absent. */
export const day = z.union([
  z.pipe(
    z.literal(''),
    z.transform(() => undefined),
  ),
  isoDate,
]);

/**
 * Company names joined by commas, or the parameter repeated, or both. Names hold commas themselves: the server tells them
 * apart by the names that it knows.
 */
export const companyNames = z.pipe(
  z.union([z.array(names).check(z.maxLength(MAX_NAMES)), names]),
  z.transform((value) => [value].flat().filter((each) => each !== '')),
);
