import { expect, it } from 'vitest';
import { areKeysValid, encryptMessage } from './encrypt-all.ts';

const RECEIVER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

it('encrypts the example of RFC 8291, section 5', () => {
  const encrypted = encryptMessage(Buffer.from('When I grow up, I want to be a watermelon'), RECEIVER, {
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  });
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('encrypts each message with a key and a salt of its own', () => {
  const encrypt = () => encryptMessage(Buffer.from('x'), RECEIVER).toString('base64url');
  expect(encrypt()).not.toBe(encrypt());
  expect(encryptMessage(Buffer.alloc(3_993), RECEIVER).length).toBe(4_096);
});

it.each([
  ['the keys of a browser', RECEIVER, true],
  ['a point that is not on the curve', { ...RECEIVER, p256dh: `B${'A'.repeat(86)}` }, false],
  ['a secret that is too short', { ...RECEIVER, auth: 'BTBZ' }, false],
])('accepts %s: %j %s', (_name, keys, isValid) => {
  expect(areKeysValid(keys)).toBe(isValid);
});
