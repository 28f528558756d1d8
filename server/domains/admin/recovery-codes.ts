import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;

/** Crockford's base32: letters that look like digits are left out. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BITS_PER_CHARACTER = 5;

/** 100 bits: a fast hash is enough to keep them. */
const LENGTH = 20;
const GROUP_LENGTH = 5;

/** A new set, in groups that can be read and typed: `7k2m9-x4tpz-…`. */
export const newRecoveryCodes = () => Array.from({ length: COUNT }, newRecoveryCode);

function newRecoveryCode(): string {
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % 2 ** BITS_PER_CHARACTER]);
  return characters.join('').replace(new RegExp(`.{${GROUP_LENGTH}}(?=.)`, 'g'), '$&-');
}

/** The hash under which a code is kept: the same for every way of typing it. */
export function hashRecoveryCode(code: string): string {
  const typed = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  const read = typed.replaceAll('o', '0').replace(/[il]/g, '1');
  return createHash('sha256').update(read).digest('base64url');
}
