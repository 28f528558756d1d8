import * as z from 'zod/mini';
import { ONE_TIME_TOKEN_MAX_LENGTH } from '#core/contract/accounts/tokens.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { emailAddress, NEW_PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH, secret } from '#core/contract/fields.ts';

const newPassword = () => secret({ minLength: NEW_PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH });

const PasswordChanged = z.object({
  message: z.string(),
  /** All sessions of the account have ended, so the customer must sign in again. */
  logout_required: z.boolean(),
});

/** What reads an account, or receives its alerts, without a session: it outlasts the password. */
const Access = z.object({
  kind: z.enum(['api_key', 'feed', 'webhook', 'telegram']),
  /** For example `secret URL of the dates feed`. Contains no text of the customer. */
  label: z.string(),
});
export type Access = z.infer<typeof Access>;

export const listAccess = defineEndpoint({
  method: 'GET',
  path: '/customers/access/',
  summary: 'List what works without a session: API keys, secret feed URLs, the webhook and the Telegram chat',
  access: 'customer',
  response: z.object({ results: z.array(Access) }),
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
    /** Also revokes the API keys and secret feed URLs, removes the webhook and unlinks the Telegram chat. */
    revoke_access: z.optional(z.boolean()),
  }),
  response: z.extend(PasswordChanged, {
    /** What still works without the password, if there is any. */
    remaining_access: z.optional(z.array(Access)),
  }),
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
