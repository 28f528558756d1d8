import type { PaddleProductData, Plan } from '#contract/billing/pricing.ts';
import type { PaddleSettings, PlanSettings } from '#server/config/billing-settings.ts';
import { billingOffer, type Config } from '#server/config/config.ts';
import { DEMO_PLANS } from './demo-plans.ts';

const SCRIPT_PATH = '/paddle/v2/paddle.js';
const PADDLE_SCRIPT_URL = `https://cdn.paddle.com${SCRIPT_PATH}`;
/** The simulator opens checkouts for this one alone. */
export const SIMULATOR_CLIENT_TOKEN = 'test_simulator';

/** Where the app mounts the simulator: for pages by the path, so that it is theirs under whatever name they are reached. */
export const SIMULATOR_PATH = '/simulators/paddle';
export const getSimulatorUrl = (config: Config) => `${config.publicUrl}${SIMULATOR_PATH}`;

/** The plans that are sold: the configured ones, or the demo's. */
export const listPlans = (config: Config): readonly PlanSettings[] =>
  billingOffer(config) === 'simulator' ? DEMO_PLANS : config.billing.plans;

/** What the pricing page gets. Where nothing is sold there are no plans and no script. */
export function getPlanCatalog(config: Config): PaddleProductData {
  return {
    ...getPaddleSettings(config),
    product_groups: Object.fromEntries(listPlans(config).map(presentPlan)),
  };
}

function getPaddleSettings(config: Config): Omit<PaddleProductData, 'product_groups'> {
  const { paddle } = config.billing;
  if (paddle) {
    return {
      paddle_environment: paddle.environment,
      paddle_client_token: paddle.clientToken,
      paddle_script_url: getScriptUrl(paddle),
      // In the sandbox test cards pay.
      is_simulated: paddle.environment === 'sandbox',
    };
  }
  const isOffered = billingOffer(config) === 'simulator';
  return {
    paddle_environment: 'sandbox',
    paddle_client_token: isOffered ? SIMULATOR_CLIENT_TOKEN : '',
    paddle_script_url: isOffered ? `${SIMULATOR_PATH}${SCRIPT_PATH}` : '',
    is_simulated: isOffered,
  };
}

function getScriptUrl({ apiBaseUrl }: PaddleSettings): string {
  const isPaddle = apiBaseUrl === null || new URL(apiBaseUrl).hostname.endsWith('paddle.com');
  return isPaddle ? PADDLE_SCRIPT_URL : `${apiBaseUrl}${SCRIPT_PATH}`;
}

function presentPlan({ key, displayName, monthlyPriceId, yearlyPriceId }: PlanSettings): [string, Plan] {
  return [
    key,
    {
      display_name: displayName,
      monthly: { paddle_price_id: monthlyPriceId, name: 'Monthly' },
      yearly: { paddle_price_id: yearlyPriceId, name: 'Yearly' },
    },
  ];
}
