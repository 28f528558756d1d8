import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cookies } from '#core/server/http/cookies.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { listSecrets, type TokenSecrets } from '#core/server/platform/token-secrets.ts';

const LIFETIME_MS = 365 * DAY;

/** Separate cookies, so that one browser can be trusted by a customer and by an administrator. */
const COOKIES = { customer: 'tezi_device', administrator: 'tezi_admin_device' } as const;

/** The account that trusts a device. */
export interface TrustingAccount {
  kind: keyof typeof COOKIES;
  id: string;
  /** `null` for an account that only signs in with Google. */
  passwordHash: string | null;
  /** When the second factor was enabled, or `null` without one. */
  secondFactorEnabledAt: Date | null;
}

export const toTrustingAccount = ({
  id,
  passwordHash,
}: Pick<TrustingAccount, 'id' | 'passwordHash'>): TrustingAccount => ({
  kind: 'customer',
  id,
  passwordHash,
  secondFactorEnabledAt: null,
});

/**
 * Returns the id of the trusted device that makes the request, or `null` for any other browser. A device is
 * trusted once it has completed a sign-in to the account (OWASP: device cookies). Its failures are counted
 * separately, so that an attacker elsewhere cannot lock the owner out. The proof covers the password hash and
 * the second factor, so that changing either ends all trust.
 */
export function getTrustedDevice(
  cookies: Cookies,
  account: TrustingAccount | null,
  secrets: TokenSecrets,
): string | null {
  if (account === null) return null;
  const [id = '', proof = ''] = (cookies.get(COOKIES[account.kind]) ?? '').split('.');
  // Compares bytes: a forged proof may contain multi-byte characters.
  const given = Buffer.from(proof);
  const isTrusted = listSecrets(secrets).some((secret) => {
    const expected = Buffer.from(computeProof(id, account, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isTrusted ? id : null;
}

/** Marks the browser as trusted by the account. */
export function trustDevice(cookies: Cookies, account: TrustingAccount, secrets: TokenSecrets): void {
  const id = getTrustedDevice(cookies, account, secrets) ?? randomBytes(16).toString('base64url');
  cookies.set(COOKIES[account.kind], `${id}.${computeProof(id, account, secrets.current)}`, LIFETIME_MS);
}

export const removeTrustedDevice = (cookies: Cookies) => cookies.remove(COOKIES.customer);

function computeProof(
  deviceId: string,
  { kind, id, passwordHash, secondFactorEnabledAt }: TrustingAccount,
  secret: string,
): string {
  const factor = secondFactorEnabledAt?.toISOString() ?? 'none';
  return createHmac('sha256', secret)
    .update(`device\0${deviceId}\0${kind}\0${id}\0${passwordHash ?? ''}\0${factor}`)
    .digest('base64url');
}
