import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { createSigningKey, generateSigningKey } from '#features/ledger/server/ledger.ts';

const OTHER_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64');

it('reads a private Ed25519 key, as OpenSSL and the demo write it', () => {
  const key = generateSigningKey();
  expect(readConfig({ LEDGER_SIGNING_KEY: key }).ledgerSigningKey).toBe(key);
  expect(createSigningKey(key).publicKey).toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  ['a text', 'secret'],
  ['another kind of key', OTHER_KEY],
])('rejects %s as the key of the record, without repeating it', (_, text) => {
  expect(() => readConfig({ LEDGER_SIGNING_KEY: text })).toThrow(
    /LEDGER_SIGNING_KEY is not a private Ed25519 key\. Generate one with `openssl [^`]*`\.$/,
  );
});

it('accepts 0 to 365 days until premium signals are public', () => {
  expect(readConfig({ PREMIUM_PUBLIC_AFTER_DAYS: '0' }).premiumPublicAfterDays).toBe(0);
  expect(() => readConfig({ PREMIUM_PUBLIC_AFTER_DAYS: '366' })).toThrow(
    'must be a whole number from 0 to 365',
  );
});
