import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';

const PlanPrice = z.object({ paddle_price_id: z.string(), name: z.string() });

export const Plan = z.object({
  display_name: z.string(),
  monthly: PlanPrice,
  yearly: PlanPrice,
});
export type Plan = z.infer<typeof Plan>;

export const PaddleProductData = z.object({
  paddle_environment: z.enum(['sandbox', 'production']),
  paddle_client_token: z.string(),
  /** Where the page loads Paddle's script from: Paddle's CDN, or the demo's stand-in. */
  paddle_script_url: z.string(),
  /** Payments are simulated: nobody is charged. */
  is_simulated: z.boolean(),
  /** By plan key, in the order in which they are shown; empty when nothing is sold. */
  product_groups: z.record(z.string(), Plan),
});
export type PaddleProductData = z.infer<typeof PaddleProductData>;

export const readPaddleProductData = defineEndpoint({
  method: 'GET',
  path: '/get_paddle_product_data/',
  summary: 'The plans and what Paddle’s script needs',
  access: 'open',
  // Configuration alone.
  topics: [],
  status: 200,
  response: PaddleProductData,
});

/** What a checkout carries, so that its payment is tied to this customer whatever address is typed into it. */
export const startCheckout = defineEndpoint({
  method: 'POST',
  path: '/customers/checkout/',
  summary: 'Prepare a checkout of one price for the signed-in customer',
  access: 'customer',
  body: z.object({ price_id: z.string().check(z.maxLength(60)) }),
  status: 200,
  response: z.object({
    /** To be handed to Paddle's `Checkout.open` as it is. */
    custom_data: z.object({ user_id: z.string(), checkout_ref: z.string() }),
    customer_email: z.string(),
  }),
});
