import { expect, it } from 'vitest';
import { decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts';

const key = 'k'.repeat(32);
const sealed = encryptTotpSecret('JBSWY3DPEHPK3PXP', 'sana', key);

it('a sealed secret opens again', () => {
  expect(decryptTotpSecret(sealed, 'sana', key)).toBe('JBSWY3DPEHPK3PXP');
});

it('a secret is sealed differently each time', () => {
  expect(encryptTotpSecret('JBSWY3DPEHPK3PXP', 'sana', key)).not.toBe(sealed);
});

it.each<[string, string, string, string]>([
  ['with another token secret', sealed, 'sana', 'other'.repeat(8)],
  ['for another administrator', sealed, 'bilal', key],
  [
    'when it was changed',
    `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`,
    'sana',
    key,
  ],
  ['when it was cut short', sealed.slice(0, 10), 'sana', key],
  ['when there is none', '', 'sana', key],
])('it does not open %s', (_, text, administrator, secret) => {
  expect(decryptTotpSecret(text, administrator, secret)).toBeNull();
});
