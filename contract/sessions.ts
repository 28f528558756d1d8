import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { secret, timestamp } from './fields.ts';

const TOKEN_MAX_LENGTH = 2048;

/** A short-lived access token and the refresh token that gets the next pair. */
export const Tokens = z.object({ access: z.string(), refresh: z.string() });
export type Tokens = z.infer<typeof Tokens>;

/** Ends the session that the refresh token belongs to. An unknown or ended token answers the same. */
export const signOut = endpoint({
  method: 'POST',
  path: '/customers/auth/logout/',
  summary: 'End the session of a refresh token',
  access: 'open',
  body: z.object({ refresh_token: secret({ maxLength: TOKEN_MAX_LENGTH }) }),
  status: 200,
  response: z.object({}),
});

/** Customers and administrators alike. A token works once; using an old one again ends its session. */
export const refreshTokens = endpoint({
  method: 'POST',
  path: '/customers/auth/token/refresh/',
  summary: 'Trade a refresh token for a new pair',
  access: 'open',
  body: z.object({ refresh: secret({ maxLength: TOKEN_MAX_LENGTH }) }),
  status: 200,
  response: Tokens,
});

const Session = z.object({
  id: z.string(),
  /** For people: browser and system, for example `Chrome on Windows`. */
  device: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  /** The session that asks. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/customers/sessions/',
  summary: "The signed-in customer's sessions, the one seen last first",
  access: 'customer',
  status: 200,
  response: z.object({ count: z.number(), results: z.array(Session) }),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/customers/sessions/:id/',
  summary: "End one of the signed-in customer's sessions",
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  status: 204,
  response: z.undefined(),
});

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/customers/sessions/',
  summary: "End all of the signed-in customer's sessions but the one that asks",
  access: 'customer',
  status: 204,
  response: z.undefined(),
});
