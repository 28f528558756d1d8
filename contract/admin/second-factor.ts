import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from '#contract/accounts/sign-in.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { secret, text, timestamp } from '#contract/fields.ts';

/** Six digits of the authenticator app, or a recovery code, with or without its dashes. */
export const SecondFactorCode = text({ maxLength: 64 });

const password = () => secret({ maxLength: PASSWORD_MAX_LENGTH });

export const SecondFactorStatus = z.object({
  /** Since when sign-ins ask for a code; `null` while they do not. */
  enabled_at: z.nullable(timestamp),
  recovery_codes_left: z.int(),
  /** Whether the configuration lets nobody manage signals without one. */
  is_required: z.boolean(),
});
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>;

const RecoveryCodes = z.object({
  /** Told this once; each works once. */
  recovery_codes: z.array(z.string()),
});

export const readSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/admin/second-factor/',
  summary: "Whether the administrator's sign-ins ask for a code",
  access: 'administrator-setting-up',
  status: 200,
  response: SecondFactorStatus,
});

/** Nothing is asked of sign-ins before the set-up is confirmed; beginning again makes a new secret. */
export const beginSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/admin/second-factor/begin/',
  summary: 'Make the secret that an authenticator app is given',
  access: 'administrator-setting-up',
  body: z.object({ password: password() }),
  status: 200,
  response: z.object({
    /** Base32, for typing it into the app. */
    secret: z.string(),
    /** The same as an `otpauth://` address, for a QR code. */
    uri: z.string(),
  }),
});

export const confirmSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/admin/second-factor/confirm/',
  summary:
    "Switch the second factor on with the app's first code, and end the administrator's other sessions",
  access: 'administrator-setting-up',
  body: z.object({ code: SecondFactorCode }),
  status: 200,
  response: RecoveryCodes,
});

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/admin/second-factor/recovery-codes/',
  summary: 'Replace all recovery codes by new ones',
  access: 'administrator-setting-up',
  body: z.object({ password: password(), code: SecondFactorCode }),
  status: 200,
  response: RecoveryCodes,
});

/** Refused with 403 while the configuration requires a second factor. */
export const removeSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/admin/second-factor/remove/',
  summary: 'Switch the second factor off',
  access: 'administrator-setting-up',
  body: z.object({ password: password(), code: SecondFactorCode }),
  status: 204,
  response: z.undefined(),
});
