import { describe, expect, it } from 'vitest';
import {
  createTestSubscription,
  DAY_MS,
  RENEWALS_DECLINED_CARD,
} from '#tests/support/paddle-simulator/test-subscription.ts';

describe('an overdue payment', () => {
  it('retries an overdue payment on days 1, 3, 5, 7, 14, 21 and 30, then cancels the subscription', async () => {
    const { control, now, takeEventTypes } = createTestSubscription({ cardNumber: RENEWALS_DECLINED_CARD });
    const actions = await control.advance({ ms: 65 * DAY_MS });
    const failedAt = actions[0]?.atMs ?? 0;
    expect(actions.map(({ atMs, kind }) => [kind, (atMs - failedAt) / DAY_MS])).toEqual([
      ['renewal', 0],
      ...[1, 3, 5, 7, 14, 21, 30].map((day) => ['retry', day]),
    ]);
    expect(now()).toMatchObject({ status: 'canceled', next_billed_at: null, current_billing_period: null });
    expect(takeEventTypes().slice(-4)).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'transaction.updated',
      'transaction.canceled',
    ]);
  });

  it('pauses the subscription after the last retry if configured', async () => {
    const { control, now } = createTestSubscription({
      cardNumber: RENEWALS_DECLINED_CARD,
      dunningExhausted: 'pause',
    });
    await control.advance({ ms: 65 * DAY_MS });
    expect(now()).toMatchObject({ status: 'paused' });
  });

  it('reactivates the subscription when a retry succeeds', async () => {
    const { control, takeEventTypes, now } = createTestSubscription();
    control.failNextPayment();
    await control.advance({ ms: 30 * DAY_MS + 1_000 });
    expect(now().status).toBe('past_due');
    takeEventTypes();
    await control.advance({ ms: DAY_MS });
    expect(takeEventTypes()).toEqual([
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
