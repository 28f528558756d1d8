import { describe, expect, it } from 'vitest';
import { createTestAccount } from '#tests/support/paddle-simulator/test-account.ts';
import { MONTHLY, TRIAL, YEARLY } from '#tests/support/paddle-simulator/test-catalog.ts';
import {
  createTestSubscription,
  DAY_MS,
  RENEWAL,
} from '#tests/support/paddle-simulator/test-subscription.ts';

const PURCHASE = [
  'transaction.created',
  'customer.created',
  'address.created',
  'transaction.updated',
  'transaction.ready',
  'transaction.updated',
  'transaction.paid',
];

describe('a checkout', () => {
  it('starts an active subscription', () => {
    const { bought, now, account } = createTestSubscription();
    expect(bought).toEqual([
      ...PURCHASE,
      'subscription.created',
      'subscription.activated',
      'transaction.updated',
      'transaction.completed',
    ]);
    expect(now()).toMatchObject({
      status: 'active',
      started_at: now().first_billed_at,
      next_billed_at: now().current_billing_period?.ends_at,
      custom_data: { user_id: 7 },
    });
    expect(now().next_billed_at?.slice(0, 19)).toBe('2026-12-21T10:00:00');
    const created = account.state.events.find(({ event_type }) => event_type === 'subscription.created');
    expect(created?.data).toMatchObject({ transaction_id: Object.keys(account.state.transactions)[0] });
    expect(created?.data).not.toHaveProperty('management_urls');
  });

  it('starts a trial that is free until it ends', async () => {
    const { bought, now, control, takeEventTypes, account } = createTestSubscription({ priceId: TRIAL });
    expect(bought.slice(7, 9)).toEqual(['subscription.created', 'subscription.trialing']);
    expect(now()).toMatchObject({ status: 'trialing', first_billed_at: null });
    expect(now().items[0]?.trial_dates?.ends_at).toBe(now().next_billed_at);
    expect(now().next_billed_at?.slice(0, 10)).toBe('2026-11-28');
    expect(Object.values(account.state.transactions)[0]?.details?.totals?.grand_total).toBe('0');

    await control.advance({ ms: 7 * DAY_MS + 1_000 });
    expect(takeEventTypes()).toEqual([...RENEWAL, 'subscription.activated', 'subscription.updated']);
    expect(now()).toMatchObject({ status: 'active' });
    expect(now().next_billed_at?.slice(0, 10)).toBe('2026-12-28');
  });

  it('reuses the customer with the same email address, ignoring case', () => {
    const { control, takeEventTypes } = createTestSubscription();
    control.completeCheckout({ priceId: YEARLY, customerEmail: 'Ayesha@Example.com' });
    expect(takeEventTypes().slice(0, 3)).toEqual([
      'transaction.created',
      'transaction.updated',
      'transaction.ready',
    ]);
    expect(Object.keys(control.state().customers)).toHaveLength(1);
  });

  it('keeps the checkout open when the card is declined', () => {
    const { control, takeEventTypes } = createTestAccount();
    const { outcome } = control.completeCheckout({
      priceId: MONTHLY,
      customerEmail: 'a@example.com',
      cardNumber: '4000 0000 0000 0002',
    });
    expect(outcome).toBe('declined');
    expect(takeEventTypes().slice(-2)).toEqual(['transaction.updated', 'transaction.payment_failed']);
    expect(Object.values(control.state().transactions)[0]?.status).toBe('ready');
    expect(control.state().subscriptions).toEqual({});
  });

  it('includes the tax of the buyer’s country', () => {
    const { control } = createTestAccount();
    const bought = control.completeCheckout({
      priceId: MONTHLY,
      customerEmail: 'a@example.com',
      countryCode: 'DE',
    });
    expect(bought.transaction).toMatchObject({
      currency_code: 'EUR',
      details: { totals: { subtotal: '2521', tax: '479', total: '3000' } },
    });
  });
});
