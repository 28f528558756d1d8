import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { PASSWORD_MAX_LENGTH, secret, text, timestamp } from '#core/contract/fields.ts';

/** The six digits of an authenticator app, or a recovery code with or without dashes. */
export const SecondFactorCode = text({ maxLength: 64 });

const password = () => secret({ maxLength: PASSWORD_MAX_LENGTH });

export const SecondFactorStatus = z.object({
  /** When the second factor was enabled; `null` if it is not. */
  enabled_at: z.nullable(timestamp),
  recovery_codes_left: z.int(),
  /** The configuration requires administrators to have a second factor. */
  is_required: z.boolean(),
});
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>;

const RecoveryCodes = z.object({
  /** Shown only once; each works once. */
  recovery_codes: z.array(z.string()),
});

export const readSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/admin/second-factor/',
  summary: "Get the status of the administrator's second factor",
  access: 'administrator-setting-up',
  response: SecondFactorStatus,
});

/** Sign-ins need no code until the setup is confirmed. Starting again creates a new secret. */
export const beginSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/admin/second-factor/begin/',
  summary: 'Create the secret for an authenticator app',
  access: 'administrator-setting-up',
  body: z.object({ password: password() }),
  response: z.object({
    /** Base32, to type into the app. */
    secret: z.string(),
    /** The secret as an `otpauth://` URI, for a QR code. */
    uri: z.string(),
  }),
});

export const confirmSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/admin/second-factor/confirm/',
  summary: "Enable the second factor with the app's first code and end the administrator's other sessions",
  access: 'administrator-setting-up',
  body: z.object({ code: SecondFactorCode }),
  response: RecoveryCodes,
});

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/admin/second-factor/recovery-codes/',
  summary: 'Replace all recovery codes',
  access: 'administrator-setting-up',
  body: z.object({ password: password(), code: SecondFactorCode }),
  response: RecoveryCodes,
});

/** Responds with 403 while the configuration requires a second factor. */
export const removeSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/admin/second-factor/remove/',
  summary: 'Disable the second factor',
  access: 'administrator-setting-up',
  body: z.object({ password: password(), code: SecondFactorCode }),
  status: 204,
  response: z.undefined(),
});
