import type { CatalogProduct } from '#simulators/paddle/catalog.ts';

/** The prices in the simulator's tests. */
export const MONTHLY = 'pri_01k8monthly00000000000000a';
export const YEARLY = 'pri_01k8yearly000000000000000a';
export const PRO_MONTHLY = 'pri_01k8promonthly0000000000aa';
export const TRIAL = 'pri_01k8trial0000000000000000a';

export const testCatalog: readonly CatalogProduct[] = [
  {
    id: 'pro_01k8signals00000000000000a',
    name: 'Signals',
    prices: [
      {
        id: MONTHLY,
        name: 'Monthly',
        interval: 'month',
        amount: '3000',
        currency: 'USD',
        overrides: [
          { countryCodes: ['DE'], amount: '3000', currency: 'EUR' },
          { countryCodes: ['JP'], amount: '4500', currency: 'JPY' },
        ],
      },
      { id: YEARLY, name: 'Yearly', interval: 'year', amount: '28800', currency: 'USD' },
      { id: TRIAL, name: 'Monthly', interval: 'month', amount: '3000', currency: 'USD', trialDays: 7 },
    ],
  },
  {
    id: 'pro_01k8prosignals000000000000',
    name: 'Pro Signals',
    prices: [{ id: PRO_MONTHLY, name: 'Monthly', interval: 'month', amount: '6000', currency: 'USD' }],
  },
];
