import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { emailAddress, secret } from '#contract/fields.ts';
import { PASSWORD_MAX_LENGTH } from './sign-in.ts';
import { ONE_TIME_TOKEN_MAX_LENGTH } from './tokens.ts';

export const NEW_PASSWORD_MIN_LENGTH = 8;

const newPassword = () => secret({ minLength: NEW_PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH });

const PasswordChanged = z.object({
  message: z.string(),
  /** All sessions of the account have ended, so the customer must sign in again. */
  logout_required: z.boolean(),
});

export const updatePassword = defineEndpoint({
  method: 'POST',
  path: '/customers/update-password/',
  summary: 'Change the password and end all sessions of the account',
  access: 'customer',
  endsSession: true,
  body: z.object({
    current_password: secret({ maxLength: PASSWORD_MAX_LENGTH }),
    new_password: newPassword(),
  }),
  response: PasswordChanged,
});

/** Responds in the same way and in the same time whether or not an account has the email. */
export const requestPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/password-reset/',
  summary: 'Send a password reset link by email',
  access: 'open',
  body: z.object({ email: emailAddress() }),
  response: z.object({ message: z.string() }),
});

export const confirmPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/password-reset/confirm/',
  summary: 'Set a new password with the token of a reset link and end all sessions of the account',
  access: 'open',
  endsSession: true,
  body: z.object({
    token: secret({ maxLength: ONE_TIME_TOKEN_MAX_LENGTH }),
    new_password: newPassword(),
  }),
  response: PasswordChanged,
});
