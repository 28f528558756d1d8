import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { secret, timestamp } from '#contract/fields.ts';
import { GoogleTicket } from './google.ts';
import { PASSWORD_MAX_LENGTH } from './sign-in.ts';

const Session = z.object({
  id: z.string(),
  /** Browser and system for display, for example `Chrome on Windows`. */
  device: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  /** The session that makes the call. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/customers/sessions/',
  summary: "The signed-in customer's sessions, the most recently used first",
  access: 'customer',
  status: 200,
  response: z.object({ count: z.number(), results: z.array(Session) }),
});

/** The password, or for an account without one the ticket of a fresh sign-in with Google. */
const Confirmation = z.object({
  current_password: z.optional(secret({ maxLength: PASSWORD_MAX_LENGTH })),
  access_token: z.optional(GoogleTicket),
});

/** Only other sessions need a confirmation: ending the current one is signing out. */
export const revokeSession = defineEndpoint({
  method: 'DELETE',
  path: '/customers/sessions/:id/',
  summary: "End one of the signed-in customer's sessions; another than the current one needs a confirmation",
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
