import type { Config } from '#core/server/config/config.ts';
import { getBankTransfer, getBillingMode } from '#core/server/config/service-modes.ts';
import { type Check, type Finding, off, ok } from '#core/server/platform/checks/checks.ts';
import { addMilliseconds, type Clock, DAY } from '#core/server/platform/clock.ts';
import type { PaddleAccount } from '#features/billing/server/create-billing.ts';
import { GatewayError } from '#features/billing/server/paddle/paddle-gateway.ts';
import { listPlans } from './plan-catalog.ts';

/** Checks that customers can subscribe. */
export const createPlansCheck = (config: Config, clock: Clock, paddle: PaddleAccount | null): Check => ({
  id: 'plans',
  title: 'Plans are for sale with Paddle',
  scope: 'shared',
  usesClock: false,
  setup: {
    group: 'Sales',
    purpose: 'Customers pay for premium signals. Without plans nothing premium is offered.',
    settings: [
      'PADDLE_ENVIRONMENT',
      'PADDLE_API_KEY',
      'PADDLE_CLIENT_TOKEN',
      'PADDLE_WEBHOOK_SECRETS',
      'PADDLE_PRICE_INTERMEDIATE_MONTHLY',
      'PADDLE_PRICE_INTERMEDIATE_YEARLY',
    ],
    ...(paddle === null || getBillingMode(config) !== 'on' ? {} : { test: () => callPaddle(paddle, clock) }),
  },
  async run() {
    const plans = listPlans(config);
    const mode = getBillingMode(config);
    if (mode === 'off')
      return off(
        getBankTransfer(config) ? 'Plans are for sale by bank transfer only.' : 'Nothing is for sale.',
        'Set the PADDLE settings, which docs/configuration.md describes, and restart.',
      );
    if (plans.length === 0)
      return off(
        'No plan has both of its prices.',
        'Set PADDLE_PRICE_INTERMEDIATE_MONTHLY and PADDLE_PRICE_INTERMEDIATE_YEARLY to the IDs of prices in Paddle, and restart.',
      );
    const names = plans.map(({ displayName }) => displayName).join(', ');
    if (config.billing.paddle?.environment === 'sandbox')
      return {
        state: 'warning',
        cause: `${names}, in the sandbox of Paddle: anyone can buy with a test card.`,
        action: 'Use the keys and prices of production once your tests are done.',
      };
    return ok(`${names}${mode === 'simulator' ? ', sold by the simulator' : ''}.`);
  },
});

/** Reads the payments of the last day, of which there may be none. */
async function callPaddle({ gateway }: PaddleAccount, clock: Clock): Promise<Finding> {
  try {
    for await (const _ of gateway.listPayments(addMilliseconds(clock.now(), -DAY), () => {})) break;
    return ok('Paddle accepts the API key.');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return {
      state: 'failing',
      cause: `Paddle ${error.kind === 'rejected' ? 'rejects the request' : 'does not respond'} (${error.code}).`,
      action: 'Check PADDLE_API_KEY, its permissions, and PADDLE_ENVIRONMENT.',
    };
  }
}
