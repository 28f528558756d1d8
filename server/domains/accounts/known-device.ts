import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cookies } from '#server/http/cookies.ts';
import { DAY } from '#server/platform/clock.ts';

const COOKIE = 'tezi_device';
const LIFETIME_MS = 365 * DAY;

/**
 * A browser that has signed in to an account before has its own count of wrong passwords, so that somebody who keeps
 * guessing elsewhere cannot keep the owner out (OWASP: device cookies). The name of the browser's count, or `null`.
 */
export function knownDevice(cookies: Cookies, email: string, secret: string): string | null {
  const [name = '', proof = ''] = (cookies.get(COOKIE) ?? '').split('.');
  // As bytes: a letter of a forged proof may be several.
  const [given, expected] = [Buffer.from(proof), Buffer.from(prove(name, email, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? name : null;
}

/** What the wrong passwords for an account are counted by, from a known browser or (`null`) from everywhere else. */
export const failuresSubject = (email: string, device: string | null) =>
  device === null ? email : `${email}\0${device}`;

/** Marks the browser as one that has signed in to the account. */
export function rememberDevice(cookies: Cookies, email: string, secret: string): void {
  const name = knownDevice(cookies, email, secret) ?? randomBytes(16).toString('base64url');
  cookies.set(COOKIE, `${name}.${prove(name, email, secret)}`, LIFETIME_MS);
}

const prove = (name: string, email: string, secret: string) =>
  createHmac('sha256', secret).update(`device\0${name}\0${email}`).digest('base64url');

export const forgetDevice = (cookies: Cookies) => cookies.remove(COOKIE);
