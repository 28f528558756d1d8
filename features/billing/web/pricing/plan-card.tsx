import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { CheckIcon } from '#core/web/ui/icons.tsx';
import {
  type Billing,
  describeAlerts,
  MORE_CONTENT,
  PERIODS,
  PREMIUM_CONTENT,
  type PricedPlan,
} from './plans.ts';

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
          {plan.priceId === ''
            ? `You pay for one ${period}. We remind you before it ends; nothing is charged automatically.`
            : `Renews every ${period} until you cancel. Cancel at any time: premium access lasts until the end of the paid ${period}.${plan.transferPrice === null ? '' : ` A bank transfer pays for one ${period} and does not renew.`}`}
        </p>
      </div>
    </li>
  );
}

/** Returns the element ID of a plan's card, for links. */
export const getPlanElementId = (key: string) => `plan-${key}`;
