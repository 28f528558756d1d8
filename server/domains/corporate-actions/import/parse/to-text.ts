import { cleanText } from './clean-text.ts';
import { quoted } from './quoted.ts';
import { RowRefusal } from './records.ts';

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
