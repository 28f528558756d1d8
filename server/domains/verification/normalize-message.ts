/** Words of levels, which no name of a sender contains: a forged sender must not hide one. */
const NO_NAME = String.raw`(?![^:\n[\]]*\b(?:entry|stop|sl|tp\d?|target|buy|sell)\b)`;
/** A name without digits, or a telephone number. */
const NAME = String.raw`${NO_NAME}(?:[^\d:\n[\]]{1,60}|\+?[\d\s()-]{7,20})`;
const TIME = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?\s?m\.?)?`;
const DATE = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\s[a-z]{3,9}\s\d{4}`;

/** What messengers put in front of copied messages, at the start of a line. */
const PREFIXES = [
  // WhatsApp on iOS and in browsers, and Telegram on iOS: [24/11/2026, 10:31:05 AM] Name:
  String.raw`\[(?:(?:${TIME})\s*,\s*(?:${DATE})|(?:${DATE})(?:,|\sat)?\s+(?:${TIME}))\]\s*(?:${NAME}):`,
  // WhatsApp on Android: 24/11/2026, 10:31 am - Name:
  String.raw`(?:${DATE}),?\s+(?:${TIME})\s+-\s+(?:${NAME}):`,
  // Telegram on computers: Name, [24.11.2026 10:31], on a line of its own
  String.raw`(?:${NAME}),\s*\[(?:${DATE})(?:,|\sat)?\s+(?:${TIME})\]:?(?=\s*$)`,
  String.raw`\[?forwarded(?:\s+many\s+times|\s+from:?\s+(?:${NAME}))?\]?(?=\s*$)`,
  '>+',
].map((pattern) => new RegExp(String.raw`^\s*(?:${pattern})`, 'gimu'));

/**
 * Returns a message as it was written, as far as messengers change it: without their marks of senders and formats, emoji and invisible
 * characters, with the letters and digits of ASCII, on one line.
 */
export function normalizeMessage(message: string): string {
  let text = message
    .normalize('NFKC')
    // Combining marks, such as those of keycaps, joiners, variation selectors and characters that look like a space.
    .replace(/[\p{Cf}\p{Mn}\p{Me}\u3164\u115f\u1160\u2800]/gu, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu, ' ')
    .replace(/[*_~`]/g, '')
    .replace(/[^\S\n]+/g, ' ');
  // A forwarded message can have several.
  for (const prefix of [...PREFIXES, ...PREFIXES]) text = text.replace(prefix, '');
  return text.replace(/\s+/g, ' ').trim();
}
