import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { secret, timestamp } from './fields.ts';
import { GoogleTicket } from './google.ts';

/** Everything that is kept about a customer. */
export const AccountExport = z.object({
  exported_at: timestamp,
  account: z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.nullable(z.string()),
    email_verified_at: z.nullable(timestamp),
    google_id: z.nullable(z.string()),
    has_password: z.boolean(),
    created_at: timestamp,
  }),
  sessions: z.array(
    z.object({
      device: z.string(),
      user_agent: z.nullable(z.string()),
      created_at: timestamp,
      last_seen_at: timestamp,
      ended_at: z.nullable(timestamp),
    }),
  ),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const exportAccount = endpoint({
  method: 'GET',
  path: '/customers/export/',
  summary: 'Everything that is kept about the signed-in customer',
  access: 'customer',
  status: 200,
  response: AccountExport,
});

/** Confirmed by the password, or by the ticket of a fresh sign-in at Google. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/customers/delete-account/',
  summary: 'Delete the signed-in customer for good',
  access: 'customer',
  body: z.object({
    password: z.optional(secret({ maxLength: PASSWORD_MAX_LENGTH })),
    access_token: z.optional(GoogleTicket),
  }),
  status: 200,
  response: z.object({ message: z.string() }),
});
