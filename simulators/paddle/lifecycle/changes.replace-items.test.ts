import { describe, expect, it } from 'vitest';
import { MONTHLY, PRO_MONTHLY, TRIAL, YEARLY } from '#tests/support/paddle-simulator/test-catalog.ts';
import {
  CHARGE,
  createTestSubscription,
  DAY_MS,
  RENEWALS_DECLINED_CARD,
} from '#tests/support/paddle-simulator/test-subscription.ts';
import { cancelSubscription, pauseSubscription, replaceItems } from './changes.ts';
import { resolveItems } from './checkout.ts';

type Mode = Parameters<typeof replaceItems>[3];

/** A subscription after some days of a 30-day period. `changeTo` returns the totals of the change. */
async function subscribe(options: Parameters<typeof createTestSubscription>[0] = {}, days = 15) {
  const test = createTestSubscription({ at: '2026-11-21T10:00:00.000Z', ...options });
  await test.control.advance({ ms: days * DAY_MS });
  test.takeEventTypes();
  return {
    ...test,
    changeTo(priceId: string, mode: Mode = 'prorated_immediately') {
      const items = resolveItems(test.account, [{ priceId, quantity: 1 }]);
      let totals: Record<string, unknown> | null = null;
      test.change((changeset) => {
        const transaction = replaceItems(changeset, test.now(), items, mode);
        totals = transaction && { ...transaction.details?.totals, status: transaction.status };
      });
      return totals;
    },
  };
}

const getCode = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return null;
};

describe('a change of prices', () => {
  it('charges the difference for the rest of the period and keeps the period', async () => {
    const { changeTo, now, takeEventTypes } = await subscribe();
    const before = now().current_billing_period;
    expect(changeTo(PRO_MONTHLY)).toMatchObject({ total: '1500', grand_total: '1500', status: 'completed' });
    expect(now()).toMatchObject({ status: 'active', current_billing_period: before });
    expect(now().items.map(({ price }) => price.id)).toEqual([PRO_MONTHLY]);
    expect(takeEventTypes()).toEqual(['subscription.updated', ...CHARGE]);
  });

  it('credits the difference, and uses the credit for the next payments', async () => {
    const { changeTo, account, control } = await subscribe({ priceId: PRO_MONTHLY });
    expect(changeTo(MONTHLY)).toMatchObject({
      total: '-1500',
      grand_total: '0',
      credit_to_balance: '1500',
      status: 'completed',
    });
    await control.advance({ ms: 16 * DAY_MS });
    const renewal = Object.values(account.state.transactions).at(-1);
    expect(renewal).toMatchObject({
      origin: 'subscription_recurring',
      status: 'completed',
      details: { totals: { total: '3000', credit: '1500', grand_total: '1500' } },
    });
    await control.advance({ ms: 31 * DAY_MS });
    expect(Object.values(account.state.transactions).at(-1)?.details?.totals).toMatchObject({ credit: '0' });
  });

  it('starts a year now, less the unused part of the month', async () => {
    const { changeTo, now } = await subscribe();
    expect(changeTo(YEARLY)).toMatchObject({ total: '27300', grand_total: '27300' });
    expect(now()).toMatchObject({
      billing_cycle: { interval: 'year' },
      next_billed_at: '2027-12-06T10:00:00.000000Z',
    });
  });

  it('starts a month now that the unused part of the year pays for', async () => {
    const { changeTo, now, control, account } = await subscribe({ priceId: YEARLY }, 73);
    expect(changeTo(MONTHLY)).toMatchObject({
      total: '-20040',
      credit_to_balance: '20040',
      grand_total: '0',
    });
    expect(now().next_billed_at).toBe('2027-03-02T10:00:00.000000Z');
    await control.advance({ ms: 31 * DAY_MS });
    expect(Object.values(account.state.transactions).at(-1)).toMatchObject({
      status: 'completed',
      payments: [],
      details: { totals: { credit: '3000', grand_total: '0' } },
    });
  });

  it('changes a trial without a charge and keeps its end', async () => {
    const { changeTo, now } = await subscribe({ priceId: TRIAL }, 1);
    const before = now().next_billed_at;
    expect(getCode(() => changeTo(PRO_MONTHLY))).toBe('subscription_trialing_items_update_invalid_options');
    expect(changeTo(PRO_MONTHLY, 'do_not_bill')).toBeNull();
    expect(now()).toMatchObject({ status: 'trialing', next_billed_at: before });
  });

  it('charges nothing for the price that the subscription already has', async () => {
    const { changeTo } = await subscribe();
    expect(changeTo(MONTHLY)).toBeNull();
  });

  it('changes nothing when the payment is declined', async () => {
    const { changeTo, now, takeEventTypes, account } = await subscribe({
      cardNumber: RENEWALS_DECLINED_CARD,
    });
    const before = structuredClone(now());
    expect(getCode(() => changeTo(PRO_MONTHLY))).toBe('subscription_payment_declined');
    expect(now()).toEqual(before);
    expect(takeEventTypes()).toEqual([]);
    expect(Object.values(account.state.transactions)).toHaveLength(1);
  });

  it('rejects a change of a subscription that is past due', async () => {
    const { changeTo, control } = await subscribe();
    control.failNextPayment();
    await control.advance({ ms: 16 * DAY_MS });
    expect(getCode(() => changeTo(PRO_MONTHLY))).toBe('subscription_update_when_past_due');
  });

  it('rejects a change while another is scheduled, of a paused subscription and shortly before a renewal', async () => {
    const scheduled = await subscribe();
    scheduled.change((changeset) => cancelSubscription(changeset, scheduled.now(), 'next_billing_period'));
    expect(getCode(() => scheduled.changeTo(PRO_MONTHLY))).toBe('subscription_locked_pending_changes');

    const paused = await subscribe();
    paused.change((changeset) => pauseSubscription(changeset, paused.now(), 'immediately'));
    expect(getCode(() => paused.changeTo(PRO_MONTHLY))).toBe(
      'subscription_incorrect_proration_on_paused_subscription',
    );

    const late = await subscribe();
    await late.control.advance({ to: '2026-12-21T09:31:00Z' });
    expect(getCode(() => late.changeTo(PRO_MONTHLY))).toBe('subscription_locked_renewal');
  });
});
