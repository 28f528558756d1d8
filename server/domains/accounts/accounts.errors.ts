import { Refusal } from '#server/platform/refusal.ts';

/** The texts and codes are those of the wire format; the browser's refresh reacts to `token_not_valid`. */
const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="api"' };

/** The same for an unknown account and a wrong password. */
export const wrongCredentials = () =>
  new Refusal({
    status: 401,
    code: 'wrong_credentials',
    body: { detail: 'No active account found with the given credentials' },
    headers: CHALLENGE,
  });

export const emailTaken = (cause: unknown) =>
  new Refusal({
    status: 400,
    code: 'email_taken',
    body: { email: ['user with this email already exists.'] },
    cause,
  });

const REFRESH_TEXTS = {
  invalid: 'Token is invalid',
  expired: 'Token is expired',
  revoked: 'Token is blacklisted',
} as const;

export const refreshRefused = (reason: keyof typeof REFRESH_TEXTS) =>
  new Refusal({
    status: 401,
    code: `refresh_token_${reason}`,
    body: { detail: REFRESH_TEXTS[reason], code: 'token_not_valid' },
    headers: CHALLENGE,
  });
