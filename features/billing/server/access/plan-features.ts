import type { PlanSettings } from '#core/server/config/settings/billing-settings.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { isActive, isPremium, readPremiumSources } from './entitlement.ts';

/** What a customer's plan opens in addition to premium signals. */
export interface PlanFeatures {
  /** Part of every plan, and of granted access. */
  hasChartTools: boolean;
  /** Part of the Pro plan. */
  hasCustomIndicators: boolean;
}

export async function readPlanFeatures(
  db: Queryable,
  userId: string,
  { plans, now }: { plans: readonly PlanSettings[]; now: Date },
): Promise<PlanFeatures> {
  const sources = (await readPremiumSources(db, [userId])).get(userId);
  if (!sources) return { hasChartTools: false, hasCustomIndicators: false };
  const pro = plans.find(({ key }) => key === 'pro');
  const proPrices = pro ? [pro.monthlyPriceId, pro.yearlyPriceId] : [];
  return {
    hasChartTools: isPremium(sources, now),
    hasCustomIndicators: sources.subscriptions.some(
      (subscription) => isActive(subscription, now) && proPrices.includes(subscription.priceId),
    ),
  };
}
