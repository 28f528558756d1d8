import type { PlanSettings } from '#server/config/billing-settings.ts';

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
