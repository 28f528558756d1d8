const PRODUCT = 'tezi demo admin administrator customer premium signal signals intraday swing';
const MARKET =
  'psx kse kmi secp pak pakistan pakistani karachi lahore islamabad rupee rupees ' +
  'stock stocks exchange market markets share shares bull bear broker analyst ' +
  'trade trader traders trading invest investor investors investing investment';

/**
 * Words about the product, its roles and its market, which an attacker would try first (OWASP ASVS 5.0, 6.1.2
 * and 6.2.11). A password must not consist of these words alone.
 */
const CONTEXT_WORDS = `${PRODUCT} ${MARKET}`.split(' ');

const MIN_WORD_LENGTH = 3;

/** Returns the context words and the words in `personal`: a user's names, email or username. */
export function listContextWords(personal: readonly string[]): string[] {
  const texts = personal.map((text) => text.replace(/['’]/g, ''));
  const words = texts.flatMap((text) => [
    ...text.split(/[^\p{L}\p{M}\p{N}]+/u),
    ...text.split(/[^\p{L}\p{M}]+/u),
  ]);
  return [...new Set([...CONTEXT_WORDS, ...words])].filter((word) => word.length >= MIN_WORD_LENGTH);
}
