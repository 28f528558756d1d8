import { describe, expect, it } from 'vitest';
import { DAY_MS, DECLINES_LATER, subscribed } from '#simulators/paddle/testing/test-subscription.ts';

describe('a payment that is overdue', () => {
  it('is tried on days 1, 3, 5, 7, 14, 21 and 30, and then the subscription is canceled', async () => {
    const { control, now, told } = subscribed({ cardNumber: DECLINES_LATER });
    const happened = await control.advance({ ms: 65 * DAY_MS });
    const failedAt = happened[0]?.atMs ?? 0;
    expect(happened.map(({ atMs, kind }) => [kind, (atMs - failedAt) / DAY_MS])).toEqual([
      ['renewal', 0],
      ...[1, 3, 5, 7, 14, 21, 30].map((day) => ['retry', day]),
    ]);
    expect(now()).toMatchObject({ status: 'canceled', next_billed_at: null, current_billing_period: null });
    expect(told().slice(-4)).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'transaction.updated',
      'transaction.canceled',
    ]);
  });

  it('may pause the subscription in the end', async () => {
    const { control, now } = subscribed({ cardNumber: DECLINES_LATER, dunningExhausted: 'pause' });
    await control.advance({ ms: 65 * DAY_MS });
    expect(now()).toMatchObject({ status: 'paused' });
  });

  it('makes the subscription active again when it goes through', async () => {
    const { control, told, now } = subscribed();
    control.failNextPayment();
    await control.advance({ ms: 30 * DAY_MS + 1_000 });
    expect(now().status).toBe('past_due');
    told();
    await control.advance({ ms: DAY_MS });
    expect(told()).toEqual([
      'transaction.updated',
      'transaction.paid',
      'transaction.updated',
      'transaction.completed',
      'subscription.updated',
    ]);
    expect(now()).toMatchObject({ status: 'active' });
    expect(now().next_billed_at?.slice(0, 10)).toBe('2027-01-21');
  });
});
