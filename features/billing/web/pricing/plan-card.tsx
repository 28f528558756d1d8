import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { CheckIcon } from '#core/web/ui/icons.tsx';
import { ALERT_CHANNELS, describeChannel } from '#features/alerts/contract/channels.ts';
import type { Plan } from '#features/billing/contract/pricing.ts';

export type Billing = 'monthly' | 'yearly';

/** Parses `?billing=yearly`. Anything else is monthly. */
export const parseBilling = (search: URLSearchParams): Billing =>
  search.get('billing') === 'yearly' ? 'yearly' : 'monthly';

export const BILLING_LABELS = { monthly: 'Monthly', yearly: 'Yearly' } as const;
const PERIODS = { monthly: 'month', yearly: 'year' } as const;

/** A plan with its monthly or yearly price. */
export interface PricedPlan {
  key: string;
  name: string;
  priceId: string;
  priceName: string;
  features: readonly string[];
}

export const toPricedPlans = (groups: Readonly<Record<string, Plan>>, billing: Billing): PricedPlan[] =>
  Object.entries(groups).map(([key, plan]) => ({
    key,
    name: plan.display_name,
    priceId: plan[billing].paddle_price_id,
    priceName: plan[billing].name,
    features: [...FEATURES, ...(MORE_FEATURES[key] ?? [])],
  }));

/** A price of a plan, named by plan and interval: `Pro Monthly`. */
interface PlanPrice {
  priceId: string;
  name: string;
}

/** Lists both prices of every plan. */
export const toPlanPrices = (groups: Readonly<Record<string, Plan>>): PlanPrice[] =>
  Object.values(groups).flatMap((plan) =>
    (['monthly', 'yearly'] as const).map((billing) => ({
      priceId: plan[billing].paddle_price_id,
      name: `${plan.display_name} ${BILLING_LABELS[billing]}`,
    })),
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
const MORE_CONTENT: Readonly<Record<string, readonly string[]>> = {
  pro: ['Named sets of your chart tools (Custom Indicators)'],
};

const FEATURES = ['Professional Trading Signals', 'Real-time Market Analysis', 'Advanced Chart Tools'];
const MORE_FEATURES: Readonly<Record<string, readonly string[]>> = {
  intermediate: ['Priority Support'],
  pro: ['24/7 Premium Support', 'Custom Indicators'],
};

interface PlanCardProps {
  plan: PricedPlan;
  billing: Billing;
  /** Formatted by Paddle; `null` until it is loaded. */
  price: string | null;
  /** The visitor selected this plan before signing up. */
  isSelected: boolean;
  /** The subscribe button. */
  children: Elements;
}

export function PlanCard({ plan, billing, price, isSelected, children }: PlanCardProps) {
  const period = PERIODS[billing];
  const channels = useRouteLoaderData<SiteData>('root')?.alertChannels ?? [];
  return (
    <li
      id={getPlanElementId(plan.key)}
      tabIndex={-1}
      className={`flex min-w-0 flex-col rounded-box border bg-surface p-5 ${isSelected ? 'border-accent outline-1 outline-accent' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">{plan.name}</h2>
        {isSelected && <Badge variant="active">Selected</Badge>}
      </div>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        <span className="text-3xl font-semibold tabular-nums" translate="no">
          {price ?? '--'}
        </span>
        <span className="text-muted">{`per ${period}`}</span>
      </p>
      <p className="text-sm text-muted">{plan.priceName}</p>
      <ul className="mt-5 grid gap-2">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <CheckIcon className="mt-1 size-4 text-accent" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <h3 className="mt-5 text-sm">What it opens</h3>
      <ul className="mt-1 mb-5 list-disc ps-5 text-sm text-muted">
        {[...PREMIUM_CONTENT, describeAlerts(channels), ...(MORE_CONTENT[plan.key] ?? [])].map((content) => (
          <li key={content}>{content}</li>
        ))}
      </ul>
      <div className="mt-auto grid gap-2">
        {children}
        <p className="text-sm text-muted">
          {`Renews every ${period} until you cancel. Cancel at any time: premium access lasts until the end of the paid ${period}.`}
        </p>
      </div>
    </li>
  );
}

/** Returns the element ID of a plan's card, for links. */
export const getPlanElementId = (key: string) => `plan-${key}`;
