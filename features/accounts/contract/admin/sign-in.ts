import * as z from 'zod/mini';
import { Tokens } from '#core/contract/accounts/tokens.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { AdminUsername, PASSWORD_MAX_LENGTH, secret } from '#core/contract/fields.ts';
import { SecondFactorCode } from './second-factor.ts';

const AdminUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  google_id: z.nullable(z.string()),
  isAdmin: z.literal(true),
});

export const AdminAuthResponse = z.object({
  user: AdminUser,
  tokens: Tokens,
  /** The number of essential items of the setup that are missing. */
  missing_setup: z.int(),
});
export type AdminAuthResponse = z.infer<typeof AdminAuthResponse>;

export const AdminSignInBody = z.object({
  username: AdminUsername,
  password: secret({ maxLength: PASSWORD_MAX_LENGTH }),
  /** Required if the response is 401 `second_factor_required`, which implies that the password is correct. */
  code: z.optional(SecondFactorCode),
});

export const adminSignIn = defineEndpoint({
  method: 'POST',
  path: '/admin/auth/login/',
  summary: 'Sign an administrator in',
  access: 'open',
  body: AdminSignInBody,
  response: AdminAuthResponse,
});
