import { expect, it } from 'vitest';
import type { TokenSecrets } from '#core/server/platform/token-secrets.ts';
import { decryptTotpSecret, encryptTotpSecret, reencryptTotpSecret } from './second-factor.ts';

const key = { current: 'k'.repeat(32), accepted: [] };
const otherKey = { current: 'other'.repeat(8), accepted: [] };
const encrypted = encryptTotpSecret('JBSWY3DPEHPK3PXP', 'sana', key);

it('decrypts an encrypted secret', () => {
  expect(decryptTotpSecret(encrypted, 'sana', key)).toBe('JBSWY3DPEHPK3PXP');
});

it('encrypts a secret differently each time', () => {
  expect(encryptTotpSecret('JBSWY3DPEHPK3PXP', 'sana', key)).not.toBe(encrypted);
});

it('accepts and replaces a secret that was encrypted with an accepted token secret', () => {
  const rotated = { current: otherKey.current, accepted: [key.current] };
  expect(decryptTotpSecret(encrypted, 'sana', rotated)).toBe('JBSWY3DPEHPK3PXP');
  const replaced = reencryptTotpSecret(encrypted, 'sana', rotated) ?? '';
  expect(decryptTotpSecret(replaced, 'sana', otherKey)).toBe('JBSWY3DPEHPK3PXP');
  expect(reencryptTotpSecret(replaced, 'sana', rotated)).toBeNull();
  expect(reencryptTotpSecret(encrypted, 'bilal', rotated)).toBeNull();
});

it.each<[string, string, string, TokenSecrets]>([
  ['with another token secret', encrypted, 'sana', otherKey],
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
