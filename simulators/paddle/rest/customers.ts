import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { customData, email } from '#simulators/paddle/fields.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { emit } from '#simulators/paddle/lifecycle/changeset.ts';
import { findCustomerByEmail, makeCustomer } from '#simulators/paddle/lifecycle/customers.ts';
import { notFound, PaddleError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { type Customer, getEntity } from '#simulators/paddle/state/state.ts';
import type { IdParams } from './catalog.ts';
import { commaSeparated, listQuery, paginate } from './lists.ts';

const customerQuery = z.extend(listQuery, { email: commaSeparated, status: commaSeparated });

const newCustomer = z.strictObject({
  email,
  name: z.optional(z.nullable(z.string())),
  custom_data: z.optional(z.nullable(customData)),
  locale: z.optional(z.string()),
});

const customerChanges = z.partial(z.extend(newCustomer, { status: z.enum(['active', 'archived']) }));

export function customerRoutes(app: FastifyInstance, account: Account): void {
  app.get('/customers', (request) => {
    const query = parse(customerQuery, request.query);
    const found = Object.values(account.state.customers)
      .filter((customer) => !query.email || query.email.includes(customer.email))
      .filter(({ status }) => (query.status ?? ['active']).includes(status));
    return paginate(account, request, found, query, ({ id }) => id);
  });

  app.get<IdParams>('/customers/:id', ({ params }) => wrapInEnvelope(getCustomer(account, params.id)));

  app.post('/customers', ({ body }, reply) => {
    const fields = parse(newCustomer, body);
    assertEmailUnused(fields.email, null);
    reply.status(201);
    return wrapInEnvelope(account.change((changeset) => makeCustomer(changeset, fields)));
  });

  app.patch<IdParams>('/customers/:id', ({ params, body }) => {
    const changes = parse(customerChanges, body);
    const customer = getCustomer(account, params.id);
    if (changes.email) assertEmailUnused(changes.email, customer.id);
    return wrapInEnvelope(
      account.change((changeset) => {
        Object.assign(customer, changes, { updated_at: changeset.tick() });
        emit(changeset, 'customer.updated', customer);
        return customer;
      }),
    );
  });

  function assertEmailUnused(wanted: string, ownId: string | null): void {
    const holder = findCustomerByEmail(account, wanted);
    if (!holder || holder.id === ownId) return;
    throw new PaddleError(
      409,
      'customer_already_exists',
      `customer email conflicts with customer of id ${holder.id}`,
      { group: 'customers' },
    );
  }
}

export function getCustomer({ state }: Pick<Account, 'state'>, id: string): Customer {
  const customer = getEntity(state.customers, id);
  if (!customer) throw notFound(`Customer ${id}`);
  return customer;
}
