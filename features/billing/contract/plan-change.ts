import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';
import { BillingInterval, Subscription } from './subscriptions.ts';

/** Paddle's price ID of a plan. */
const priceId = z.string().check(z.maxLength(60));

/** A preview of a plan change, calculated by Paddle to the minute. Amounts are in the major unit and include taxes. */
export const PlanChangePreview = z.object({
  plan: z.object({ name: z.string(), interval: BillingInterval }),
  currency: z.string(),
  /** The amount that is charged immediately; `null` for none. */
  charge_now: z.nullable(decimal),
  /** The amount that is added to the customer's credit balance and used for the next payments; `null` for none. */
  credit: z.nullable(decimal),
  /** The next regular payment, after credit. */
  next_payment: z.nullable(z.object({ date: timestamp, amount: decimal })),
  /** The price of each regular payment. */
  renewal_price: z.nullable(decimal),
  /** The state and time that the preview is valid for; sent back with the change, within 10 minutes. */
  basis: z.string(),
});
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

export const previewPlanChange = defineEndpoint({
  method: 'GET',
  path: '/subscriptions/:id/plan-change/',
  summary: 'Preview what another plan charges or credits',
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  query: z.object({ price_id: priceId }),
  response: z.object({ preview: PlanChangePreview }),
});

/** Succeeds without a change or charge if the subscription already has the plan. */
export const changePlan = defineEndpoint({
  method: 'POST',
  path: '/subscriptions/:id/plan-change/',
  summary: 'Change the plan of a subscription as previewed',
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  body: z.object({ price_id: priceId, basis: z.string().check(z.maxLength(200)) }),
  response: z.object({ subscription: Subscription }),
});
