/** Joins the paragraphs of an email between a greeting and a signature with the site's URL. */
export function formatEmail(
  { publicUrl }: { publicUrl: string },
  salutation: string,
  paragraphs: readonly string[],
): string {
  return `${[salutation, ...paragraphs, `Tezi\n${publicUrl}`].join('\n\n')}\n`;
}

/** A single word of letters, hyphens and apostrophes. */
const PLAIN_NAME = /^\p{L}\p{M}*(?:['’-]?\p{L}\p{M}*){1,24}$/u;

/**
 * Greets by first name only if it is plainly a name: anyone can sign up with a stranger's email, and a "name"
 * could contain a link or a message to that stranger.
 */
export const formatGreeting = ({ firstName }: { firstName: string }) =>
  PLAIN_NAME.test(firstName) ? `Hello ${firstName},` : 'Hello,';

const MAX_WORDS = 3;

/** Returns the first words of a name that are plainly words: others could become a link, or look like a number or a username. */
export const formatPlainWords = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => PLAIN_NAME.test(word))
    .slice(0, MAX_WORDS)
    .join(' ');
