import * as z from 'zod/mini';

/**
 * Text as people send it: trimmed, without NUL characters (which PostgreSQL cannot store), between the lengths.
 * A required text has a `minLength` of at least 1.
 */
export function text({ minLength = 1, maxLength }: { minLength?: number; maxLength: number }) {
  return z.string().check(z.trim(), noNullCharacters, z.minLength(minLength), z.maxLength(maxLength));
}

/** A secret as it was typed: nothing is trimmed. */
export function secret({ minLength = 1, maxLength }: { minLength?: number; maxLength: number }) {
  return z.string().check(noNullCharacters, z.minLength(minLength), z.maxLength(maxLength));
}

const noNullCharacters = z.refine<string>(
  (value) => !value.includes('\0'),
  'Null characters are not allowed.',
);

/** An e-mail address in the form in which accounts are compared: trimmed and in lower case. */
export function emailAddress() {
  return z
    .string()
    .check(z.trim(), z.toLowerCase(), noNullCharacters, z.minLength(1), z.maxLength(254), z.email());
}

/** A point in time on the wire: RFC 3339 in UTC. */
export const timestamp = z.iso.datetime();

/** A day, `2026-11-23`. The year 0000 passes for one elsewhere, and no database knows it. */
export const isoDay = z.iso
  .date()
  .check(z.refine((day) => day >= '0001-01-01', 'Enter a day from the year 1 on.'));
