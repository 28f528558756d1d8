import { describe, expect, it } from 'vitest';
import { describeAlerts, parseBilling, toPlanPrices, toPricedPlans } from './plans.ts';

const createPlan = (name: string) => ({
  display_name: name,
  monthly: { paddle_price_id: `pri_${name}_month`, name: 'Monthly', bank_transfer_price: null },
  yearly: { paddle_price_id: `pri_${name}_year`, name: 'Yearly', bank_transfer_price: null },
});

const EVERY_PLAN = ['Professional Trading Signals', 'Real-time Market Analysis', 'Advanced Chart Tools'];

describe('toPricedPlans', () => {
  it('lists the features of each plan', () => {
    const groups = { intermediate: createPlan('A'), pro: createPlan('B'), other: createPlan('C') };
    expect(toPricedPlans(groups, 'monthly').map(({ key, features }) => [key, features])).toEqual([
      ['intermediate', [...EVERY_PLAN, 'Priority Support']],
      ['pro', [...EVERY_PLAN, '24/7 Premium Support', 'Custom Indicators']],
      ['other', EVERY_PLAN],
    ]);
  });

  it('returns the price of the billing period', () => {
    const groups = { pro: createPlan('Pro') };
    expect(toPricedPlans(groups, 'monthly')[0]).toMatchObject({
      name: 'Pro',
      priceId: 'pri_Pro_month',
      priceName: 'Monthly',
    });
    expect(toPricedPlans(groups, 'yearly')[0]).toMatchObject({
      priceId: 'pri_Pro_year',
      priceName: 'Yearly',
    });
  });
});

it.each([
  ['billing=yearly', 'yearly'],
  ['billing=monthly', 'monthly'],
  ['billing=weekly', 'monthly'],
  ['', 'monthly'],
])('parses "%s" as %s', (search, billing) => {
  expect(parseBilling(new URLSearchParams(search))).toBe(billing);
});

it.each([
  [[], 'Alerts about these signals, with their levels: in your inbox'],
  [['push'], 'Alerts about these signals, with their levels: in your inbox and as push notifications'],
  [
    ['push', 'email', 'telegram'],
    'Alerts about these signals, with their levels: in your inbox, as push notifications, by email and by Telegram',
  ],
] as const)('names only the channels of alerts that this site has: %j', (channels, text) => {
  expect(describeAlerts(channels)).toBe(text);
});

it('lists both prices of every plan', () => {
  const plan = {
    display_name: 'Pro',
    monthly: { paddle_price_id: 'pri_1', name: 'Monthly', bank_transfer_price: null },
    yearly: { paddle_price_id: 'pri_2', name: 'Yearly', bank_transfer_price: null },
  };
  expect(toPlanPrices({ pro: plan })).toEqual([
    { priceId: 'pri_1', name: 'Pro Monthly' },
    { priceId: 'pri_2', name: 'Pro Yearly' },
  ]);
});
