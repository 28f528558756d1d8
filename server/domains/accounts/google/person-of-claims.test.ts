import { describe, expect, it } from 'vitest';
import { personOf } from './person-of-claims.ts';

const claims = {
  sub: '123456789012345678901',
  email: 'Ayesha.Khan@Gmail.com',
  email_verified: true,
  name: 'Ayesha Bibi Khan',
  given_name: 'Ayesha Bibi',
  family_name: 'Khan',
  picture: 'https://images.example/a.png',
};

describe('who an ID token speaks of', () => {
  it('is what Google calls them, with the e-mail as accounts are compared', () => {
    expect(personOf(claims)).toEqual({
      id: '123456789012345678901',
      email: 'ayesha.khan@gmail.com',
      isEmailVerified: true,
      firstName: 'Ayesha Bibi',
      lastName: 'Khan',
      hostedDomain: null,
    });
    expect(personOf({ ...claims, hd: 'firm.example' }).hostedDomain).toBe('firm.example');
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['yes', false],
    [undefined, false],
  ])('has a verified e-mail by %j: %s', (email_verified, isEmailVerified) => {
    expect(personOf({ ...claims, email_verified })).toMatchObject({ isEmailVerified });
  });

  it.each([
    ['a given name alone', { given_name: 'Ayesha' }, 'Ayesha', ''],
    ['a whole name alone', { name: 'Ayesha Bibi Khan' }, 'Ayesha', 'Bibi Khan'],
    ['one word', { name: 'Ayesha' }, 'Ayesha', ''],
    ['no name', {}, 'ayesha.khan', ''],
    ['blank names', { given_name: ' ', family_name: ' ' }, 'ayesha.khan', ''],
    ['a name with a NUL', { given_name: 'Aye\0sha', family_name: 'Khan' }, 'Ayesha', 'Khan'],
    ['a name with half a character', { given_name: 'Aye\ud83dsha' }, 'Ayesha', ''],
    ['a name that is cut within a character', { given_name: `${'a'.repeat(149)}😀` }, 'a'.repeat(149), ''],
    ['a name without end', { given_name: 'a'.repeat(9_000) }, 'a'.repeat(150), ''],
  ])('has names that ours can be, from %s', (_, names, firstName, lastName) => {
    const { sub, email, email_verified } = claims;
    expect(personOf({ sub, email, email_verified, ...names })).toMatchObject({ firstName, lastName });
  });

  it.each([
    ['no number', { sub: undefined }],
    ['a number that is none', { sub: '' }],
    ['a number that the database cannot keep', { sub: '12\0' }],
    ['a number without end', { sub: '1'.repeat(256) }],
    ['a domain that the database cannot keep', { hd: 'firm\0.example' }],
    ['a domain with half a character', { hd: 'firm\ud83d.example' }],
    ['no e-mail', { email: undefined }],
    ['an e-mail that is none', { email: 'ayesha' }],
  ])('is nobody with %s', (_, change) => {
    expect(() => personOf({ ...claims, ...change })).toThrow();
  });
});
