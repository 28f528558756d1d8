import { dictionary } from '@zxcvbn-ts/language-common';
import { SIGN_UP_PASSWORD_MIN_LENGTH } from '#contract/accounts.ts';
import { NEW_PASSWORD_MIN_LENGTH } from '#contract/passwords.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** OWASP ASVS 5.0 6.2.4: at least the 3,000 most common ones that are long enough to be taken otherwise. */
const COUNT = 3_000;
/** In the order of frequency. */
const list = dictionary['passwords-common'] as string[];
const mostCommon = (minLength: number) => list.filter(({ length }) => length >= minLength).slice(0, COUNT);
const common = new Set([SIGN_UP_PASSWORD_MIN_LENGTH, NEW_PASSWORD_MIN_LENGTH].flatMap(mostCommon));

/** Throws when a new password is one that everybody tries first; `field` is the field it was sent in. */
export function refuseCommonPassword(password: string, field: string): void {
  if (!common.has(password.toLowerCase())) return;
  throw new Refusal({
    status: 400,
    code: 'common_password',
    body: { [field]: ['This password is too common.'] },
  });
}
