import { and, eq, sql } from 'drizzle-orm';
import type { LimitName } from '#core/server/config/settings/limit-settings.ts';
import type { Handle } from '#core/server/http/endpoints.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { RateLimits } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { Dependencies } from '#dependencies.ts';
import {
  changeSubscription as changeEndpoint,
  changePlan as changePlanEndpoint,
  listSubscriptionPayments,
  listSubscriptions,
  previewPlanChange as previewEndpoint,
  readMySubscription,
  readReceipt,
  readSubscription,
  type SubscriptionPayment,
} from '#features/billing/contract/subscriptions.ts';
import { readPremiumSources } from '#features/billing/server/access/entitlement.ts';
import {
  billingDisabled,
  notForSale,
  paddleUnreachable,
  receiptUnavailable,
} from '#features/billing/server/billing.errors.ts';
import {
  findCustomerSubscription,
  listCustomerSubscriptions,
  listSubscriptionPayments as listSubscriptionPaymentRows,
  type SubscriptionRow,
} from '#features/billing/server/billing.queries.ts';
import { type payments, subscriptions } from '#features/billing/server/billing.tables.ts';
import { toMajorUnits } from '#features/billing/server/checkout/amount.ts';
import { findPlanPrice, listPlans } from '#features/billing/server/checkout/plan-catalog.ts';
import {
  GatewayError,
  type ManagementUrls,
  type PaddleGateway,
} from '#features/billing/server/paddle/paddle-gateway.ts';
import { changePlan, previewPlanChange } from '#features/billing/server/plan-change/plan-change.ts';
import { changeSubscription } from './change-subscription.ts';
import { presentMySubscription, presentSubscription } from './present-subscription.ts';

/** Lists, shows and changes the signed-in customer's subscriptions and their plans. */
export function subscriptionsRoutes(
  handle: Handle,
  {
    config,
    database,
    clock,
    logger,
    billing,
    tokenSecrets,
    rateLimits,
  }: Pick<
    Dependencies,
    'config' | 'database' | 'clock' | 'logger' | 'billing' | 'tokenSecrets' | 'rateLimits'
  >,
): void {
  const plans = listPlans(config);

  handle(listSubscriptions, async ({ caller, allowForms }) => {
    allowForms();
    const rows = await listCustomerSubscriptions(database.db, [caller.userId]);
    return { subscriptions: rows.map((row) => presentSubscription(row)) };
  });

  handle(readSubscription, async ({ caller, params, allowForms }) => {
    const row = await findOwnSubscription(caller.userId, params.id);
    allowForms();
    const parts = { db: database.db, rateLimits, gateway: billing.paddle?.gateway };
    const links = await getManagementLinks(parts, row);
    return { subscription: presentSubscription(row, links ?? undefined) };
  });

  handle(changeEndpoint, async ({ caller, params, body }) => {
    await rateLimits.count('subscriptionActionAccount', caller.userId);
    const row = await findOwnSubscription(caller.userId, params.id);
    if (!billing.paddle) throw billingDisabled();
    const parts = { database, clock, logger, tokenSecrets, gateway: billing.paddle.gateway };
    return { subscription: presentSubscription(await changeSubscription(parts, row, body.action)) };
  });

  handle(previewEndpoint, async ({ caller: { userId }, params, query: { price_id: priceId } }) => {
    await rateLimits.count('planPreviewAccount', userId);
    const { row, plan, gateway } = await preparePlanChange(userId, params.id, priceId);
    return { preview: await previewPlanChange({ gateway, clock }, row, { priceId, plan }) };
  });

  handle(changePlanEndpoint, async ({ caller: { userId }, params, body: { price_id: priceId, basis } }) => {
    await rateLimits.count('subscriptionActionAccount', userId);
    const { row, gateway } = await preparePlanChange(userId, params.id, priceId);
    const parts = { database, clock, logger, tokenSecrets, gateway };
    return { subscription: presentSubscription(await changePlan(parts, row, { priceId, basis })) };
  });

  handle(listSubscriptionPayments, async ({ caller, params }) => {
    const { paddleId } = await findOwnSubscription(caller.userId, params.id);
    return { payments: (await listSubscriptionPaymentRows(database.db, paddleId)).flatMap(presentPayment) };
  });

  handle(readReceipt, async ({ caller, params: { id, paymentId } }) => {
    const row = await findOwnSubscription(caller.userId, id);
    if (!billing.paddle) throw billingDisabled();
    const parts = { db: database.db, rateLimits, gateway: billing.paddle.gateway };
    return { url: await getReceiptUrl(parts, row, paymentId) };
  });

  handle(readMySubscription, async ({ caller: { userId } }) => {
    const subscriptions = await listCustomerSubscriptions(database.db, [userId]);
    const grants = (await readPremiumSources(database.db, [userId])).get(userId)?.grants ?? [];
    return presentMySubscription({ subscriptions, grants }, plans, clock.now());
  });

  async function findOwnSubscription(userId: string, id: string) {
    const row = await findCustomerSubscription(database.db, userId, id);
    if (!row) throw notFound();
    return row;
  }

  /** Only the plans of the catalog are accepted. */
  async function preparePlanChange(userId: string, id: string, priceId: string) {
    const row = await findOwnSubscription(userId, id);
    if (!billing.paddle) throw billingDisabled();
    const plan = findPlanPrice(plans, priceId);
    if (!plan) throw notForSale();
    return { row, plan, gateway: billing.paddle.gateway };
  }
}

