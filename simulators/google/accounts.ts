import { createHash } from 'node:crypto';

/** An account at the simulator. */
export interface SimulatedAccount {
  name: string;
  email: string;
  isEmailVerified: boolean;
  /** The Workspace domain that the account belongs to. */
  hostedDomain: string | null;
}

/** One account for each kind of Google account. The first is the usual case: a verified Gmail address. */
export const ACCOUNTS: readonly (SimulatedAccount & { about: string })[] = [
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
    about: 'Verified email address at another domain',
  },
  {
    name: 'Bilal Ahmed',
    email: 'bilal.ahmed@gmail.com',
    isEmailVerified: false,
    hostedDomain: null,
    about: 'Email address not verified',
  },
];

const SUBJECT_DIGITS = 20;

/** Returns the `sub` of the account with this email: digits, like Google's, and the same after a restart. */
export function getSubject(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  const digits = (BigInt(`0x${hash}`) % 10n ** BigInt(SUBJECT_DIGITS)).toString();
  return `1${digits.padStart(SUBJECT_DIGITS, '0')}`;
}

/** Returns the ID token claims of an account, as Google names them. */
export function toClaims({ name, email, isEmailVerified, hostedDomain }: SimulatedAccount) {
  const [given = '', ...family] = name.split(/\s+/);
  return {
    sub: getSubject(email),
    email,
    email_verified: isEmailVerified,
    name,
    given_name: given,
    ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
    ...(hostedDomain ? { hd: hostedDomain } : {}),
  };
}
