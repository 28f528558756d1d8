import * as z from 'zod/mini';
import { toSingleLine, toVisibleLines } from './text/single-line.ts';

/**
 * A text field on one line, see `toSingleLine`, trimmed and within the length limits. A required field has a `minLength` of at least 1.
 * NUL characters, which PostgreSQL cannot store, are rejected.
 */
export function text({ minLength = 1, maxLength }: { minLength?: number; maxLength: number }) {
  return z
    .string()
    .check(
      noNullCharacters,
      z.overwrite(toSingleLine),
      z.trim(),
      z.minLength(minLength),
      z.maxLength(maxLength),
    );
}

/** A text field with line breaks, which may be blank: see `toVisibleLines`. */
export function multilineText({ maxLength, maxLines }: { maxLength: number; maxLines: number }) {
  return z.string().check(
    noNullCharacters,
    // Before the text is cleaned, which takes longer.
    z.maxLength(2 * maxLength),
    z.overwrite(toVisibleLines),
    z.maxLength(maxLength),
    z.refine((value) => value.split('\n').length <= maxLines, `Use at most ${maxLines} lines.`),
  );
}

/** A password or another secret: not trimmed. */
export function secret({ minLength = 1, maxLength }: { minLength?: number; maxLength: number }) {
  return z.string().check(noNullCharacters, z.minLength(minLength), z.maxLength(maxLength));
}

export const noNullCharacters = z.refine<string>(
  (value) => !value.includes('\0'),
  'Null characters are not allowed.',
);

/** An email address as accounts store it: trimmed and in lower case. */
export function emailAddress() {
  return z
    .string()
    .check(z.trim(), z.toLowerCase(), noNullCharacters, z.minLength(1), z.maxLength(254), z.email());
}

/**
 * Returns the values that a repeated parameter selects, without empty and equal ones. They are sorted, because their order means
 * nothing: equal selections have equal URLs.
 */
export const toSelection = (values: string | string[]) =>
  [...new Set([values].flat().filter((value) => value !== ''))].sort();

/** A number as text in a response, so that no digit is lost: a price, a percentage or a result in R. Pages check it (decision 98). */
export const decimal = /* @__PURE__ */ Object.assign(z.string(), { isDecimal: true as const });

/** A timestamp on the wire: RFC 3339 in UTC. */
export const timestamp = z.iso.datetime();

/** A date, `2026-11-23`. Zod accepts the year 0000, which PostgreSQL rejects. */
export const isoDate = z.iso
  .date()
  .check(z.refine((date) => date >= '0001-01-01', 'Enter a date in the year 1 or later.'));

export const PASSWORD_MAX_LENGTH = 128;
export const SIGN_UP_PASSWORD_MIN_LENGTH = 6;
export const NEW_PASSWORD_MIN_LENGTH = 8;
export const ADMIN_PASSWORD_MIN_LENGTH = 12;

export const AdminUsername = text({ maxLength: 150 });
