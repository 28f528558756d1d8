import type { Config } from '#core/server/config/config.ts';
import { getBankTransfer, getBillingMode } from '#core/server/config/service-modes.ts';
import type { PaddleSettings, PlanSettings } from '#core/server/config/settings/billing-settings.ts';
import type { PaddleProductData, Plan } from '#features/billing/contract/pricing.ts';
import { toMajorUnits } from './amount.ts';

const SCRIPT_PATH = '/paddle/v2/paddle.js';
const PADDLE_SCRIPT_URL = `https://cdn.paddle.com${SCRIPT_PATH}`;
/** The only client token that the simulator accepts. */
export const SIMULATOR_CLIENT_TOKEN = 'test_simulator';

/** The path where the app mounts the simulator. Pages use it without an origin, so that it works under every host name. */
export const SIMULATOR_PATH = '/simulators/paddle';
export const getSimulatorUrl = (config: Config) => `${config.publicUrl}${SIMULATOR_PATH}`;

/** Returns the configured plans, or those of the demo. */
export const listPlans = (config: Config): readonly PlanSettings[] =>
  getBillingMode(config) === 'simulator' ? DEMO_PLANS : config.billing.plans;

/** Returns the plan and the interval of a price that is for sale; `null` for any other price. */
export function findPlanPrice(
  plans: readonly PlanSettings[],
  priceId: string,
): { name: string; interval: 'month' | 'year' } | null {
  for (const { displayName: name, monthlyPriceId, yearlyPriceId } of plans) {
    if (priceId === monthlyPriceId) return { name, interval: 'month' };
    if (priceId === yearlyPriceId) return { name, interval: 'year' };
  }
  return null;
}

/** Returns the data of the pricing page. Without billing there are no plans and no script. */
export function getPlanCatalog(config: Config): PaddleProductData {
  return {
    ...getPaddleSettings(config),
    product_groups: presentPlans(config),
  };
}

/** Presents the plans that are sold with Paddle, by bank transfer or both. */
function presentPlans(config: Config): Record<string, Plan> {
  const plans = listPlans(config);
  const local = getBankTransfer(config)?.plans ?? [];
  const keys = (['intermediate', 'pro'] as const).filter((key) =>
    [...plans, ...local].some((plan) => plan.key === key),
  );
  return Object.fromEntries(
    keys.map((key) => {
      const plan = plans.find((each) => each.key === key);
      const transfer = local.find((each) => each.key === key);
      const formatPaisa = (paisa: number | null | undefined) =>
        paisa ? toMajorUnits(String(paisa), 'PKR') : null;
      return [
        key,
        {
          display_name: plan?.displayName ?? transfer?.displayName ?? '',
          monthly: {
            paddle_price_id: plan?.monthlyPriceId ?? '',
            name: 'Monthly',
            bank_transfer_price: formatPaisa(transfer?.monthPaisa),
          },
          yearly: {
            paddle_price_id: plan?.yearlyPriceId ?? '',
            name: 'Yearly',
            bank_transfer_price: formatPaisa(transfer?.yearPaisa),
          },
        },
      ];
    }),
  );
}

function getPaddleSettings(config: Config): Omit<PaddleProductData, 'product_groups'> {
  const { paddle } = config.billing;
  if (paddle) {
    return {
      paddle_environment: paddle.environment,
      paddle_client_token: paddle.clientToken,
      paddle_script_url: getScriptUrl(paddle),
      // The sandbox accepts only test cards.
      is_simulated: paddle.environment === 'sandbox',
    };
  }
  const isSimulated = getBillingMode(config) === 'simulator';
  return {
    paddle_environment: 'sandbox',
    paddle_client_token: isSimulated ? SIMULATOR_CLIENT_TOKEN : '',
    paddle_script_url: isSimulated ? `${SIMULATOR_PATH}${SCRIPT_PATH}` : '',
    is_simulated: isSimulated,
  };
}

function getScriptUrl({ apiBaseUrl }: PaddleSettings): string {
  const isPaddle = apiBaseUrl === null || new URL(apiBaseUrl).hostname.endsWith('paddle.com');
  return isPaddle ? PADDLE_SCRIPT_URL : `${apiBaseUrl}${SCRIPT_PATH}`;
}

/** A plan of the demo. A year costs 20% less than twelve months. */
interface DemoPlan extends PlanSettings {
  productId: `pro_${string}`;
  monthlyPriceId: `pri_${string}`;
  yearlyPriceId: `pri_${string}`;
  /** In cents. */
  monthlyAmount: string;
  yearlyAmount: string;
}

export const DEMO_PLANS: readonly DemoPlan[] = [
  {
    key: 'intermediate',
    displayName: 'Intermediate',
    productId: 'pro_01demo00000intermediate000',
    monthlyPriceId: 'pri_01demo00intermediatemonth0',
    yearlyPriceId: 'pri_01demo00intermediateyear00',
    monthlyAmount: '3000',
    yearlyAmount: '28800',
  },
  {
    key: 'pro',
    displayName: 'Pro',
    productId: 'pro_01demo00000pro000000000000',
    monthlyPriceId: 'pri_01demo00promonth0000000000',
    yearlyPriceId: 'pri_01demo00proyear00000000000',
    monthlyAmount: '6000',
    yearlyAmount: '57600',
  },
];
