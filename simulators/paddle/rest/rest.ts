import type { FastifyInstance } from 'fastify';
import type { Account } from '#simulators/paddle/account.ts';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';
import { catalogRoutes } from './catalog.ts';
import { addressRoutes } from './customer-addresses.ts';
import { customerRoutes } from './customers.ts';
import { eventRoutes } from './events.ts';
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
