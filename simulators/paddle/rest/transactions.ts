import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { getTransaction } from '#simulators/paddle/lifecycle/checkout.ts';
import { transactionError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { makePortalUrl } from '#simulators/paddle/portal/portal-links.ts';
import { commaSeparated, type IdParams, listQuery, paginate } from './lists.ts';

const transactionQuery = z.extend(listQuery, {
  status: commaSeparated,
  customer_id: commaSeparated,
  subscription_id: commaSeparated,
  origin: commaSeparated,
});

export function transactionRoutes(app: FastifyInstance, account: Account): void {
  app.get('/transactions', (request) => {
    const query = parse(transactionQuery, request.query);
    const found = Object.values(account.state.transactions)
      .filter(({ status }) => !query.status || query.status.includes(status))
      .filter(({ origin }) => !query.origin || query.origin.includes(origin))
      .filter(({ customer_id }) => !query.customer_id || query.customer_id.includes(customer_id ?? ''))
      .filter(
        ({ subscription_id: id }) => !query.subscription_id || query.subscription_id.includes(id ?? ''),
      );
    return paginate(account, request, found, query, ({ id }) => id);
  });

  app.get<IdParams>('/transactions/:id/invoice', ({ params }) => {
    const transaction = getTransaction(account, params.id);
    if (transaction.status !== 'completed' && transaction.status !== 'paid') {
      throw transactionError('transaction_invoice_not_available', 'invoice is not available');
    }
    return wrapInEnvelope({ url: makePortalUrl(account, transaction.id, 'invoice.pdf') });
  });
}
