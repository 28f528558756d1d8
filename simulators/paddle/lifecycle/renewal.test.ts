import { describe, expect, it } from 'vitest';
import {
  createTestSubscription,
  DAY_MS,
  RENEWAL,
  RENEWALS_DECLINED_CARD,
} from '#tests/support/paddle-simulator/test-subscription.ts';

const FAILED_RENEWAL = [
  'subscription.updated',
  'transaction.created',
  'transaction.billed',
  'transaction.updated',
  'transaction.payment_failed',
  'transaction.updated',
  'transaction.past_due',
  'subscription.updated',
  'subscription.past_due',
];

describe('a renewal', () => {
  it('starts the next period and charges for it', async () => {
    const { control, takeEventTypes, now } = createTestSubscription({ at: '2027-01-31T10:00:00.000Z' });
    await control.advance({ to: '2027-03-01T00:00:00Z' });
    expect(takeEventTypes()).toEqual(RENEWAL);
    expect(now().current_billing_period?.starts_at.slice(0, 10)).toBe('2027-02-28');
    expect(now().next_billed_at?.slice(0, 10)).toBe('2027-03-31');
  });

  it('renews twelve times when the clock advances a year in one step', async () => {
    const { control, takeEventTypes, now } = createTestSubscription();
    const actions = await control.advance({ ms: 365 * DAY_MS + 1_000 });
    expect(actions.map(({ kind }) => kind)).toEqual(Array(12).fill('renewal'));
    expect(takeEventTypes()).toEqual(Array(12).fill(RENEWAL).flat());
    expect(now().next_billed_at?.slice(0, 10)).toBe('2027-12-21');
  });

  it('emits events with strictly increasing timestamps', async () => {
    const { control, account } = createTestSubscription();
    await control.advance({ ms: 100 * DAY_MS });
    const times = account.state.events.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
  });

  it('emits an active subscription in the new period before the payment fails', async () => {
    const { control, takeEventTypes, now, account } = createTestSubscription({
      cardNumber: RENEWALS_DECLINED_CARD,
    });
    await control.advance({ ms: 30 * DAY_MS + 1_000 });
    expect(takeEventTypes()).toEqual(FAILED_RENEWAL);
    expect(now().status).toBe('past_due');
    const first = account.state.events.at(-FAILED_RENEWAL.length);
    expect(first?.data).toMatchObject({
      status: 'active',
      current_billing_period: now().current_billing_period,
    });
  });
});
