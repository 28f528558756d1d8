import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { secret } from '#core/contract/fields.ts';
import { ONE_TIME_TOKEN_MAX_LENGTH } from '#core/contract/tokens.ts';

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
