import { expect, it } from 'vitest';
import type { PlanChangePreview } from '#features/billing/contract/subscriptions.ts';
import { describePlanChange } from './plan-change-dialog.tsx';

const UPGRADE: PlanChangePreview = {
  plan: { name: 'Pro', interval: 'month' },
  currency: 'USD',
  charge_now: '15.00',
  credit: null,
  next_payment: { date: '2026-12-21T05:00:00Z', amount: '60.00' },
  renewal_price: '60.00',
  basis: 'pri_1 2026-12-21T05:00:00Z',
};
const MONTHLY = { name: 'Intermediate', price: '30.00', currency: 'USD', interval: 'month' } as const;

const describe = (
  preview: Partial<PlanChangePreview>,
  current: Partial<Parameters<typeof describePlanChange>[0]> = {},
) =>
  describePlanChange({ status: 'active', product: MONTHLY, ...current }, { ...UPGRADE, ...preview }).join(
    ' ',
  );

it('explains the charge of an upgrade', () => {
  expect(describe({})).toBe(
    'The new plan starts immediately. You pay its price for the rest of the period, less the unused part of your current plan. Paddle charges the payment method on file. Amounts include taxes. Paddle calculates them to the minute.',
  );
});

it('explains what happens to a credit, and mentions no charge', () => {
  const text = describe({ charge_now: null, credit: '15.00' });
  expect(text).toContain('is worth more than the new plan for the rest of the period');
  expect(text).not.toContain('You pay');
  expect(text).toContain(
    'Paddle keeps the credit and deducts it from your next payments. It is not paid out.',
  );
  expect(text).not.toContain('charges');
});

it('explains that another interval starts today', () => {
  expect(describe({ plan: { name: 'Pro', interval: 'year' } })).toContain(
    'a new year begins today. The unused part of the current period is deducted.',
  );
});

it('explains that a trial continues', () => {
  expect(describe({ charge_now: null }, { status: 'trialing' })).toContain('Your trial continues');
});
