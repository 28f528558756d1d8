import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { EVENT_TYPES, toEventType } from '#simulators/paddle/webhooks/destinations.ts';
import { catalogRoutes } from './catalog.ts';
import { addressRoutes } from './customer-addresses.ts';
import { customerRoutes } from './customers.ts';
import { commaSeparated, listQuery, paginate } from './lists.ts';
import { notificationSettingRoutes } from './notification-settings.ts';
import { notificationRoutes } from './notifications.ts';
import { portalSessionRoutes } from './portal-sessions.ts';
import { pricingPreviewRoutes } from './pricing-preview.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { transactionRoutes } from './transactions.ts';

/** Serves Paddle's API, authenticated by the API key. */
export async function restRoutes(app: FastifyInstance, account: Account): Promise<void> {
  app.addHook('onRequest', async (request) => {
    authenticate(request.headers.authorization, account.options.apiKey);
    account.runDueActions();
  });
  catalogRoutes(app, account);
  customerRoutes(app, account);
  addressRoutes(app, account);
  transactionRoutes(app, account);
  subscriptionRoutes(app, account);
  pricingPreviewRoutes(app, account);
  portalSessionRoutes(app, account);
  eventRoutes(app, account);
  notificationRoutes(app, account);
  notificationSettingRoutes(app, account);
}

/** The SDK writes `bearer` in lower case, the documentation in title case. */
function authenticate(header: string | undefined, apiKey: string): void {
  if (!header) throw new PaddleError(403, 'authentication_missing', 'Authentication header missing.');
  const key = /^bearer (\S+)$/i.exec(header)?.[1];
  if (!key) {
    throw new PaddleError(
      403,
      'authentication_malformed',
      'Authentication header included, but incorrectly formatted.',
    );
  }
  if (key !== apiKey)
    throw new PaddleError(403, 'forbidden', "You aren't permitted to perform this request.");
}

const eventQuery = z.extend(listQuery, { event_type: commaSeparated });

function eventRoutes(app: FastifyInstance, account: Account): void {
  app.get('/events', (request) => {
    const query = parse(eventQuery, request.query);
    const found = account.state.events.filter(
      ({ event_type }) => !query.event_type || query.event_type.includes(event_type),
    );
    return paginate(account, request, found, query, ({ event_id }) => event_id);
  });

  app.get('/event-types', () => wrapInEnvelope(EVENT_TYPES.map(toEventType)));

  app.get('/ips', () => wrapInEnvelope({ ipv4_cidrs: ['127.0.0.1/32'] }));
}
