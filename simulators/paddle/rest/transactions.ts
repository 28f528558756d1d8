import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { resolveItems } from '#simulators/paddle/checkout/checkout-service.ts';
import { customData, quantity } from '#simulators/paddle/fields.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { getTransaction } from '#simulators/paddle/lifecycle/checkout.ts';
import { changeStatus, makeTransaction } from '#simulators/paddle/lifecycle/transactions.ts';
import { notFound, transactionError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { makePortalUrl } from '#simulators/paddle/portal/portal-links.ts';
import { getEntity } from '#simulators/paddle/state/state.ts';
import type { IdParams } from './catalog.ts';
import { getCustomer } from './customers.ts';
import { commaSeparated, listQuery, paginate } from './lists.ts';

const transactionQuery = z.extend(listQuery, {
  status: commaSeparated,
  customer_id: commaSeparated,
  subscription_id: commaSeparated,
  origin: commaSeparated,
});

const newTransaction = z.object({
  items: z.array(z.object({ price_id: z.string(), quantity })).check(z.minLength(1), z.maxLength(100)),
  customer_id: z.optional(z.nullable(z.string())),
  address_id: z.optional(z.nullable(z.string())),
  custom_data: z.optional(z.nullable(customData)),
  checkout: z.optional(z.nullable(z.object({ url: z.optional(z.nullable(z.url())) }))),
});

const transactionChanges = z.strictObject({
  status: z.optional(z.literal('canceled')),
  custom_data: z.optional(z.nullable(customData)),
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

  app.get<IdParams>('/transactions/:id', ({ params }) => wrapInEnvelope(getTransaction(account, params.id)));

  app.get<IdParams>('/transactions/:id/invoice', ({ params }) => {
    const transaction = getTransaction(account, params.id);
    if (transaction.status !== 'completed' && transaction.status !== 'paid') {
      throw transactionError('transaction_invoice_not_available', 'invoice is not available');
    }
    return wrapInEnvelope({ url: makePortalUrl(account, transaction.id, 'invoice.pdf') });
  });

  app.post('/transactions', ({ body }, reply) => {
    const fields = parse(newTransaction, body);
    const items = resolveItems(
      account,
      fields.items.map(({ price_id, quantity }) => ({ priceId: price_id, quantity })),
    );
    const customer = fields.customer_id ? getCustomer(account, fields.customer_id) : null;
    const address = fields.address_id ? getEntity(account.state.addresses, fields.address_id) : null;
    if (address === undefined || (address && address.customer_id !== customer?.id)) {
      throw notFound(`Address ${fields.address_id}`);
    }
    reply.status(201);
    return wrapInEnvelope(
      account.change((changeset) => {
        const isReady = customer !== null && address !== null;
        const isFree = items.some(({ price }) => price.trial_period !== null);
        const transaction = makeTransaction(
          changeset,
          { items, countryCode: address?.country_code ?? null, isFree },
          {
            origin: 'api',
            status: isReady ? 'ready' : 'draft',
            customer_id: customer?.id ?? null,
            address_id: address?.id ?? null,
            custom_data: fields.custom_data ?? null,
            checkoutUrl: fields.checkout?.url ?? getDefaultPaymentLink(account),
          },
        );
        emit(changeset, 'transaction.created', transaction);
        if (isReady) emit(changeset, 'transaction.ready', transaction);
        return transaction;
      }),
    );
  });

  app.patch<IdParams>('/transactions/:id', ({ params, body }) => {
    const { status, ...changes } = parse(transactionChanges, body);
    const transaction = getTransaction(account, params.id);
    if (transaction.status !== 'draft' && transaction.status !== 'ready') {
      throw transactionError('transaction_immutable', 'transaction is immutable');
    }
    return wrapInEnvelope(
      account.change((changeset) => {
        Object.assign(transaction, changes);
        changeStatus(changeset, transaction, status ?? transaction.status);
        if (status) emit(changeset, 'transaction.canceled', transaction);
        return transaction;
      }),
    );
  });
}

function getDefaultPaymentLink({ options }: Account): string {
  return options.defaultPaymentLink ?? new URL('/', options.baseUrl).href;
}
