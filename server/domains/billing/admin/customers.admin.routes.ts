import {
  CUSTOMERS_PAGE_SIZE,
  endCustomerSessions as endSessionsEndpoint,
  grantPremium as grantEndpoint,
  listCustomers,
  readCustomer,
  revokeGrant as revokeEndpoint,
} from '#contract/billing/admin-endpoints.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { countActiveSessions, endCustomerSessions, findCustomer } from '#server/domains/accounts/accounts.ts';
import { getAdministratorName } from '#server/domains/admin/admin.ts';
import { grantPremium } from '#server/domains/billing/access/grants/grant-premium.ts';
import { listGrants } from '#server/domains/billing/access/grants/grants.queries.ts';
import { presentGrant } from '#server/domains/billing/access/grants/present-grant.ts';
import { revokeGrant } from '#server/domains/billing/access/grants/revoke-grant.ts';
import { listCustomerPayments } from '#server/domains/billing/billing.queries.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { notFound } from '#server/platform/http-error.ts';
import { listSubscriptionsOfCustomers, searchCustomers } from './customers.queries.ts';
import { presentCustomer, presentCustomerDetail } from './present-customer.ts';

/** Lists and shows customers, grants and revokes premium access, and revokes sessions. */
export function adminCustomersRoutes(
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
): void {
  handle(listCustomers, async ({ query, url }) => {
    const page = parsePage(query.page);
    const range = { limit: CUSTOMERS_PAGE_SIZE, offset: (page - 1) * CUSTOMERS_PAGE_SIZE };
    const { total, rows } = await searchCustomers(database.db, query.search, range);
    const ids = rows.map(({ id }) => id);
    const subscriptions = await listSubscriptionsOfCustomers(database.db, ids);
    const grants = await listGrants(database.db, ids);
    const now = clock.now();
    return {
      count: total,
      ...getPageLinks({ page, pageSize: CUSTOMERS_PAGE_SIZE, total, url, publicUrl: config.publicUrl }),
      results: rows.map((customer) => {
        const isOwn = ({ userId }: { userId: string | null }) => userId === customer.id;
        const sources = { subscriptions: subscriptions.filter(isOwn), grants: grants.filter(isOwn) };
        return presentCustomer(customer, sources, now);
      }),
    };
  });

  handle(readCustomer, async ({ params: { id } }) => {
    const customer = await findCustomer(database.db, id);
    if (!customer) throw notFound();
    const sources = {
      subscriptions: await listSubscriptionsOfCustomers(database.db, [id]),
      grants: await listGrants(database.db, [id]),
      payments: await listCustomerPayments(database.db, id),
    };
    const now = clock.now();
    const activeSessions = await countActiveSessions(database.db, id, now);
    return presentCustomerDetail(customer, { ...sources, activeSessions }, now);
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
