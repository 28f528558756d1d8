import * as z from 'zod/mini';
import { cardNumber, countryCode, customData, email } from '#simulators/paddle/fields.ts';

/** A purchase without a browser. */
export const checkoutInput = z.strictObject({
  priceId: z.string(),
  customerEmail: email,
  customData: z.optional(customData),
  /** One of the test cards; by default the one that always succeeds. */
  cardNumber: z.optional(cardNumber),
  countryCode: z.optional(countryCode),
});

/** A purchase and its current subscription status. */
const seededCheckout = z.extend(checkoutInput, {
  status: z.optional(z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled'])),
});

export const seedInput = z.array(seededCheckout);

export const advanceInput = z.strictObject({
  ms: z.optional(z.int().check(z.gte(0))),
  to: z.optional(z.iso.datetime({ offset: true })),
  deliver: z.optional(z.boolean()),
});

export const failNextPaymentInput = z.strictObject({
  /** Applies to all subscriptions by default. */
  subscriptionId: z.optional(z.string()),
  times: z.optional(z.int().check(z.gte(1))),
});

export type CheckoutInput = z.infer<typeof checkoutInput>;
export type SeededCheckout = z.infer<typeof seededCheckout>;
