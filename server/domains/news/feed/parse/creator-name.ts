import { truncate } from '#server/domains/news/feed/sanitize/characters.ts';
import { htmlToText } from '#server/domains/news/feed/sanitize/html-to-text.ts';

const MAX_LENGTH = 300;
/** An email address, or the text that Cloudflare shows instead of one. */
const EMAIL = /(?:mailto:)?[^\s@()<>[\],;:"']+@[^\s@()<>[\],;:"']+|\[email\sprotected\]/gi;
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]|<\s*>/g;
const IN_BRACKETS = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/;
const SEPARATORS_AT_ENDS = /^[\s,;:|/–-]+|[\s,;:|/–-]+$/g;

/** Returns the name of an author without email addresses: `desk@example.com (Ayesha Khan)` is `Ayesha Khan`. */
export function toCreatorName(creator: string | null | undefined): string | null {
  const name = htmlToText(truncate(creator ?? '', MAX_LENGTH))
    .replace(EMAIL, ' ')
    .replace(EMPTY_BRACKETS, ' ')
    .replace(/\s+/g, ' ')
    .replace(SEPARATORS_AT_ENDS, '')
    .replace(IN_BRACKETS, '$1')
    .trim();
  return name === '' ? null : name;
}

/** Returns the first of several values that contains a name. */
export const pickCreator = (creators: readonly (string | undefined)[]): string | null =>
  creators.find((creator) => toCreatorName(creator) !== null) ?? null;
