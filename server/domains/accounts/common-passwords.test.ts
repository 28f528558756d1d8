import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { refuseCommonPassword } from './common-passwords.ts';

it.each([6, 8])('the 3,000 most common passwords of at least %d characters are refused', (minLength) => {
  const list = dictionary['passwords-common'] as string[];
  const commonest = list.filter(({ length }) => length >= minLength).slice(0, 3_000);
  expect(commonest).toHaveLength(3_000);
  for (const password of commonest) expect(() => refuseCommonPassword(password, 'password')).toThrow();
});

it.each(['correct horse', 'xyqz-7731', ''])('%o is not a common password', (password) => {
  expect(() => refuseCommonPassword(password, 'password')).not.toThrow();
});
