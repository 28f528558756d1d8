import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { emailAddress, secret } from '#contract/fields.ts';
import { ONE_TIME_TOKEN_MAX_LENGTH } from './one-time-tokens.ts';
import { PASSWORD_MAX_LENGTH } from './sign-in.ts';

export const NEW_PASSWORD_MIN_LENGTH = 8;

const newPassword = () => secret({ minLength: NEW_PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH });

const Changed = z.object({
  message: z.string(),
  /** Every session of the account has ended: sign in again. */
  logout_required: z.boolean(),
});

export const updatePassword = defineEndpoint({
  method: 'POST',
  path: '/customers/update-password/',
  summary: 'Change the password and end every session of the account',
  access: 'customer',
  endsSession: true,
  body: z.object({
    current_password: secret({ maxLength: PASSWORD_MAX_LENGTH }),
    new_password: newPassword(),
  }),
  status: 200,
  response: Changed,
});

/** Answers the same, in the same time, whether the address has an account or not. */
export const requestPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/password-reset/',
  summary: 'Have a link for a new password sent by mail',
  access: 'open',
  body: z.object({ email: emailAddress() }),
  status: 200,
  response: z.object({ message: z.string() }),
});

export const confirmPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/password-reset/confirm/',
  summary: 'Set a new password with the token of the mailed link, and end every session of the account',
  access: 'open',
  endsSession: true,
  body: z.object({
    token: secret({ maxLength: ONE_TIME_TOKEN_MAX_LENGTH }),
    new_password: newPassword(),
  }),
  status: 200,
  response: Changed,
});
