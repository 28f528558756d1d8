/** A split of shares: a holder of `oldShares` gets `newShares` for them. */
export interface Split {
  kind: 'split';
  newShares: string;
  oldShares: string;
}

const NAME = /\b(?:split|sub-?\s?divi\w*)\b/i;
const RATIO =
  /\b(?:split|sub-?\s?divi\w*)\b[^\d]{0,60}(\d{1,4})\s*(?::|for|to)\s*(\d{1,4})\b(?!\s*[./]\s*[\d-])/i;
const AMOUNT = String.raw`(?:rs\.?|pkr|rupees)?\s*(\d{1,5}(?:\.\d{1,2})?)\s*(?:\/[-=]+)?(?:\s*(?:each|per share))?`;
/** `face value from Rs. 10/- to Rs. 2/- each` */
const FACE_VALUES = new RegExp(String.raw`\bfrom\s+(?:[a-z]+\s+){0,4}${AMOUNT}\s+(?:in)?to\s+${AMOUNT}`, 'i');
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** `1 share of Rs. 10 into 5 shares of Rs. 2`, `each share into five shares` */
const INTO = new RegExp(
  String.raw`\b(?:one|1|each|every)\b[^%]{0,60}?\binto\s+(\d{1,3}|${NUMBERS.join('|')})\s*(?:\(\w+\)\s*)?(?:\w+\s+){0,3}shares?\b`,
  'i',
);

/**
 * Parses a split (sub-division) of shares: `Stock split 5:1`, and `Sub-division of shares from Rs. 10 to Rs. 2`, give five shares for one.
 * A sub-division in the ratio `1:5` is the same, because it always makes more shares. Returns `null` if the text has none.
 */
export function parseSplit(text: string): Split | null {
  if (!NAME.test(text)) return null;
  const [, from = '', to = ''] = FACE_VALUES.exec(text) ?? [];
  if (from !== '') return toSplit(Number(from), Number(to), true);
  const [, into = ''] = INTO.exec(text) ?? [];
  const word = NUMBERS.indexOf(into.toLowerCase()) + 1;
  if (into !== '') return toSplit(word === 0 ? Number(into) : word, 1, true);
  const [, first = '', second = ''] = RATIO.exec(text) ?? [];
  const isSubdivision = /sub-?\s?divi/i.test(text) && Number(first) < Number(second);
  return isSubdivision ? toSplit(Number(second), Number(first)) : toSplit(Number(first), Number(second));
}

/** With `isPlain`, the ratio is that of two amounts, and is reduced to whole shares for one. */
function toSplit(newShares: number, oldShares: number, isPlain = false): Split | null {
  if (!(oldShares > 0) || newShares <= oldShares) return null;
  if (!isPlain) return { kind: 'split', newShares: String(newShares), oldShares: String(oldShares) };
  const ratio = newShares / oldShares;
  return Number.isInteger(ratio) ? { kind: 'split', newShares: String(ratio), oldShares: '1' } : null;
}

/** Returns whether a text says nothing but a split. Next to one, it may announce a payout too. */
export const isOnlySplit = (text: string): boolean =>
  parseSplit(text) !== null && !/%|\b(?:dividend|bonus|rights?|interim|final|cash)\b/i.test(text);
