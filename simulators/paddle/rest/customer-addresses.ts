import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { countryCode, customData } from '#simulators/paddle/fields.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { makeAddress } from '#simulators/paddle/lifecycle/customers.ts';
import { notFound } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { getEntity } from '#simulators/paddle/state/state.ts';
import type { IdParams } from './catalog.ts';
import { getCustomer } from './customers.ts';
import { listQuery, paginate } from './lists.ts';

const line = z.optional(z.nullable(z.string()));
const newAddress = z.strictObject({
  country_code: countryCode,
  description: line,
  first_line: line,
  second_line: line,
  city: line,
  postal_code: line,
  region: line,
  custom_data: z.optional(z.nullable(customData)),
});

export function addressRoutes(app: FastifyInstance, account: Account): void {
  app.get<IdParams>('/customers/:id/addresses', (request) => {
    const { id: customerId } = getCustomer(account, request.params.id);
    const found = Object.values(account.state.addresses).filter(
      ({ customer_id }) => customer_id === customerId,
    );
    return paginate(account, request, found, parse(listQuery, request.query), ({ id }) => id);
  });

  app.post<IdParams>('/customers/:id/addresses', ({ params, body }, reply) => {
    const { id: customerId } = getCustomer(account, params.id);
    const fields = parse(newAddress, body);
    reply.status(201);
    return wrapInEnvelope(account.change((changeset) => makeAddress(changeset, customerId, fields)));
  });

  app.get<{ Params: { id: string; addressId: string } }>(
    '/customers/:id/addresses/:addressId',
    ({ params }) => {
      const address = getEntity(account.state.addresses, params.addressId);
      if (!address || address.customer_id !== params.id) throw notFound(`Address ${params.addressId}`);
      return wrapInEnvelope(address);
    },
  );
}
