import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { PASSWORD_MAX_LENGTH, secret, timestamp } from '#core/contract/fields.ts';
import { GoogleTicket } from './google.ts';

const Session = z.object({
  id: z.string(),
  /** Browser and system for display, for example `Chrome on Windows`. */
  device: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  /** The session that makes the request. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/customers/sessions/',
  summary: "List the signed-in customer's sessions, most recently used first",
  access: 'customer',
  response: z.object({ count: z.number(), results: z.array(Session) }),
});

/** The password, or the ticket of a new sign-in with Google if the account has no password. */
const Confirmation = z.object({
  current_password: z.optional(secret({ maxLength: PASSWORD_MAX_LENGTH })),
  access_token: z.optional(GoogleTicket),
});

/** Ending another session requires confirmation; ending the current session is a sign-out. */
export const revokeSession = defineEndpoint({
  method: 'DELETE',
  path: '/customers/sessions/:id/',
  summary: "End one of the signed-in customer's sessions",
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  body: z.nullish(Confirmation),
  status: 204,
  response: z.undefined(),
});

export const revokeOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/customers/sessions/',
  summary: "End all of the signed-in customer's sessions except the current one",
  access: 'customer',
  body: z.nullish(Confirmation),
  status: 204,
  response: z.undefined(),
});
