import * as z from 'zod/mini';
import { API_SCOPES } from '#core/contract/api/api-scopes.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp } from '#core/contract/fields.ts';

export const MAX_API_KEYS = 10;
export const API_KEY_NAME_MAX_LENGTH = 60;
/** After how many days a key can expire. */
export const API_KEY_LIFETIMES = [30, 90, 365] as const;

/** A key without its secret, which is shown once. */
export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first and the last characters, for example `tezi_4kT0…1sWuQO`. */
  hint: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
  /** To the minute; `null` if it was never used. */
  last_used_at: z.nullable(timestamp),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const listApiKeys = defineEndpoint({
  method: 'GET',
  path: '/customers/api-keys/',
  summary: "List the signed-in customer's API keys",
  access: 'customer',
  response: z.object({ results: z.array(ApiKey) }),
});

export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/customers/api-keys/',
  summary: 'Create an API key, which is shown only now',
  access: 'customer',
  body: z.object({
    name: text({ maxLength: API_KEY_NAME_MAX_LENGTH }),
    scopes: z
      .array(z.enum(API_SCOPES))
      .check(z.minLength(1, 'Choose what the key may read.'), z.maxLength(API_SCOPES.length)),
    /** `null` for a key that does not expire. */
    expires_in_days: z.nullable(z.literal([...API_KEY_LIFETIMES])),
  }),
  status: 201,
  response: z.object({ key: z.string(), api_key: ApiKey }),
});

export const deleteApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/customers/api-keys/:id/',
  summary: "Revoke one of the signed-in customer's API keys",
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  status: 204,
  response: z.undefined(),
});
