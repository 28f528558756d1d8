import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** Long enough for the URLs of automation services, which have their secrets in the path. */
export const WEBHOOK_URL_MAX_LENGTH = 500;

const Webhook = z.object({
  url: z.string(),
  created_at: timestamp,
  /** Another one belongs to another webhook or another secret. */
  secret_id: z.string(),
  /** The result of the last request; `null` before the first one. */
  last: z.nullable(z.object({ at: timestamp, is_accepted: z.boolean(), result: z.string() })),
  /** `gone`: the endpoint responded with 410. `failing`: it failed for days. `null`: it receives alerts. */
  disabled: z.nullable(z.enum(['gone', 'failing'])),
  /** Until then requests are also signed with the previous secret. */
  previous_secret_until: z.nullable(timestamp),
});
export type Webhook = z.infer<typeof Webhook>;

export const readWebhook = defineEndpoint({
  method: 'GET',
  path: '/customers/alerts/webhook/',
  summary: "Read the signed-in customer's webhook and its last result",
  access: 'customer',
  response: z.object({
    webhook: z.nullable(Webhook),
    /** The receiver of the local demo. */
    demo_url: z.nullable(z.string()),
    /** Levels of premium signals are in the requests. */
    has_premium_levels: z.boolean(),
  }),
});

/** The secret is in this response only. */
const NewSecret = z.object({ secret: z.string(), secret_id: z.string() });
export type NewSecret = z.infer<typeof NewSecret>;

export const addWebhook = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/webhook/',
  summary: "Send the signed-in customer's alerts to a URL, signed with a new secret",
  access: 'customer',
  body: z.object({ url: z.string().check(z.maxLength(WEBHOOK_URL_MAX_LENGTH)) }),
  response: NewSecret,
});

export const replaceWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/webhook/secret/',
  summary:
    "Replace the secret of the signed-in customer's webhook. The one that receivers have signs for another day",
  access: 'customer',
  response: NewSecret,
});

export const sendTestWebhook = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/webhook/test/',
  summary: "Send a test to the signed-in customer's webhook. One that is accepted turns it on again",
  access: 'customer',
  response: z.object({ message: z.string() }),
});

export const removeWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/customers/alerts/webhook/',
  summary: "End alerts to the signed-in customer's webhook",
  access: 'customer',
  status: 204,
  response: z.undefined(),
});
