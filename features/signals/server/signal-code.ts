/** Crockford's alphabet: no symbol looks like another one. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PART_LENGTH = 4;

/** Returns a stored code as users see it, with its check symbol: `7K3QX9M` becomes `7K3Q-X9ME`. */
export function formatSignalCode(stored: string): string {
  const whole = stored + (ALPHABET[calculateCheck(stored)] ?? '');
  return `${whole.slice(0, PART_LENGTH)}-${whole.slice(PART_LENGTH)}`;
}

/**
 * Returns the stored form of a code that a user typed without spaces and dashes, or `null` if its check symbol is wrong. Letters that look
 * like digits are read as such.
 */
export function parseSignalCode(typed: string): string | null {
  const whole = typed.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
  const isValid =
    whole.length === 2 * PART_LENGTH &&
    Array.from(whole).every((symbol) => ALPHABET.includes(symbol)) &&
    calculateCheck(whole) === 0;
  return isValid ? whole.slice(0, -1) : null;
}

/** The polynomial x⁵ + x² + 1. */
const POLYNOMIAL = 0b10_0101;

/** Returns the check value by Damm's algorithm over GF(32), which detects every wrong symbol and every exchange of neighbors. It is 0 of a whole code. */
function calculateCheck(symbols: string): number {
  let check = 0;
  for (const symbol of symbols) {
    check = (check ^ ALPHABET.indexOf(symbol)) << 1;
    if (check >= ALPHABET.length) check ^= POLYNOMIAL;
  }
  return check;
}
