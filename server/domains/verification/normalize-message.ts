/** Words of levels, which no name of a sender contains: a forged sender must not hide one. */
const NO_NAME = String.raw`(?![^:[\]]*\b(?:entry|stop|sl|tp\d?|target|buy|sell)\b)`;
/** A name without digits, or a telephone number. */
const NAME = String.raw`${NO_NAME}(?:[^\d:[\]]{1,60}|[+0]\d[\d ()-]{5,18})`;
const TIME = String.raw`(?:[01]?\d|2[0-3])[:.][0-5]\d(?:[:.][0-5]\d)?(?: ?[ap]\.? ?m\.?)?`;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATE = String.raw`(?:${DAY}[./-]${DAY}[./-](?:20)?[23]\d|20[23]\d[./-]${DAY}[./-]${DAY}|${DAY} (?:${MONTH})[a-z]{0,6} 20[23]\d)`;

/** The texts that messengers put in front of copied messages, at the start of a line, whose spaces are single ones. */
const PREFIXES = [
  // WhatsApp on iOS and in browsers, and Telegram on iOS: [24/11/2026, 10:31:05 AM] Name:
  String.raw`\[(?:${TIME} ?, ?${DATE}|${DATE}(?:,| at)? ${TIME})\] ?(?:${NAME}):`,
  // WhatsApp on Android: 24/11/2026, 10:31 am - Name:
  `${DATE},? ${TIME} - (?:${NAME}):`,
  // Telegram on computers: Name, [24.11.2026 10:31], on a line of its own
  String.raw`(?:${NAME}), ?\[${DATE}(?:,| at)? ${TIME}\]:?$`,
  String.raw`\[?forwarded(?: many times| from:? (?:${NAME}))?\]?$`,
  '>+',
].map((pattern) => new RegExp(`^(?:${pattern})`, 'iu'));

/** Overrides and isolates reorder what is read, and so do marks, except in front of WhatsApp's prefixes. */
const REORDERING = /[\u202b\u202d\u202e\u2066-\u2069\u061c]|\u200f(?![\u200e\u200f]*\[)/;
const STRUCK_OUT = /~(?=[^\s~])[^~\n]*~|[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20eb]/;

/** Returns whether a message shows something else than its characters say: reordered, struck out, or with signs of numbers that are no digits. */
export const isDeceptive = (message: string): boolean =>
  REORDERING.test(message) ||
  STRUCK_OUT.test(message.normalize('NFKD')) ||
  /[\p{Nl}\p{No}\u{1f51f}]/u.test(message);

/**
 * Returns a message as it was written, as far as messengers change it: without their marks of senders and formats, emoji and invisible
 * characters, with the letters and digits of ASCII, on one line. It takes time in proportion to the length, whatever the message.
 */
export function normalizeMessage(message: string): string {
  const text = message
    .normalize('NFKC')
    // Combining marks, such as those of keycaps, joiners, variation selectors and characters that look like a space.
    .replace(/[\p{Cf}\p{Mn}\p{Me}\u3164\u115f\u1160\u2800]/gu, '')
    .replace(/\p{Nd}/gu, readDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu, ' ')
    .replace(/[*_~`]/g, '')
    .replace(/[^\S\n]+/g, ' ');
  const lines = text.split('\n').map((line) => line.trim());
  const written = lines.filter((line) => line !== '').map(removePrefixes);
  return written.join(' ').replace(/ {2,}/g, ' ').trim();
}

/** Removes up to two prefixes of each kind: a forwarded message can have several. */
function removePrefixes(line: string): string {
  let rest = line;
  for (const prefix of [...PREFIXES, ...PREFIXES]) rest = rest.replace(prefix, '').trimStart();
  return rest;
}

/** Returns the digit of ASCII for one of any script, whose digits follow each other from zero on. */
function readDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
