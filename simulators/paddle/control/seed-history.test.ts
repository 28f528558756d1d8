import { describe, expect, it } from 'vitest';
import { createTestAccount } from '#tests/support/paddle-simulator/test-account.ts';
import { MONTHLY } from '#tests/support/paddle-simulator/test-catalog.ts';
import type { PastPurchase } from './control.ts';

const DAY_MS = 86_400_000;
const RENEWALS_DECLINED_CARD = '4000002760003184';

function seed(purchase: Omit<PastPurchase, 'priceId' | 'customerEmail'>) {
  const made = createTestAccount();
  made.control.seedHistory([{ priceId: MONTHLY, customerEmail: 'a@example.com', ...purchase }]);
  const { subscriptions, transactions } = made.control.state();
  const [subscription] = Object.values(subscriptions);
  return { ...made, subscription, transactions: Object.values(transactions) };
}

describe('a replayed history', () => {
  it('renews a subscription each month until now', () => {
    const { subscription, transactions, account } = seed({ daysAgo: 70 });
    const nowMs = account.clock.nowMs();
    expect(subscription?.status).toBe('active');
    expect(Date.parse(subscription?.started_at ?? '')).toBeCloseTo(nowMs - 70 * DAY_MS, -3);
    expect(transactions.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(Date.parse(subscription?.next_billed_at ?? '')).toBeGreaterThan(nowMs);
  });

  it('schedules a cancellation at the end of the current period', () => {
    const { subscription } = seed({ daysAgo: 40, change: { kind: 'cancel', daysAgo: 5 } });
    expect(subscription).toMatchObject({ status: 'active', scheduled_change: { action: 'cancel' } });
  });

  it('pauses a subscription at the end of the period in which the customer paused it', () => {
    const { subscription } = seed({ daysAgo: 45, change: { kind: 'pause', daysAgo: 20 } });
    expect(subscription).toMatchObject({ status: 'paused', current_billing_period: null });
  });

  it('leaves a subscription past due whose card declines the renewal', () => {
    const { subscription, transactions } = seed({ daysAgo: 33, cardNumber: RENEWALS_DECLINED_CARD });
    expect(subscription?.status).toBe('past_due');
    expect(transactions.map(({ status }) => status)).toEqual(['completed', 'past_due']);
  });

  it('delivers no webhooks of the past, and the clock returns to the present', () => {
    const { control, account } = seed({ daysAgo: 70 });
    expect(control.notifications()).toEqual([]);
    expect(account.state.offsetMs).toBe(0);
    control.completeCheckout({ priceId: MONTHLY, customerEmail: 'b@example.com' });
    const dates = account.state.events.map(({ occurred_at }) => occurred_at);
    expect(dates).toEqual(dates.toSorted());
  });

  it('rejects an account that has customers', () => {
    const { control } = seed({ daysAgo: 1 });
    expect(() => control.seedHistory([])).toThrow('The account has customers already.');
  });
});
