import * as z from 'zod/mini';
import { NAME_MAX_LENGTH } from '#contract/accounts/profile.ts';
import { emailAddress } from '#contract/fields.ts';
import { toSingleLine } from '#contract/single-line.ts';
import type { GoogleProfile } from '#server/domains/accounts/accounts.tables.ts';

/** Google's own issuer: ID tokens carry it with and without the scheme. */
export const GOOGLE_ISSUERS: readonly string[] = ['https://accounts.google.com', 'accounts.google.com'];

const GMAIL_DOMAINS = ['gmail.com', 'googlemail.com'];

const Claims = z.object({
  iss: z.string(),
  // OpenID Connect Core §2: at most 255 ASCII characters.
  sub: z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/)),
  email: emailAddress(),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  name: z.optional(z.string()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  hd: z.optional(z.string()),
});

/**
 * Reads the claims of an ID token whose signature, `iss`, `aud` and `nonce` are verified. Throws if they
 * contain no account or no email address. `googleIssuers` are the issuers that act as Google: Google itself,
 * or the demo's simulator.
 */
export function toGoogleProfile(
  claims: unknown,
  googleIssuers: readonly string[] = GOOGLE_ISSUERS,
): GoogleProfile {
  const { iss, sub, email, email_verified, hd, ...names } = z.parse(Claims, claims);
  const [first = '', ...rest] = (names.name ?? '').trim().split(/\s+/);
  return {
    id: sub,
    email,
    isEmailVerified: email_verified === true || email_verified === 'true',
    isEmailAuthoritative: googleIssuers.includes(iss) && isHostedByGoogle(email, hd),
    firstName:
      clean(names.given_name ?? first) || email.slice(0, email.indexOf('@')).slice(0, NAME_MAX_LENGTH),
    lastName: clean(names.family_name ?? (names.given_name ? '' : rest.join(' '))),
  };
}

/**
 * Google hosts the mailbox of a Gmail address, and of an address in the Workspace domain that `hd` names. A
 * Workspace account can also have an address in another domain, or in a subdomain: Google does not host
 * those, so `hd` alone proves nothing about them.
 */
function isHostedByGoogle(email: string, hd: string | undefined): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return GMAIL_DOMAINS.includes(domain) || domain === hd?.toLowerCase();
}

/** Makes a name storable: on one line, not too long, no lone surrogates (truncation creates some). */
const clean = (name: string) =>
  toSingleLine(name)
    .trim()
    .slice(0, NAME_MAX_LENGTH)
    .replace(/[\p{Cs}\ufffd]/gu, '')
    .trim();
