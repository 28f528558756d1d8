import { describe, expect, it } from 'vitest';
import { DAY_MS, DECLINES_LATER, RENEWAL, subscribed } from '#simulators/paddle/testing/test-subscription.ts';

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
  it('begins the next period and charges for it', async () => {
    const { control, told, now } = subscribed({ at: '2027-01-31T10:00:00.000Z' });
    await control.advance({ to: '2027-03-01T00:00:00Z' });
    expect(told()).toEqual(RENEWAL);
    expect(now().current_billing_period?.starts_at.slice(0, 10)).toBe('2027-02-28');
    expect(now().next_billed_at?.slice(0, 10)).toBe('2027-03-31');
  });

  it('happens twelve times in a year that passes in one step', async () => {
    const { control, told, now } = subscribed();
    const happened = await control.advance({ ms: 365 * DAY_MS + 1_000 });
    expect(happened.map(({ kind }) => kind)).toEqual(Array(12).fill('renewal'));
    expect(told()).toEqual(Array(12).fill(RENEWAL).flat());
    expect(now().next_billed_at?.slice(0, 10)).toBe('2027-12-21');
  });

  it('tells of everything at instants that only grow', async () => {
    const { control, account } = subscribed();
    await control.advance({ ms: 100 * DAY_MS });
    const times = account.state.events.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
  });

  it('shows an active subscription in a new period before the payment fails', async () => {
    const { control, told, now, account } = subscribed({ cardNumber: DECLINES_LATER });
    await control.advance({ ms: 30 * DAY_MS + 1_000 });
    expect(told()).toEqual(FAILED_RENEWAL);
    expect(now().status).toBe('past_due');
    const first = account.state.events.at(-FAILED_RENEWAL.length);
    expect(first?.data).toMatchObject({
      status: 'active',
      current_billing_period: now().current_billing_period,
    });
  });
});
