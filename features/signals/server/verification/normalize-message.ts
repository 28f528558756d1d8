/** Words of levels, which no name of a sender contains: a forged sender must not hide one. */
const LEVEL_WORD = String.raw`\b(?:entry|stop|sl|tp\d?|target|buy|sell)\b`;
/** A name without digits, or a telephone number. */
const NAME = String.raw`(?![^:[\]]*${LEVEL_WORD})(?:[^\d:[\]]{1,60}|[+0]\d[\d ()-]{5,18})`;
const TIME = String.raw`(?:[01]?\d|2[0-3])[:.][0-5]\d(?:[:.][0-5]\d)?(?: ?[ap]\.? ?m\.?)?`;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const DATE = String.raw`(?:${DAY}[./-]${DAY}[./-](?:20)?[23]\d|20[23]\d[./-]${DAY}[./-]${DAY}|${DAY} ${MONTH} 20[23]\d|${MONTH} ${DAY},? 20[23]\d)`;
/** A date with its weekday and its time zone, as mail programs write it. */
const LONG_DATE = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?${DATE}(?:(?:,| at)? ${TIME})?(?: (?:pkt|gmt|utc)?(?:[+-]\d\d:?\d\d)?)?`;

/** The texts that messengers put in front of copied messages, at the start of a line, whose spaces are single ones. */
const PREFIXES = [
  // WhatsApp on iOS and in browsers, and Telegram on iOS: [24/11/2026, 10:31:05 AM] Name:
  String.raw`\[(?:${TIME} ?, ?${DATE}|${DATE}(?:,| at)? ${TIME})\] ?(?:${NAME}):`,
  // WhatsApp on Android: 24/11/2026, 10:31 am - Name:
  `${DATE},? ${TIME} - (?:${NAME}):`,
  // Telegram on computers: Name, [24.11.2026 10:31], on a line of its own
  String.raw`(?:${NAME}), ?\[${DATE}(?:,| at)? ${TIME}\]:?$`,
  String.raw`\[? ?forwarded(?: many times| message| (?:message )?from:? (?:${NAME}))? ?\]?$`,
  '(?:> ?)+',
  'subject: ?(?:(?:re|fwd?): ?)*',
].map((pattern) => new RegExp(`^(?:${pattern})`, 'iu'));

/** Whole lines that messengers, mail programs and our emails add. */
const LINES = [
  '-{2,} ?(?:forwarded|original) (?:message|email) ?-{2,}',
  '(?:begin )?forwarded message:?|-{3,}|wrote:|open|edited',
  `(?:date|sent): ?${LONG_DATE}`,
  String.raw`hello(?: (?!${LEVEL_WORD})[\p{L}\p{M}'’-]{1,30})?,`,
  String.raw`your alerts: \d{1,4}|and \d{1,4} more in your inbox: \S{1,200}`,
].map((pattern) => new RegExp(`^(?:${pattern})$`, 'iu'));

const EMAIL = /[^\s<>@,;:"()]{1,64}@[^\s<>@,;:"()]{1,190}/g;
/** Lines of mail programs that name senders and recipients: `From: Ali <ali@example.com>`, `On Mon, Nov 23, 2026 at 10:42 AM Ali <…> wrote:`. */
const PARTICIPANTS = new RegExp(
  `^(?:(?:from|to|cc|bcc|reply-to):|on ${LONG_DATE},?(?=.*(?:@|wrote:)))`,
  'iu',
);
const MAX_PARTICIPANTS_LENGTH = 300;

/** The time at the end of a copied bubble: `10:42 AM`, `10:42 ✓✓`, `edited 10:42`. A price has no colon. */
const LAST_TIME =
  /(?:^|\s)(?:edited,? )?(?:[01]?\d|2[0-3]):[0-5]\d(?: ?[ap]\.? ?m\.?)?(?:,? edited)?(?: ?[✓✔]{1,2})?$/iu;

/** Overrides and isolates reorder what is read, and so do marks, except in front of WhatsApp's prefixes. */
const REORDERING = /[\u202b\u202d\u202e\u2066-\u2069\u061c]|\u200f(?![\u200e\u200f]*\[)/;
const STRUCK_OUT = /~(?=[^\s~])[^~\n]*~|[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20eb]/;

/** Returns whether a message shows something else than its characters say: reordered, struck out, or with signs of numbers that are no digits. */
export const isDeceptive = (message: string): boolean =>
  REORDERING.test(message) ||
  STRUCK_OUT.test(message.normalize('NFKD')) ||
  /[\p{Nl}\p{No}\u{1f51f}]/u.test(message);

/** A line that an encoder of emails broke: `=` after about 76 characters. */
const SOFT_BREAK = /(?<=^[^\n]{60,400})=\n(?:> ?)*/gm;
const ENCODED = /(?:=[C-F][0-9A-F](?:=[89AB][0-9A-F]){1,3})+|=3D/g;
/** Tags without other attributes than those of links. That of a link has the URL, which its text may lack. */
const TAG =
  /<\/?(?:a|b|i|em|strong|p|br|div|span|blockquote)(?:\s+(?:href="[^"<>\s]{1,2000}"|(?:target|rel)="[\w ]{0,40}"))*\s*\/?>/gi;

/** Returns the text of a message that was copied from the source of an email or of a page. */
export function decodeSource(message: string): string {
  const lines = message.replaceAll('\r\n', '\n');
  return decodeQuotedPrintable(lines)
    .replace(TAG, (tag) => ` ${/href="([^"]+)"/i.exec(tag)?.[1] ?? ''} `)
    .replaceAll('&nbsp;', ' ');
}

/** Digits on both sides of a break stay apart: the message shows two numbers there. */
const decodeQuotedPrintable = (text: string) =>
  text
    .replace(SOFT_BREAK, (match, start: number) =>
      /\d/.test(text[start - 1] ?? '') && /\d/.test(text[start + match.length] ?? '') ? ' ' : '',
    )
    .replace(ENCODED, (encoded) => Buffer.from(encoded.replaceAll('=', ''), 'hex').toString());

/**
 * Returns a message as it was written, as far as messengers and mail programs change it: without their marks of senders, times and formats, emoji
 * and invisible characters, with the letters and digits of ASCII, on one line. It takes time in proportion to the length, whatever the message.
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
  return written.join(' ').replace(/ {2,}/g, ' ').trim().replace(LAST_TIME, '');
}

/** Removes up to two prefixes of each kind, because a forwarded message can have several, and lines that are no part of the message. */
function removePrefixes(line: string): string {
  let rest = line;
  for (const prefix of [...PREFIXES, ...PREFIXES]) rest = rest.replace(prefix, '').trimStart();
  return LINES.some((pattern) => pattern.test(rest)) || namesParticipants(rest) ? '' : rest;
}

function namesParticipants(line: string): boolean {
  if (line.length > MAX_PARTICIPANTS_LENGTH || !PARTICIPANTS.test(line)) return false;
  const names = line.replace(PARTICIPANTS, '').replace(EMAIL, '');
  return !/\d/.test(names) && !new RegExp(LEVEL_WORD, 'i').test(names);
}

/** Returns the digit of ASCII for one of any script, whose digits follow each other from zero on. */
function readDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
