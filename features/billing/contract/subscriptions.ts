import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';

/** Paddle's subscription statuses. */
export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'trialing', 'past_due', 'canceled'] as const;
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const BillingInterval = z.enum(['month', 'year']);
export type BillingInterval = z.infer<typeof BillingInterval>;

export const SUBSCRIPTION_ACTIONS = ['pause', 'cancel', 'resume'] as const;
export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number];

/** Who takes the payments. */
export const PROVIDERS = ['paddle', 'bank_transfer'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

/** A subscription with its scheduled change, see `docs/product.md`. */
export const Subscription = z.object({
  /** Our ID, not Paddle's. */
  id: z.string(),
  provider: z.enum(PROVIDERS),
  status: SubscriptionStatus,
  /** The status as shown to the customer: `Active (cancels 21 Dec 2026)`. */
  get_status_display: z.string(),
  product: z.object({
    name: z.string(),
    /** In the currency's major unit, for example `30.00`. */
    price: decimal,
    currency: z.string(),
    interval: BillingInterval,
  }),
  /** `null` when no further payment is due. */
  next_payment_date: z.nullable(timestamp),
  /** The current or last billing period. */
  current_billing_period_start: z.nullable(timestamp),
  current_billing_period_end: z.nullable(timestamp),
  /** The end of the last billing period if it is paid. A paused subscription resumes in that period without a charge. */
  paid_until: z.nullable(timestamp),
  /** Past due: when premium access ends unless the payment succeeds; otherwise `null`. */
  grace_ends_at: z.nullable(timestamp),
  /** Since when it is paused; `null` while it is not paused, or if Paddle has not reported it. */
  paused_at: z.nullable(timestamp),
  scheduled_change: z.nullable(
    z.object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: timestamp }),
  ),
  /** The actions that are currently available. */
  actions: z.array(z.enum(SUBSCRIPTION_ACTIONS)),
  /** Paddle's ID of the current price, to recognize the plan; not one of Paddle's for another provider. */
  price_id: z.string(),
  /** The plan can be changed now; see `previewPlanChange`. */
  can_change_plan: z.boolean(),
  /** Paddle's management pages, fetched live for the detail call; `null` in lists and when Paddle does not respond. */
  update_url: z.nullable(z.string()),
  cancel_url: z.nullable(z.string()),
});
export type Subscription = z.infer<typeof Subscription>;

export const listSubscriptions = defineEndpoint({
  method: 'GET',
  path: '/subscriptions/',
  summary: "List the signed-in customer's subscriptions, newest first",
  access: 'customer',
  response: z.object({ subscriptions: z.array(Subscription) }),
});

export const readSubscription = defineEndpoint({
  method: 'GET',
  path: '/subscriptions/:id/',
  summary: "Get a subscription of the signed-in customer, with links to the provider's pages",
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  response: z.object({ subscription: Subscription }),
});

/** Form-encoded (`action=pause`), with the value of the CSRF cookie in the header. */
export const changeSubscription = defineEndpoint({
  method: 'POST',
  path: '/subscriptions/:id/',
  summary: 'Pause, cancel or resume a subscription, or revert a scheduled change',
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  isForm: true,
  bodyLimitBytes: 1024,
  body: z.object({ action: z.enum(SUBSCRIPTION_ACTIONS) }),
  response: z.object({ subscription: Subscription }),
});

/** A payment of a subscription, as last reported by its provider. */
export const SubscriptionPayment = z.object({
  /** Paddle's ID of the transaction, or the number of our receipt. */
  id: z.string(),
  billed_at: z.nullable(timestamp),
  /**
   * `charge` is a payment, after credit; `covered` was paid with credit alone; `credit` was added to the customer's credit
   * balance, by a plan change.
   */
  kind: z.enum(['charge', 'covered', 'credit']),
  /** In the currency's major unit, taxes included. Never negative. */
  total: decimal,
  currency: z.string(),
  state: z.enum(['completed', 'processing', 'overdue', 'refunded']),
  /** `readReceipt` returns its receipt. */
  has_receipt: z.boolean(),
});
export type SubscriptionPayment = z.infer<typeof SubscriptionPayment>;

export const listSubscriptionPayments = defineEndpoint({
  method: 'GET',
  path: '/subscriptions/:id/payments/',
  summary: 'List the payments of a subscription, newest first',
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  response: z.object({ payments: z.array(SubscriptionPayment) }),
});

export const readReceipt = defineEndpoint({
  method: 'GET',
  path: '/subscriptions/:id/payments/:paymentId/receipt/',
  summary: "Get the URL of a completed payment's receipt (PDF) at Paddle, which expires within an hour",
  access: 'customer',
  params: z.object({ id: z.uuid(), paymentId: z.string().check(z.regex(/^txn_[a-z\d]{26}$/)) }),
  response: z.object({ url: z.string() }),
});

export const MySubscription = z.object({
  has_active_subscription: z.boolean(),
  subscription_status: z.nullable(SubscriptionStatus),
  /** The plan's name; `Premium` for a grant or a plan that is not configured. */
  current_plan: z.nullable(z.string()),
  subscription_expiry: z.nullable(timestamp),
  next_payment_date: z.nullable(timestamp),
  last_payment_date: z.nullable(timestamp),
  active_subscriptions: z.array(
    // With the scheduled change and the actions, so that it can be reverted where it is shown.
    z.extend(Subscription, {
      product_name: z.string(),
      plan_type: z.string(),
      billing_interval: BillingInterval,
      /** The code of the last order for a bank transfer. */
      paddle_subscription_id: z.string(),
    }),
  ),
  /** The end of premium access granted without a payment. */
  granted_until: z.nullable(timestamp),
});
export type MySubscription = z.infer<typeof MySubscription>;

export const readMySubscription = defineEndpoint({
  method: 'GET',
  path: '/customers/my-subscription/',
  summary: "Get the signed-in customer's premium access and its sources",
  access: 'customer',
  response: MySubscription,
});

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
