/** Control characters, which terminals obey, and what turns the direction of a line; letters that join or part Urdu words stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** A text on one line, with single spaces, of characters that can be shown and kept anywhere. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();
