import { createHash } from 'node:crypto';

/** Somebody with an account at the stand-in. */
export interface StandInPerson {
  name: string;
  email: string;
  isEmailVerified: boolean;
  /** The Workspace domain that the account belongs to. */
  hostedDomain: string | null;
}

/** One person for every way in which Google accounts differ. The first is who most people want to be. */
export const PEOPLE: readonly (StandInPerson & { about: string })[] = [
  {
    name: 'Ayesha Siddiqui',
    email: 'ayesha.siddiqui@gmail.com',
    isEmailVerified: true,
    hostedDomain: null,
    about: 'Gmail address, verified',
  },
  {
    name: 'Imran Qureshi',
    email: 'imran@brokerage.example',
    isEmailVerified: true,
    hostedDomain: 'brokerage.example',
    about: 'Workspace account of brokerage.example',
  },
  {
    name: 'Sana Malik',
    email: 'sana.malik@mail.example',
    isEmailVerified: true,
    hostedDomain: null,
    about: 'Verified address at another domain',
  },
  {
    name: 'Bilal Ahmed',
    email: 'bilal.ahmed@gmail.com',
    isEmailVerified: false,
    hostedDomain: null,
    about: 'Address not verified',
  },
];

const SUBJECT_DIGITS = 20;

/** The lasting name of whoever has that address: digits, as Google's are, and the same after a restart. */
export function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  const digits = (BigInt(`0x${hash}`) % 10n ** BigInt(SUBJECT_DIGITS)).toString();
  return `1${digits.padStart(SUBJECT_DIGITS, '0')}`;
}

/** What an ID token says of a person, in Google's claims. */
export function claimsOf({ name, email, isEmailVerified, hostedDomain }: StandInPerson) {
  const [given = '', ...family] = name.split(/\s+/);
  return {
    sub: subjectOf(email),
    email,
    email_verified: isEmailVerified,
    name,
    given_name: given,
    ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
    ...(hostedDomain ? { hd: hostedDomain } : {}),
  };
}
