import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { secret } from '#core/contract/fields.ts';

/** The maximum length of tokens in email links. */
export const ONE_TIME_TOKEN_MAX_LENGTH = 200;
const TOKEN_MAX_LENGTH = 2048;

/** A short-lived access token and the refresh token for the next pair. */
export const Tokens = z.object({ access: z.string(), refresh: z.string() });
export type Tokens = z.infer<typeof Tokens>;

/** Ends the session that the refresh token belongs to, also after the access token has expired. The response is the same for an unknown token. */
export const signOut = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/logout/',
  summary: 'End the session of a refresh token',
  access: 'open',
  endsSession: true,
  body: z.object({ refresh_token: secret({ maxLength: TOKEN_MAX_LENGTH }) }),
  response: z.object({}),
});

/** For customers and administrators. A token works once; reusing an old one ends its session. */
export const refreshTokens = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/token/refresh/',
  summary: 'Exchange a refresh token for a new token pair',
  access: 'open',
  body: z.object({ refresh: secret({ maxLength: TOKEN_MAX_LENGTH }) }),
  response: Tokens,
});
