import { splitLine } from '#server/domains/imports/imports.ts';
import { findRole, type Role } from './column-roles.ts';

export interface Header {
  /** The roles of the columns in order, or `null` if the header cannot be read. */
  roles: Role[] | null;
  /** `null` for columns that are separated by spaces. */
  delimiter: string | null;
  /** The line, without a title before it. */
  text: string;
}

const DELIMITERS = ['\t', '|', ';', ','];
const MAX_HEADER_LENGTH = 300;
const MAX_PHRASE_WORDS = 6;

/** Reads a line as the header of a table of book closures. Returns `null` if it is none. */
export function readHeader(line: string): Header | null {
  if (line.length > MAX_HEADER_LENGTH || /\d{3}|\d[./-]\d/.test(line)) return null;
  // A title may precede the header on its line: `# Dates of Closure of Books & AGMs: Name | From | …`.
  const text = line.replace(/^\s*#/, '').replace(/^[^|\t]*:\s*(?=\S)/, '');
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    const cells = splitLine(text, delimiter);
    const roles = cells.map((cell) => (cell === '' ? 'unknown' : (findRole(cell) ?? 'unknown')));
    if (isTable(roles)) return { roles: markRepeated(roles), delimiter, text };
  }
  const roles = readColumns(text.trim().split(/\s{2,}/)) ?? readPhrases(text.trim().split(/\s+/));
  if (roles && isTable(roles)) return { roles: markRepeated(roles), delimiter: null, text };
  return isUnclearHeader(text) ? { roles: null, delimiter: null, text } : null;
}

const MAX_COLUMNS = 15;

export const isTable = (roles: readonly Role[]) =>
  roles.length <= MAX_COLUMNS &&
  roles.includes('name') &&
  (roles.includes('from') || roles.includes('closure'));

function readColumns(cells: readonly string[]): Role[] | null {
  const roles = cells.map(findRole);
  return roles.every((role) => role !== null) ? roles : null;
}

/** Splits a header with single spaces into the longest phrases that name a column. */
function readPhrases(words: readonly string[]): Role[] | null {
  const roles: Role[] = [];
  let at = 0;
  while (at < words.length) {
    let length = Math.min(MAX_PHRASE_WORDS, words.length - at);
    let role = findRole(words.slice(at, at + length).join(' '));
    while (role === null && length > 1) {
      length -= 1;
      role = findRole(words.slice(at, at + length).join(' '));
    }
    if (role === null) return null;
    roles.push(role);
    at += length;
  }
  return roles;
}

/** Of two columns with the same role it is unclear which one counts. */
export const markRepeated = (roles: readonly Role[]): Role[] =>
  roles.map((role, index) =>
    role !== 'other' && roles.some((other, at) => other === role && at !== index) ? 'unknown' : role,
  );

/** A header whose columns cannot be read must not let its rows pass as rows without a header. */
const isUnclearHeader = (text: string) =>
  /\b(?:names?|company|companies|scrips?)\b.*\b(?:from|closure|dividend|bonus|agm|payout|ex[- ]?(?:price|date)|cum)\b/i.test(
    text,
  ) || /^\W*(?:date\s+)?from\b.*\bto\b/i.test(text);
