import { describe, expect, it } from 'vitest';
import { toGoogleProfile } from './google-client.ts';

const claims = {
  iss: 'https://accounts.google.com',
  sub: '123456789012345678901',
  email: 'Ayesha.Khan@Gmail.com',
  email_verified: true,
  name: 'Ayesha Bibi Khan',
  given_name: 'Ayesha Bibi',
  family_name: 'Khan',
  picture: 'https://images.example/a.png',
};

describe('toGoogleProfile', () => {
  it('reads the claims and lower-cases the email', () => {
    expect(toGoogleProfile(claims)).toEqual({
      id: '123456789012345678901',
      email: 'ayesha.khan@gmail.com',
      isEmailVerified: true,
      isEmailAuthoritative: true,
      firstName: 'Ayesha Bibi',
      lastName: 'Khan',
    });
  });

  const GOOGLE = 'https://accounts.google.com';
  it.each<[string, { iss: string; email: string; hd?: string }, boolean]>([
    ['a Gmail address', { iss: GOOGLE, email: 'ayesha@gmail.com' }, true],
    ['a Gmail address in capitals', { iss: GOOGLE, email: 'AYESHA@GMAIL.COM' }, true],
    ['a googlemail.com address', { iss: GOOGLE, email: 'ayesha@googlemail.com' }, true],
    ['an issuer without the scheme', { iss: 'accounts.google.com', email: 'ayesha@gmail.com' }, true],
    ['an address that only ends like Gmail', { iss: GOOGLE, email: 'ayesha@notgmail.com' }, false],
    ['a subdomain of gmail.com', { iss: GOOGLE, email: 'ayesha@mail.gmail.com' }, false],
    ['hd of the same domain', { iss: GOOGLE, email: 'ayesha@firm.example', hd: 'firm.example' }, true],
    ['hd in another case', { iss: GOOGLE, email: 'ayesha@firm.example', hd: 'Firm.Example' }, true],
    ['no hd', { iss: GOOGLE, email: 'ayesha@firm.example' }, false],
    ['an empty hd', { iss: GOOGLE, email: 'ayesha@firm.example', hd: '' }, false],
    ['hd of another domain', { iss: GOOGLE, email: 'ayesha@firm.example', hd: 'evil.example' }, false],
    [
      'an address in a subdomain of hd',
      { iss: GOOGLE, email: 'ayesha@mail.firm.example', hd: 'firm.example' },
      false,
    ],
    [
      'an address in the parent domain of hd',
      { iss: GOOGLE, email: 'ayesha@firm.example', hd: 'mail.firm.example' },
      false,
    ],
    [
      'hd that the domain only ends with',
      { iss: GOOGLE, email: 'a@myfirm.example', hd: 'firm.example' },
      false,
    ],
    ['a Gmail address of another issuer', { iss: 'https://login.example', email: 'ayesha@gmail.com' }, false],
    [
      'hd of another issuer',
      { iss: 'https://login.example', email: 'ayesha@firm.example', hd: 'firm.example' },
      false,
    ],
    [
      'an issuer that only begins like Google',
      { iss: 'https://accounts.google.com.login.example', email: 'ayesha@gmail.com' },
      false,
    ],
    ['Google over plain http', { iss: 'http://accounts.google.com', email: 'ayesha@gmail.com' }, false],
  ])('decides whether Google is authoritative for %s', (_, change, isEmailAuthoritative) => {
    expect(toGoogleProfile({ ...claims, ...change })).toMatchObject({ isEmailAuthoritative });
  });

  it('treats the simulator as authoritative for Gmail when it is the configured issuer', () => {
    const iss = 'http://localhost:3000/simulators/google';
    expect(toGoogleProfile({ ...claims, iss }, [iss]).isEmailAuthoritative).toBe(true);
    expect(toGoogleProfile(claims, [iss]).isEmailAuthoritative).toBe(false);
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['yes', false],
    [undefined, false],
  ])('reads email_verified %j as %s', (email_verified, isEmailVerified) => {
    expect(toGoogleProfile({ ...claims, email_verified })).toMatchObject({ isEmailVerified });
  });

  it.each([
    ['only a given name', { given_name: 'Ayesha' }, 'Ayesha', ''],
    ['only a full name', { name: 'Ayesha Bibi Khan' }, 'Ayesha', 'Bibi Khan'],
    ['one word', { name: 'Ayesha' }, 'Ayesha', ''],
    ['no name', {}, 'ayesha.khan', ''],
    ['blank names', { given_name: ' ', family_name: ' ' }, 'ayesha.khan', ''],
    ['a name with a NUL', { given_name: 'Aye\0sha', family_name: 'Khan' }, 'Ayesha', 'Khan'],
    ['a name with a lone surrogate', { given_name: 'Aye\ud83dsha' }, 'Ayesha', ''],
    [
      'a name that is truncated within a character',
      { given_name: `${'a'.repeat(149)}😀` },
      'a'.repeat(149),
      '',
    ],
    ['a very long name', { given_name: 'a'.repeat(9_000) }, 'a'.repeat(150), ''],
  ])('returns storable names from %s', (_, names, firstName, lastName) => {
    const { iss, sub, email, email_verified } = claims;
    expect(toGoogleProfile({ iss, sub, email, email_verified, ...names })).toMatchObject({
      firstName,
      lastName,
    });
  });

  it.each([
    ['no sub', { sub: undefined }],
    ['an empty sub', { sub: '' }],
    ['a sub that the database cannot store', { sub: '12\0' }],
    ['a sub that is too long', { sub: '1'.repeat(256) }],
    ['no issuer', { iss: undefined }],
    ['no email', { email: undefined }],
    ['an invalid email', { email: 'ayesha' }],
  ])('rejects claims with %s', (_, change) => {
    expect(() => toGoogleProfile({ ...claims, ...change })).toThrow();
  });
});
