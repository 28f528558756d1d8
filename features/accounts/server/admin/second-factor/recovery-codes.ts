import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;

/** Crockford's base32: no I, L and O, which look like digits, and no U. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BITS_PER_CHARACTER = 5;

/** 125 bits. OWASP ASVS 5.0, 6.5.2: from 112 bits on, a fast hash without a salt is enough. */
const LENGTH = 25;
const GROUP_LENGTH = 5;

/** Generates a set of codes, in groups that are easy to read and type: `7k2m9-x4tpz-…`. */
export const generateRecoveryCodes = () => Array.from({ length: COUNT }, generateRecoveryCode);

function generateRecoveryCode(): string {
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % 2 ** BITS_PER_CHARACTER]);
  return characters.join('').replace(new RegExp(`.{${GROUP_LENGTH}}(?=.)`, 'g'), '$&-');
}

/**
 * Returns the stored hash of a code. Ignores case, spaces and hyphens, and accepts letters that look like
 * digits. Does not check the length, so that the shorter codes of earlier releases work until they are used
 * or replaced.
 */
export function hashRecoveryCode(code: string): string {
  const characters = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  const normalized = characters.replaceAll('o', '0').replace(/[il]/g, '1');
  return createHash('sha256').update(normalized).digest('base64url');
}
