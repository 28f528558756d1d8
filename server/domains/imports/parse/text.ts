import { toSingleLine } from '#contract/single-line.ts';
import { RowRejection } from './records.ts';

/** Returns the text on one line with single spaces and without characters that cannot be displayed or stored. */
export const cleanText = (text: string): string => toSingleLine(text).replace(/\s+/g, ' ').trim();

const MAX_QUOTE_LENGTH = 60;

/** Quotes text of a file in a message: on one line and truncated. */
export function quote(text: string): string {
  const cleaned = cleanText(text);
  return `"${cleaned.length > MAX_QUOTE_LENGTH ? `${cleaned.slice(0, MAX_QUOTE_LENGTH)}…` : cleaned}"`;
}

const MAX_LENGTHS = {
  'company name': 200,
  subject: 500,
  place: 200,
  payout: 300,
  note: 1000,
  reference: 100,
  document: 300,
} as const;

/** Cleans a text value of an event. Returns `null` if it is blank; throws `RowRejection` if it is too long. */
export function parseText(part: keyof typeof MAX_LENGTHS, text: string | null | undefined): string | null {
  const cleaned = cleanText(text ?? '');
  const maxLength = MAX_LENGTHS[part];
  // Some characters become several when they are compared: a name of 200 can have 3,600.
  if (cleaned.length > maxLength || cleaned.normalize('NFKC').length > maxLength) {
    throw new RowRejection(`The ${part} ${quote(cleaned)} is longer than ${maxLength} characters.`);
  }
  return cleaned === '' ? null : cleaned;
}
