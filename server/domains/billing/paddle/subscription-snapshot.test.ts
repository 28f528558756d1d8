import { describe, expect, it } from 'vitest';
import { customerId, priceId, subscriptionEntity, subscriptionId } from '#tests/support/billing/paddle.ts';
import { readSubscription } from './subscription-snapshot.ts';

const item = (price: Record<string, unknown>, product: unknown = { name: 'Pro' }) => ({
  price: { id: priceId(1), name: 'Monthly', unit_price: { amount: '3000', currency_code: 'USD' }, ...price },
  product,
});
const withItems = (...items: unknown[]) => readSubscription(subscriptionEntity({ items }));

describe('a subscription of Paddle', () => {
  it('is read as it is', () => {
    const change = { action: 'cancel', effective_at: '2026-12-21T05:00:00.000000Z', resume_at: null };
    expect(readSubscription(subscriptionEntity({ scheduled_change: change, custom_data: { a: 1 } }))).toEqual(
      {
        paddleId: subscriptionId(1),
        paddleCustomerId: customerId(1),
        status: 'active',
        productName: 'Pro',
        priceIds: [priceId(1)],
        unitAmount: '3000',
        currency: 'USD',
        interval: 'month',
        period: { start: new Date('2026-11-21T05:00:00Z'), end: new Date('2026-12-21T05:00:00Z') },
        nextBilledAt: new Date('2026-12-21T05:00:00Z'),
        scheduled: { action: 'cancel', at: new Date('2026-12-21T05:00:00Z') },
        startedAt: new Date('2026-11-21T05:00:00Z'),
        updatedAt: { date: new Date('2026-11-21T05:00:01Z'), precise: '2026-11-21T05:00:01.000000Z' },
        customData: { a: 1 },
      },
    );
  });

  it.each([
    ['its product', item({}), 'Pro'],
    ['its price where there is no product', item({}, null), 'Monthly'],
    [
      'its price’s description where that has no name',
      item({ name: null, description: 'Pro, monthly' }, null),
      'Pro, monthly',
    ],
    ['its price’s id where there is nothing else', item({ name: null }, null), priceId(1)],
  ])('is named by %s', (_what, shown, productName) => {
    expect(withItems(shown).productName).toBe(productName);
  });

  it('has every price that it is of', () => {
    expect(withItems(item({}), item({ id: priceId(2) })).priceIds).toEqual([priceId(1), priceId(2)]);
  });

  it('costs what it costs in the currency that it is charged in', () => {
    const unit_price_overrides = [
      { country_codes: ['PK'], unit_price: { amount: '850000', currency_code: 'PKR' } },
      { country_codes: ['JP'], unit_price: { amount: '4500', currency_code: 'JPY' } },
    ];
    const charged = (currency_code: string) =>
      readSubscription(subscriptionEntity({ currency_code, items: [item({ unit_price_overrides })] }));
    expect(charged('JPY')).toMatchObject({ unitAmount: '4500', currency: 'JPY' });
    expect(charged('USD')).toMatchObject({ unitAmount: '3000', currency: 'USD' });
    expect(charged('EUR')).toMatchObject({ unitAmount: '3000', currency: 'USD' });
  });

  it('began when it was made where it says nothing else', () => {
    const { startedAt } = readSubscription(subscriptionEntity({ started_at: null }));
    expect(startedAt).toEqual(new Date('2026-11-21T05:00:00Z'));
  });

  it.each([
    ['nothing', null],
    ['a text', 'sub_1'],
    ['an id that leads elsewhere', subscriptionEntity({ id: '../customers' })],
    ['an unknown status', subscriptionEntity({ status: 'lovely' })],
    ['no item', subscriptionEntity({ items: [] })],
    ['a time that is none', subscriptionEntity({ updated_at: 'now' })],
    [
      'an amount with digits below the unit',
      withPrice({ unit_price: { amount: '30.00', currency_code: 'USD' } }),
    ],
    ['a week to bill by', subscriptionEntity({ billing_cycle: { interval: 'week', frequency: 1 } })],
  ])('is not %s', (_what, data) => {
    expect(() => readSubscription(data)).toThrow();
  });
});

function withPrice(price: Record<string, unknown>) {
  return subscriptionEntity({ items: [item(price)] });
}
