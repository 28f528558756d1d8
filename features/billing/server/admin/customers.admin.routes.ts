import { ilike, or } from 'drizzle-orm';
import type { Handle } from '#core/server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { Dependencies } from '#dependencies.ts';
import type { RiskAcceptance } from '#features/accounts/contract/risk-statement.ts';
import {
  type Customer,
  countActiveSessions,
  endCustomerSessions,
  findCustomer,
  listCustomers,
  listRiskAcceptances,
} from '#features/accounts/server/accounts.ts';
import { getAdministratorName } from '#features/accounts/server/admin/admin.ts';
import {
  CUSTOMERS_PAGE_SIZE,
  type CustomerDetail,
  type CustomerSummary,
  endCustomerSessions as endSessionsEndpoint,
  grantPremium as grantEndpoint,
  listCustomers as listEndpoint,
  readCustomer,
  revokeGrant as revokeEndpoint,
} from '#features/billing/contract/admin-endpoints.ts';
import {
  type EntitlementPeriod,
  getShownPremiumEnd,
  isActive,
  isPremium,
} from '#features/billing/server/access/entitlement.ts';
import { explainPremium } from '#features/billing/server/access/explain-premium.ts';
import {
  type GrantRow,
  grantPremium,
  listGrants,
  presentGrant,
  revokeGrant,
} from '#features/billing/server/access/grants.ts';
import { listLocalPayments, toPeriods } from '#features/billing/server/bank-transfer/confirm-transfers.ts';
import {
  formatReceiptNumber,
  type LocalPaymentRow,
  toRupees,
} from '#features/billing/server/bank-transfer/orders.ts';
import {
  listCustomerPayments,
  listCustomerSubscriptions,
  type SubscriptionRow,
} from '#features/billing/server/billing.queries.ts';
import { paddleCustomers, type payments, subscriptions } from '#features/billing/server/billing.tables.ts';
import { toMajorUnits } from '#features/billing/server/checkout/amount.ts';
import {
  formatStatus,
  getNextPaymentDate,
} from '#features/billing/server/subscriptions/present-subscription.ts';

/** Lists and shows customers, grants and revokes premium access, and revokes sessions. */
export function adminCustomersRoutes(
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
): void {
  handle(listEndpoint, async ({ query, url }) => {
    const page = parsePage(query.page);
    const range = { limit: CUSTOMERS_PAGE_SIZE, offset: (page - 1) * CUSTOMERS_PAGE_SIZE };
    const { total, rows } = await searchCustomers(database.db, query.search, range);
    const ids = rows.map(({ id }) => id);
    const subscriptions = await listCustomerSubscriptions(database.db, ids);
    const grants = await listGrants(database.db, ids);
    const local = await listLocalPayments(database.db, ids);
    const now = clock.now();
    return {
      count: total,
      ...getPageLinks({ page, pageSize: CUSTOMERS_PAGE_SIZE, total, url, publicUrl: config.publicUrl }),
      results: rows.map((customer) => {
        const isOwn = ({ userId }: { userId: string | null }) => userId === customer.id;
        const sources = {
          subscriptions: subscriptions.filter(isOwn),
          grants: grants.filter(isOwn),
          periods: toPeriods(local, customer.id),
          removed: listRemoved(local.filter(({ payment }) => payment.userId === customer.id)),
        };
        return presentCustomer(customer, sources, now);
      }),
    };
  });

  handle(readCustomer, async ({ params: { id } }) => {
    const customer = await findCustomer(database.db, id);
    if (!customer) throw notFound();
    const local = await listLocalPayments(database.db, [id]);
    const sources = {
      subscriptions: await listCustomerSubscriptions(database.db, [id]),
      grants: await listGrants(database.db, [id]),
      periods: toPeriods(local, id),
      removed: listRemoved(local),
      transfers: local.map(({ payment }) => payment),
      payments: await listCustomerPayments(database.db, id),
    };
    const riskAcceptances = await listRiskAcceptances(database.db, id);
    const now = clock.now();
    const activeSessions = await countActiveSessions(database.db, id, now);
    return presentCustomerDetail(customer, { ...sources, riskAcceptances, activeSessions }, now);
  });

  handle(endSessionsEndpoint, ({ params: { id }, body: { reason: note }, events }) =>
    database.transaction(async (tx) => {
      await endCustomerSessions(tx, id, clock.now());
      const target = { type: 'customer', id };
      await events.record(tx, { kind: 'sessions_revoked', target, details: { scope: 'all', note } });
    }),
  );

  handle(grantEndpoint, ({ params, body: { reason, ends_on: endsOn }, caller, events }) =>
    database.transaction(async (tx) => {
      const grantedBy = await getAdministratorName(tx, caller.administratorId);
      const grant = await grantPremium(tx, params.id, { reason, endsOn, grantedBy }, clock.now());
      const target = { type: 'customer', id: params.id };
      await events.record(tx, { kind: 'premium_granted', target, details: { until: endsOn, note: reason } });
      return presentGrant(grant);
    }),
  );

  handle(revokeEndpoint, ({ params, body: { reason }, caller, events }) =>
    database.transaction(async (tx) => {
      const revokedBy = await getAdministratorName(tx, caller.administratorId);
      const grant = await revokeGrant(tx, params.id, { reason, revokedBy }, clock.now());
      const target = { type: 'customer', id: grant.userId };
      await events.record(tx, { kind: 'premium_revoked', target, details: { note: reason } });
      return presentGrant(grant);
    }),
  );
}

