import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { timestamp } from '#contract/fields.ts';

/** Paddle's five. */
export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'trialing', 'past_due', 'canceled'] as const;
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const BillingInterval = z.enum(['month', 'year']);
export type BillingInterval = z.infer<typeof BillingInterval>;

export const SUBSCRIPTION_ACTIONS = ['pause', 'cancel', 'resume'] as const;
export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number];

/** Section 3 of the specification, with what is scheduled. */
export const Subscription = z.object({
  /** Ours, not Paddle's. */
  id: z.string(),
  status: SubscriptionStatus,
  /** For people: `Active (cancels Dec 21, 2026)`. */
  get_status_display: z.string(),
  product: z.object({
    name: z.string(),
    /** In the currency's own units, for example `30.00`. */
    price: z.string(),
    currency: z.string(),
    interval: BillingInterval,
  }),
  /** `null` when nothing more is charged. */
  next_payment_date: z.nullable(timestamp),
  /** The last known period. */
  current_billing_period_start: z.nullable(timestamp),
  current_billing_period_end: z.nullable(timestamp),
  /** The end of the last known period if that is paid, which is what a paused one can go on with for nothing. */
  paid_until: z.nullable(timestamp),
  scheduled_change: z.nullable(
    z.object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: timestamp }),
  ),
  /** What can be done now. */
  actions: z.array(z.enum(SUBSCRIPTION_ACTIONS)),
  /** Paddle's own pages, asked for anew by the detail call; `null` in lists and when Paddle does not answer. */
  update_url: z.nullable(z.string()),
  cancel_url: z.nullable(z.string()),
});
export type Subscription = z.infer<typeof Subscription>;

export const listSubscriptions = defineEndpoint({
  method: 'GET',
  path: '/subscriptions/',
  summary: "The signed-in customer's subscriptions, newest first",
  access: 'customer',
  status: 200,
  response: z.object({ subscriptions: z.array(Subscription) }),
});

export const readSubscription = defineEndpoint({
  method: 'GET',
  path: '/subscriptions/:id/',
  summary: "One of the signed-in customer's subscriptions, with links to Paddle's pages",
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  status: 200,
  response: z.object({ subscription: Subscription }),
});

/** Form-encoded (`action=pause`), with the CSRF cookie's value in the header. */
export const changeSubscription = defineEndpoint({
  method: 'POST',
  path: '/subscriptions/:id/',
  summary: 'Pause, cancel or resume a subscription at the end of the paid period, or undo what is scheduled',
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  isForm: true,
  bodyLimitBytes: 1024,
  body: z.object({ action: z.enum(SUBSCRIPTION_ACTIONS) }),
  status: 200,
  response: z.object({ subscription: Subscription }),
});

export const MySubscription = z.object({
  has_active_subscription: z.boolean(),
  subscription_status: z.nullable(SubscriptionStatus),
  /** The plan's name; `Premium` where it is not one of the configured plans or premium was granted by hand. */
  current_plan: z.nullable(z.string()),
  subscription_expiry: z.nullable(timestamp),
  next_payment_date: z.nullable(timestamp),
  last_payment_date: z.nullable(timestamp),
  active_subscriptions: z.array(
    z.object({
      id: z.string(),
      product_name: z.string(),
      plan_type: z.string(),
      status: SubscriptionStatus,
      billing_interval: BillingInterval,
      current_billing_period_start: z.nullable(timestamp),
      current_billing_period_end: z.nullable(timestamp),
      next_payment_date: z.nullable(timestamp),
      paddle_subscription_id: z.string(),
    }),
  ),
  /** Premium that was granted without a payment, and until when. */
  granted_until: z.nullable(timestamp),
});
export type MySubscription = z.infer<typeof MySubscription>;

export const readMySubscription = defineEndpoint({
  method: 'GET',
  path: '/customers/my-subscription/',
  summary: "The signed-in customer's premium access and what it comes from",
  access: 'customer',
  status: 200,
  response: MySubscription,
});
