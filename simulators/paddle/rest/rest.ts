import type { FastifyInstance } from 'fastify';
import type { Account } from '#simulators/paddle/account.ts';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { transactionRoutes } from './transactions.ts';

/** Serves the part of Paddle's API that the product calls, authenticated by the API key. */
export async function restRoutes(app: FastifyInstance, account: Account): Promise<void> {
  app.addHook('onRequest', async (request) => {
    authenticate(request.headers.authorization, account.options.apiKey);
    account.runDueActions();
  });
  transactionRoutes(app, account);
  subscriptionRoutes(app, account);
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