const listRemoved = (local: Awaited<ReturnType<typeof listLocalPayments>>) =>
  local.flatMap(({ payment }) => (payment.removedAt === null ? [] : payment));

/** Lists customers whose name, email address or Paddle ID contains the search text, newest first. */
export async function searchCustomers(
  db: Queryable,
  search: string | undefined,
  range: { limit: number; offset: number },
) {
  if (!search) return listCustomers(db, { pattern: null, otherIds: [] }, range);
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return listCustomers(db, { pattern, otherIds: await listOwnersOfPaddleIds(db, pattern) }, range);
}

async function listOwnersOfPaddleIds(db: Queryable, pattern: string): Promise<string[]> {
  const { userId, paddleId, paddleCustomerId } = subscriptions;
  const owners = await db
    .select({ userId })
    .from(subscriptions)
    .where(or(ilike(paddleId, pattern), ilike(paddleCustomerId, pattern)))
    .union(
      db
        .select({ userId: paddleCustomers.userId })
        .from(paddleCustomers)
        .where(ilike(paddleCustomers.paddleCustomerId, pattern)),
    );
  // A subscription may have no owner yet.
  return owners.flatMap(({ userId }) => userId ?? []);
}

/** The sources of a customer's premium access; subscriptions are sorted newest first. */
interface Sources {
  subscriptions: readonly SubscriptionRow[];
  grants: readonly GrantRow[];
  periods: readonly EntitlementPeriod[];
}

/**
 * Presents a customer in the administrators' list. The status is that of the subscription that gives premium, else of the
 * newest one.
 */
function presentCustomer(customer: Customer, sources: Sources, now: Date): CustomerSummary {
  const { subscriptions } = sources;
  const main = subscriptions.find((row) => isActive(row, now)) ?? subscriptions[0];
  return {
    id: customer.id,
    email: customer.email,
    first_name: customer.firstName,
    last_name: customer.lastName,
    created_at: customer.createdAt.toISOString(),
    is_premium: isPremium(sources, now),
    premium_until: getShownPremiumEnd(sources, now)?.toISOString() ?? null,
    subscription_status: main?.status ?? null,
  };
}

/** Presents a customer with subscriptions, payments, grants and the number of active sessions. */
function presentCustomerDetail(
  customer: Customer,
  sources: Sources & {
    payments: readonly (typeof payments.$inferSelect)[];
    transfers: readonly LocalPaymentRow[];
    riskAcceptances: RiskAcceptance[];
    activeSessions: number;
  },
  now: Date,
): CustomerDetail {
  return {
    ...presentCustomer(customer, sources, now),
    premium_explanation: explainPremium(sources, now),
    phone: customer.phone,
    active_sessions: sources.activeSessions,
    risk_acceptances: sources.riskAcceptances,
    subscriptions: sources.subscriptions.map((row) => ({
      id: row.id,
      paddle_subscription_id: row.paddleId,
      paddle_customer_id: row.paddleCustomerId,
      status: row.status,
      get_status_display: formatStatus(row),
      product_name: row.productName,
      price: toMajorUnits(row.unitAmount, row.currency),
      currency: row.currency,
      interval: row.interval,
      current_billing_period_end: row.periodEnd?.toISOString() ?? null,
      next_payment_date: getNextPaymentDate(row)?.toISOString() ?? null,
      updated_at: row.paddleUpdatedAt.toISOString(),
    })),
    payments: [
      ...sources.transfers.map((row) => ({
        id: formatReceiptNumber(row.number),
        paddle_subscription_id: null,
        status: row.removal ?? 'completed',
        total: toRupees(row.amountPaisa),
        currency: 'PKR',
        billed_at: row.confirmedAt.toISOString(),
        updated_at: (row.removedAt ?? row.confirmedAt).toISOString(),
      })),
      ...sources.payments.map((row) => ({
        id: row.paddleId,
        paddle_subscription_id: row.paddleSubscriptionId,
        status: row.status,
        total: toMajorUnits(row.totalAmount, row.currency),
        currency: row.currency,
        billed_at: row.billedAt?.toISOString() ?? null,
        updated_at: row.paddleUpdatedAt.toISOString(),
      })),
    ],
    grants: sources.grants.map(presentGrant),
  };
}
