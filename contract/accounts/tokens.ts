import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { secret } from '#contract/fields.ts';

const TOKEN_MAX_LENGTH = 2048;

/** A short-lived access token and the refresh token that gets the next pair. */
export const Tokens = z.object({ access: z.string(), refresh: z.string() });
export type Tokens = z.infer<typeof Tokens>;

/** Ends the session that the refresh token belongs to. An unknown or ended token answers the same. */
export const signOut = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/logout/',
  summary: 'End the session of a refresh token',
  access: 'open',
  endsSession: true,
  body: z.object({ refresh_token: secret({ maxLength: TOKEN_MAX_LENGTH }) }),
  status: 200,
  response: z.object({}),
});

/** Customers and administrators alike. A token works once; using an old one again ends its session. */
export const refreshTokens = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/token/refresh/',
  summary: 'Trade a refresh token for a new pair',
  access: 'open',
  body: z.object({ refresh: secret({ maxLength: TOKEN_MAX_LENGTH }) }),
  status: 200,
  response: Tokens,
});
