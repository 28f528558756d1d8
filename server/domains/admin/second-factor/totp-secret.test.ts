import { expect, it } from 'vitest';
import { decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts';

const key = 'k'.repeat(32);
const encrypted = encryptTotpSecret('JBSWY3DPEHPK3PXP', 'sana', key);

it('decrypts an encrypted secret', () => {
  expect(decryptTotpSecret(encrypted, 'sana', key)).toBe('JBSWY3DPEHPK3PXP');
});

it('encrypts a secret differently each time', () => {
  expect(encryptTotpSecret('JBSWY3DPEHPK3PXP', 'sana', key)).not.toBe(encrypted);
});

it.each<[string, string, string, string]>([
  ['with another token secret', encrypted, 'sana', 'other'.repeat(8)],
  ['for another administrator', encrypted, 'bilal', key],
  [
    'when it was changed',
    `${encrypted.slice(0, 20)}${encrypted[20] === 'A' ? 'B' : 'A'}${encrypted.slice(21)}`,
    'sana',
    key,
  ],
  ['when it was cut short', encrypted.slice(0, 10), 'sana', key],
  ['when there is none', '', 'sana', key],
])('returns null %s', (_, text, administrator, secret) => {
  expect(decryptTotpSecret(text, administrator, secret)).toBeNull();
});
