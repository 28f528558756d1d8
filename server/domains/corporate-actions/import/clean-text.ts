import { quoted } from './quoted.ts';
import { RowRefusal } from './records.ts';

/** Control characters and what turns the direction of a line; letters that join or part Urdu words stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** A text of a file as it is stored: on one line, with single spaces, of characters that the database can keep. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();

/** How long the parts of an event may be. */
const MAX_LENGTHS = {
  'company name': 200,
  subject: 500,
  place: 200,
  payout: 300,
  note: 1000,
  reference: 100,
  document: 300,
} as const;

/** The text as it came, or `null` when it is blank. Throws `RowRefusal` when it is too long to be what it should be. */
export function textOf(part: keyof typeof MAX_LENGTHS, text: string | null | undefined): string | null {
  const cleaned = cleanText(text ?? '');
  const most = MAX_LENGTHS[part];
  if (cleaned.length > most) {
    throw new RowRefusal(`The ${part} ${quoted(cleaned)} is longer than ${most} characters.`);
  }
  return cleaned === '' ? null : cleaned;
}
