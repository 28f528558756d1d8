import * as z from 'zod/mini';
import { emailAddress } from '#contract/fields.ts';
import { NAME_MAX_LENGTH } from '#contract/profile.ts';
import type { GooglePerson } from '#server/domains/accounts/accounts.tables.ts';

const Claims = z.object({
  // OpenID Connect Core §2: at most 255 ASCII characters.
  sub: z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/)),
  email: emailAddress(),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  name: z.optional(z.string()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  hd: z.optional(z.string().check(z.maxLength(255), z.regex(/^\P{C}*$/u))),
});

/** Who a validated ID token speaks of. Throws when it names no account or no e-mail. */
export function personOf(claims: unknown): GooglePerson {
  const { sub, email, email_verified, hd, ...names } = z.parse(Claims, claims);
  const [first = '', ...rest] = (names.name ?? '').trim().split(/\s+/);
  return {
    id: sub,
    email,
    isEmailVerified: email_verified === true || email_verified === 'true',
    firstName:
      clean(names.given_name ?? first) || email.slice(0, email.indexOf('@')).slice(0, NAME_MAX_LENGTH),
    lastName: clean(names.family_name ?? (names.given_name ? '' : rest.join(' '))),
    hostedDomain: hd || null,
  };
}

/** A name of somebody else's making, as ours may be: not too long, without NUL and halves of characters (the cut makes some). */
const clean = (name: string) =>
  name
    .replaceAll('\0', '')
    .trim()
    .slice(0, NAME_MAX_LENGTH)
    .replace(/\p{Cs}/gu, '')
    .trim();
