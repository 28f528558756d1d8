/** Most texts: finding out takes a fraction of the time of the replacements. */
const PLAIN = /^[ -~]*$/;
const LINE_BREAKS = /[\t\n\v\f\r\x85\u2028\u2029]+/g;
/** Control characters and characters without a glyph, such as direction marks, but not joiners and variation selectors. */
const INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/**
 * Returns the text on one line, as it looks: without characters that only change how it or the text after it is displayed, so
 * that most names that look equal are equal. Users cannot see these characters, so they are removed rather than rejected; line breaks and
 * tabs, which come with pasted text, become spaces. The joiners of Urdu words and emoji remain, but not next to ASCII; variation
 * selectors and joiners between other letters remain also where they change nothing. The result is not trimmed.
 */
export const toSingleLine = (text: string): string => (PLAIN.test(text) ? text : makeSingleLine(text));

const makeSingleLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(LINE_BREAKS, ' ')
    .replace(INVISIBLE, '')
    .replace(/(\u200c|\u200d)(?:\u200c|\u200d)+/g, '$1')
    .replace(/(^|[ -~])(?:\u200c|\u200d)/g, '$1')
    .replace(/(?:\u200c|\u200d)(?=$|[ -~])/g, '');

const ANY_LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

/** Returns the text with each line as `toSingleLine` returns it, trimmed, and without blank lines at its ends or next to each other. */
export const toVisibleLines = (text: string): string =>
  text
    .split(ANY_LINE_BREAK)
    .map((line) => toSingleLine(line).trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
