import { dictionary } from '@zxcvbn-ts/language-common';
import { ADMIN_PASSWORD_MIN_LENGTH } from '#contract/admin.ts';

/** The accounts of the demo. Their passwords are public: the demo listens on this machine only. */
export const DEMO_ADMIN = { username: 'admin', password: 'demo-admin-2026' };
export const DEMO_CUSTOMER = { email: 'trader@tezi.example', password: 'demo-trader-2026' };

/** Every password that this product prints or documents. */
export const PUBLIC_PASSWORDS: readonly string[] = [DEMO_ADMIN.password, DEMO_CUSTOMER.password];

/** OWASP ASVS 5.0 6.2.4. Only some hundred common passwords are long enough for an administrator. */
const COMMON = new Set(
  (dictionary['passwords-common'] as string[]).filter(({ length }) => length >= ADMIN_PASSWORD_MIN_LENGTH),
);

/** OWASP ASVS 5.0 6.2.11: words that somebody who knows the product tries first. */
const CONTEXT_WORDS = [
  ...['administrator', 'password', 'pakistan', 'exchange', 'signals', 'trader', 'trading', 'karachi'],
  ...['admin', 'stock', 'demo', 'tezi', 'psx', 'kse'],
];
/** Fewer letters than this next to the context words add nothing that could not be tried. */
const OWN_LETTERS_MIN = 4;

/**
 * Returns why nobody may use this as an administrator's password on the network, as the end of a sentence that begins
 * with the password; `null` when it is neither public nor common.
 */
export function getPublicPasswordProblem(password: string, username: string): string | null {
  const typed = password.toLowerCase();
  if (PUBLIC_PASSWORDS.includes(typed)) return 'is a password of the demo, which is public';
  if (COMMON.has(typed)) return 'is one of the most common passwords';
  let rest = typed;
  for (const word of [username.toLowerCase(), ...CONTEXT_WORDS]) rest = rest.replaceAll(word, '');
  if (rest !== typed && rest.replace(/[^\p{L}]/gu, '').length < OWN_LETTERS_MIN) {
    return 'consists of words and digits that are easy to guess here, such as the name of the product or the user';
  }
  return null;
}
