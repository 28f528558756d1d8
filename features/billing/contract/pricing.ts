import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal } from '#core/contract/fields.ts';
import { paths } from '#core/contract/paths.ts';

const PlanPrice = z.object({
  /** Blank if the plan is not sold with Paddle. */
  paddle_price_id: z.string(),
  name: z.string(),
  /** In rupees, by bank transfer; `null` if it cannot be paid so. */
  bank_transfer_price: z.nullable(decimal),
});

export const Plan = z.object({
  display_name: z.string(),
  monthly: PlanPrice,
  yearly: PlanPrice,
});
export type Plan = z.infer<typeof Plan>;

export const PaddleProductData = z.object({
  paddle_environment: z.enum(['sandbox', 'production']),
  paddle_client_token: z.string(),
  /** The URL of Paddle.js: Paddle's CDN, or the simulator in the demo. */
  paddle_script_url: z.string(),
  /** Payments are simulated; no card is charged. */
  is_simulated: z.boolean(),
  /** By plan key, in display order; empty when billing is disabled. */
  product_groups: z.record(z.string(), Plan),
});
export type PaddleProductData = z.infer<typeof PaddleProductData>;

export const readPaddleProductData = defineEndpoint({
  method: 'GET',
  path: '/get_paddle_product_data/',
  summary: 'Get the plans and the settings of Paddle.js',
  access: 'open',
  // Depends only on the configuration.
  topics: [],
  response: PaddleProductData,
});

/**
 * Returns signed custom data that links the payment to this customer, regardless of the email address that is entered
 * in the checkout.
 */
export const startCheckout = defineEndpoint({
  method: 'POST',
  path: '/customers/checkout/',
  summary: 'Prepare a checkout for the signed-in customer',
  access: 'customer',
  body: z.object({ price_id: z.string().check(z.maxLength(60)) }),
  response: z.object({
    /** Passed unchanged to Paddle's `Checkout.open`. */
    custom_data: z.object({ user_id: z.string(), checkout_ref: z.string() }),
    customer_email: z.string(),
  }),
});

/** Returns the URL of the page that places an order for a bank transfer. */
export const getOrderPath = ({ plan, interval }: { plan: string; interval: 'month' | 'year' }) =>
  `${paths.order}?${new URLSearchParams({ plan, interval })}`;