/**
 * Returns Paddle's management pages of a subscription, or `null`. They give access to everything of the Paddle customer,
 * which is identified by the entered email address alone. If not all of it belongs to this user, the links are withheld
 * here; Paddle sends its own by email.
 */
async function getManagementLinks(
  {
    db,
    rateLimits,
    gateway,
  }: { db: Queryable; rateLimits: RateLimits<LimitName>; gateway: PaddleGateway | undefined },
  row: SubscriptionRow,
): Promise<ManagementUrls | null> {
  if (!gateway || row.userId === null || row.status === 'canceled') return null;
  if (await isShared(db, row)) return null;
  const isAllowed = await rateLimits
    .count('subscriptionLinksAccount', row.userId)
    .then(() => true, isThrottled);
  return isAllowed ? gateway.getManagementUrls(row.paddleId) : null;
}

/** Returns true when several users, or an unknown one, have subscriptions of the same Paddle customer. */
async function isShared(db: Queryable, { paddleCustomerId, userId }: SubscriptionRow): Promise<boolean> {
  const [other] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.paddleCustomerId, paddleCustomerId),
        sql`${subscriptions.userId} is distinct from ${userId}`,
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Over the limit the page is shown without links. */
function isThrottled(error: unknown): false {
  if (error instanceof HttpError) return false;
  throw error;
}

type PaymentRow = typeof payments.$inferSelect;

const STATES: Partial<Record<string, SubscriptionPayment['state']>> = {
  completed: 'completed',
  paid: 'processing',
  past_due: 'overdue',
};

/** Presents a payment; nothing for a checkout that was not paid, and for a trial or card change without a charge. */
function presentPayment(row: PaymentRow): SubscriptionPayment[] {
  const state = STATES[row.status];
  if (!state || row.totalAmount === '0') return [];
  const { kind, amount } = toAmount(row);
  return [
    {
      id: row.paddleId,
      billed_at: row.billedAt?.toISOString() ?? null,
      kind,
      total: toMajorUnits(amount, row.currency),
      currency: row.currency,
      state,
    },
  ];
}

function toAmount({ totalAmount, chargedAmount }: Pick<PaymentRow, 'totalAmount' | 'chargedAmount'>): {
  kind: SubscriptionPayment['kind'];
  amount: string;
} {
  if (totalAmount.startsWith('-')) return { kind: 'credit', amount: totalAmount.slice(1) };
  if (chargedAmount === '0') return { kind: 'covered', amount: totalAmount };
  return { kind: 'charge', amount: chargedAmount ?? totalAmount };
}

/**
 * Returns the URL of a receipt at Paddle, fetched live because it expires. It contains the billing details of the Paddle
 * customer, so it is withheld if that customer is shared with another user.
 */
async function getReceiptUrl(
  { db, rateLimits, gateway }: { db: Queryable; rateLimits: RateLimits<LimitName>; gateway: PaddleGateway },
  subscription: SubscriptionRow,
  paymentId: string,
): Promise<string> {
  const own = await listSubscriptionPaymentRows(db, subscription.paddleId);
  const payment = own.find(({ paddleId }) => paddleId === paymentId);
  if (!payment) throw notFound();
  await rateLimits.count('subscriptionLinksAccount', subscription.userId ?? '');
  if (payment.status !== 'completed' || (await isShared(db, subscription))) throw receiptUnavailable();
  try {
    return await gateway.getInvoiceUrl(paymentId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw error.kind === 'rejected' ? receiptUnavailable() : paddleUnreachable(error);
  }
}
