import { randomInt } from 'node:crypto';

/** Crockford's digits: without I, L, O and U, which are misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/** Creates the code that a payer may type into the note of a transfer: six random symbols and a check symbol. */
export function makeOrderCode(pick: (max: number) => number = randomInt): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[pick(ALPHABET.length)]).join('');
  return code + getCheckSymbol(code);
}

/** Lists the codes with a correct check symbol in a text, as a bank prints it: `tz 7k4m2q-m` contains `7K4M2QM`. */
export function findOrderCodes(text: string): string[] {
  const plain = text.normalize('NFKC').toUpperCase();
  // A hyphen is part of the code, or separates it from a word.
  const words = [plain, plain.replace(/(?<=\w)-(?=\w)/g, '')]
    .flatMap((each) => each.split(/[^0-9A-Z]+/))
    .map((word) => word.replaceAll('O', '0').replace(/[IL]/g, '1'));
  return [...new Set(words)].filter(
    (word) => word.length === LENGTH + 1 && word.at(-1) === getCheckSymbol(word.slice(0, LENGTH)),
  );
}

/** Returns the check symbol by Luhn's algorithm modulo 32; `null` for a symbol outside of the alphabet. */
function getCheckSymbol(code: string): string | null {
  const size = ALPHABET.length;
  let sum = 0;
  for (const [index, symbol] of [...code].reverse().entries()) {
    const value = ALPHABET.indexOf(symbol);
    if (value < 0) return null;
    const product = value * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(product / size) + (product % size);
  }
  return ALPHABET[(size - (sum % size)) % size] ?? null;
}
