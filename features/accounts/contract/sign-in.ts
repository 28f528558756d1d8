import * as z from 'zod/mini';
import { ONE_TIME_TOKEN_MAX_LENGTH, Tokens } from '#core/contract/accounts/tokens.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import {
  emailAddress,
  PASSWORD_MAX_LENGTH,
  SIGN_UP_PASSWORD_MIN_LENGTH,
  secret,
  text,
} from '#core/contract/fields.ts';
import { NAME_MAX_LENGTH } from './profile.ts';

const AuthUser = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  id: z.string(),
  google_id: z.nullable(z.string()),
});

export const AuthResponse = z.object({ user: AuthUser, tokens: Tokens });
export type AuthResponse = z.infer<typeof AuthResponse>;

export const SignInBody = z.object({
  email: emailAddress(),
  password: secret({ maxLength: PASSWORD_MAX_LENGTH }),
});

export const RegisterBody = z.object({
  first_name: text({ maxLength: NAME_MAX_LENGTH }),
  last_name: text({ maxLength: NAME_MAX_LENGTH }),
  email: emailAddress(),
  password: secret({ minLength: SIGN_UP_PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH }),
});

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/login/',
  summary: 'Sign a customer in',
  access: 'open',
  body: SignInBody,
  response: AuthResponse,
});

export const register = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/register/',
  summary: 'Create a customer account and sign in',
  access: 'open',
  body: RegisterBody,
  status: 201,
  response: AuthResponse,
});

export const verifyEmail = defineEndpoint({
  method: 'POST',
  path: '/customers/verify-email/',
  summary: 'Verify an email address with the token of a verification link',
  access: 'open',
  body: z.object({ token: secret({ maxLength: ONE_TIME_TOKEN_MAX_LENGTH }) }),
  response: z.object({ message: z.string() }),
});

export const sendVerification = defineEndpoint({
  method: 'POST',
  path: '/customers/verify-email/send/',
  summary: "Send a new link that verifies the account's email address",
  access: 'customer',
  response: z.object({ message: z.string() }),
});
