import { ALERT_CHANNELS, describeChannel } from '#features/alerts/contract/channels.ts';
import type { Plan } from '#features/billing/contract/pricing.ts';

export type Billing = 'monthly' | 'yearly';

/** Parses `?billing=yearly`. Anything else is monthly. */
export const parseBilling = (search: URLSearchParams): Billing =>
  search.get('billing') === 'yearly' ? 'yearly' : 'monthly';

export const BILLING_LABELS = { monthly: 'Monthly', yearly: 'Yearly' } as const;
export const PERIODS = { monthly: 'month', yearly: 'year' } as const;

/** A plan with its monthly or yearly price. */
export interface PricedPlan {
  key: string;
  name: string;
  priceId: string;
  priceName: string;
  /** In rupees, for a bank transfer; `null` if it cannot be paid so. */
  transferPrice: string | null;
  features: readonly string[];
}

export const toPricedPlans = (groups: Readonly<Record<string, Plan>>, billing: Billing): PricedPlan[] =>
  Object.entries(groups).map(([key, plan]) => ({
    key,
    name: plan.display_name,
    priceId: plan[billing].paddle_price_id,
    priceName: plan[billing].name,
    transferPrice: plan[billing].bank_transfer_price,
    features: [...FEATURES, ...(MORE_FEATURES[key] ?? [])],
  }));

/** A price of a plan, named by plan and interval: `Pro Monthly`. */
interface PlanPrice {
  priceId: string;
  name: string;
}

/** Lists both prices of every plan that is sold with Paddle. */
export const toPlanPrices = (groups: Readonly<Record<string, Plan>>): PlanPrice[] =>
  Object.values(groups).flatMap((plan) =>
    (['monthly', 'yearly'] as const).flatMap((billing) =>
      plan[billing].paddle_price_id === ''
        ? []
        : {
            priceId: plan[billing].paddle_price_id,
            name: `${plan.display_name} ${BILLING_LABELS[billing]}`,
          },
    ),
  );

/** What every plan opens. */
export const PREMIUM_CONTENT = [
  'Swing signals, held for days to weeks',
  'Investment signals, held for months or longer',
  'Entry price, stop loss and targets of every signal in progress',
  'Signals that were closed in the last 30 days',
  'The same signals in your Atom feed and over the API',
  'Publications and changes as they happen; prices are end-of-day (Real-time Market Analysis)',
  'Moving averages, Bollinger Bands, RSI and MACD on every end-of-day chart, with your own settings',
];

/** Describes how customers are alerted about what a plan opens. */
export function describeAlerts(channels: readonly string[]): string {
  const ways = ALERT_CHANNELS.filter((channel) => channel === 'inbox' || channels.includes(channel)).flatMap(
    (channel) => describeChannel(channel).way ?? [],
  );
  return `Alerts about these signals, with their levels: ${ways.slice(0, -1).join(', ')}${ways.length > 1 ? ' and ' : ''}${ways.at(-1)}`;
}

/** What a plan opens in addition. */
export const MORE_CONTENT: Readonly<Record<string, readonly string[]>> = {
  pro: ['Named sets of your chart tools (Custom Indicators)'],
};

const FEATURES = ['Professional Trading Signals', 'Real-time Market Analysis', 'Advanced Chart Tools'];
const MORE_FEATURES: Readonly<Record<string, readonly string[]>> = {
  intermediate: ['Priority Support'],
  pro: ['24/7 Premium Support', 'Custom Indicators'],
};
