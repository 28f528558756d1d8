import { Secret, TOTP } from 'otpauth';
import { SECOND } from '#server/platform/clock.ts';

/** What every authenticator app understands (RFC 6238). */
const PERIOD_SECONDS = 30;
const PARAMETERS = { issuer: 'Tezi', algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

/** The length of SHA-1, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A phone's clock may be off by one step. */
const WINDOW_STEPS = 1;

/** A new secret, in base32. */
export const generateTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads from a QR code. */
export const getTotpUri = (secret: string, username: string) => createTotp(secret, username).toString();

/** The time step that a code of six digits belongs to, or `null` when it fits none that is near enough. */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / SECOND / PERIOD_SECONDS) + delta;
}

const createTotp = (secret: string, label = '') =>
  new TOTP({ ...PARAMETERS, label, secret: Secret.fromBase32(secret) });
