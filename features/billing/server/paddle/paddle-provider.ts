import { and, eq, sql } from 'drizzle-orm';
import type { LimitName } from '#core/server/config/settings/limit-settings.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { RateLimits } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { Dependencies } from '#dependencies.ts';
import type { SubscriptionPayment } from '#features/billing/contract/subscriptions.ts';
import {
  billingDisabled,
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
import type { PaymentProvider } from '#features/billing/server/payment-provider.ts';
import { changeSubscription } from '#features/billing/server/subscriptions/change-subscription.ts';
import { presentSubscription } from '#features/billing/server/subscriptions/present-subscription.ts';
import { GatewayError, type ManagementUrls, type PaddleGateway } from './paddle-gateway.ts';

/** Shows and changes the subscriptions that Paddle reports. */
export function createPaddleProvider({
  database,
  clock,
  logger,
  billing,
  tokenSecrets,
  rateLimits,
}: Pick<
  Dependencies,
  'database' | 'clock' | 'logger' | 'billing' | 'tokenSecrets' | 'rateLimits'
>): PaymentProvider {
  const { db } = database;
  return {
    id: 'paddle',
    async listSubscriptions(userId) {
      const rows = await listCustomerSubscriptions(db, [userId]);
      return rows.map((row) => presentSubscription(row));
    },
    async findSubscription(userId, id) {
      const row = await findCustomerSubscription(db, userId, id);
      if (!row) return null;
      return {
        async present() {
          const links = await getManagementLinks({ db, rateLimits, gateway: billing.paddle?.gateway }, row);
          return presentSubscription(row, links ?? undefined);
        },
        async change(action) {
          const { gateway } = requireAccount();
          const parts = { database, clock, logger, tokenSecrets, gateway };
          return presentSubscription(await changeSubscription(parts, row, action));
        },
        async listPayments() {
          return (await listSubscriptionPaymentRows(db, row.paddleId)).flatMap(presentPayment);
        },
        getReceiptUrl: (paymentId) =>
          getReceiptUrl({ db, rateLimits, gateway: requireAccount().gateway }, row, paymentId),
      };
    },
  };

  function requireAccount() {
    if (!billing.paddle) throw billingDisabled();
    return billing.paddle;
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
      has_receipt: kind !== 'credit' && state === 'completed',
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
