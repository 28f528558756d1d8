import type { ICustomerPortalSessionResponse } from '@paddle/paddle-node-sdk';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { getSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { notFound } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { makePortalUrl } from '#simulators/paddle/portal/portal-links.ts';
import type { IdParams } from './catalog.ts';
import { getCustomer } from './customers.ts';

const sessionBody = z.object({ subscription_ids: z.optional(z.array(z.string()).check(z.maxLength(25))) });

export function portalSessionRoutes(app: FastifyInstance, account: Account): void {
  app.post<IdParams>('/customers/:id/portal-sessions', ({ params, body }, reply) => {
    const customer = getCustomer(account, params.id);
    const { subscription_ids: ids = [] } = parse(sessionBody, body);
    const subscriptions = ids.map((id) => getSubscription(account, id));
    if (subscriptions.some(({ customer_id }) => customer_id !== customer.id)) throw notFound('Subscription');
    reply.status(201);
    return wrapInEnvelope(
      account.change((changeset): ICustomerPortalSessionResponse => {
        return {
          id: changeset.id('cpls'),
          customer_id: customer.id,
          urls: {
            general: { overview: makePortalUrl(account, customer.id, 'overview') },
            subscriptions: ids.map((id) => ({
              id,
              cancel_subscription: makePortalUrl(account, id, 'cancel'),
              update_subscription_payment_method: makePortalUrl(account, id, 'update-payment-method'),
            })),
          },
          created_at: changeset.tick(),
        };
      }),
    );
  });
}
