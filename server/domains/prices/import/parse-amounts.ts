import { cleanText, isBlank, quote, RowRejection } from '#server/domains/imports/imports.ts';

/** The largest amount that fits the table: 21 million rupees or points. */
const MAX_PAISA = 2_147_483_647;

const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{1,2})0*)?$/;

/** Parses a required price or index value with at most two decimals: `1,234.5` becomes `1234.50`. */
export function requireAmount(text: string, part: string): string {
  const amount = parseOptionalAmount(text, part);
  if (amount === null) throw new RowRejection(`The ${part} is missing.`);
  return amount;
}

/** Parses a price. Returns `null` if it is blank or zero, which the exchange writes for a day without trades. */
export function parseOptionalAmount(text: string, part: string): string | null {
  if (isBlank(text)) return null;
  const [matched, whole = '', decimals = ''] = AMOUNT.exec(cleanText(text)) ?? [];
  if (matched === undefined) {
    throw new RowRejection(`The ${part} ${quote(text)} is not an amount with at most two decimals.`);
  }
  const paisa = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'));
  if (paisa > MAX_PAISA) throw new RowRejection(`The ${part} ${quote(text)} is too large.`);
  return paisa === 0 ? null : formatPaisa(paisa);
}

/** Parses a number of shares. Returns `null` if it is blank. */
export function parseVolume(text: string): string | null {
  if (isBlank(text)) return null;
  const cleaned = cleanText(text);
  if (!/^(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.0+)?$/.test(cleaned)) {
    throw new RowRejection(`The volume ${quote(text)} is not a number of shares.`);
  }
  return String(Number(cleaned.replaceAll(',', '')));
}

/** Formats paisa as rupees: 123450 becomes `1234.50`. */
export function formatPaisa(paisa: number): string {
  return `${Math.floor(paisa / 100)}.${String(paisa % 100).padStart(2, '0')}`;
}
