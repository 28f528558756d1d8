import { describe, expect, it } from 'vitest';
import {
  makeCustomerId,
  makePriceId,
  makeSubscriptionEntity,
  makeSubscriptionId,
} from '#tests/support/billing/paddle.ts';
import { parseSubscription } from './snapshots.ts';

const item = (price: Record<string, unknown>, product: unknown = { name: 'Pro' }) => ({
  price: {
    id: makePriceId(1),
    name: 'Monthly',
    unit_price: { amount: '3000', currency_code: 'USD' },
    ...price,
  },
  product,
});
const withItems = (...items: unknown[]) => parseSubscription(makeSubscriptionEntity({ items }));

describe('parseSubscription', () => {
  it('parses every field of a subscription', () => {
    const change = { action: 'cancel', effective_at: '2026-12-21T05:00:00.000000Z', resume_at: null };
    expect(
      parseSubscription(makeSubscriptionEntity({ scheduled_change: change, custom_data: { a: 1 } })),
    ).toEqual({
      paddleId: makeSubscriptionId(1),
      paddleCustomerId: makeCustomerId(1),
      status: 'active',
      productName: 'Pro',
      priceIds: [makePriceId(1)],
      unitAmount: '3000',
      currency: 'USD',
      interval: 'month',
      period: { start: new Date('2026-11-21T05:00:00Z'), end: new Date('2026-12-21T05:00:00Z') },
      nextBilledAt: new Date('2026-12-21T05:00:00Z'),
      scheduled: { action: 'cancel', at: new Date('2026-12-21T05:00:00Z') },
      pausedAt: null,
      startedAt: new Date('2026-11-21T05:00:00Z'),
      updatedAt: { date: new Date('2026-11-21T05:00:01Z'), precise: '2026-11-21T05:00:01.000000Z' },
      customData: { a: 1 },
    });
  });

  it.each([
    ['its product', item({}), 'Pro'],
    ['its price when there is no product', item({}, null), 'Monthly'],
    [
      'the description of a price without a name',
      item({ name: null, description: 'Pro, monthly' }, null),
      'Pro, monthly',
    ],
    ['the price ID as a last resort', item({ name: null }, null), makePriceId(1)],
  ])('names the subscription by %s', (_what, item, productName) => {
    expect(withItems(item).productName).toBe(productName);
  });

  it('lists all price IDs', () => {
    expect(withItems(item({}), item({ id: makePriceId(2) })).priceIds).toEqual([
      makePriceId(1),
      makePriceId(2),
    ]);
  });

  it('uses the price in the charged currency', () => {
    const unit_price_overrides = [
      { country_codes: ['PK'], unit_price: { amount: '850000', currency_code: 'PKR' } },
      { country_codes: ['JP'], unit_price: { amount: '4500', currency_code: 'JPY' } },
    ];
    const charged = (currency_code: string) =>
      parseSubscription(makeSubscriptionEntity({ currency_code, items: [item({ unit_price_overrides })] }));
    expect(charged('JPY')).toMatchObject({ unitAmount: '4500', currency: 'JPY' });
    expect(charged('USD')).toMatchObject({ unitAmount: '3000', currency: 'USD' });
    expect(charged('EUR')).toMatchObject({ unitAmount: '3000', currency: 'USD' });
  });

  it('falls back to the creation date as the start date', () => {
    const { startedAt } = parseSubscription(makeSubscriptionEntity({ started_at: null }));
    expect(startedAt).toEqual(new Date('2026-11-21T05:00:00Z'));
  });

  it.each([
    ['null', null],
    ['a string', 'sub_1'],
    ['a malformed ID', makeSubscriptionEntity({ id: '../customers' })],
    ['an unknown status', makeSubscriptionEntity({ status: 'lovely' })],
    ['no items', makeSubscriptionEntity({ items: [] })],
    ['an invalid timestamp', makeSubscriptionEntity({ updated_at: 'now' })],
    ['a fractional amount', withPrice({ unit_price: { amount: '30.00', currency_code: 'USD' } })],
    ['a weekly billing cycle', makeSubscriptionEntity({ billing_cycle: { interval: 'week', frequency: 1 } })],
  ])('rejects %s', (_what, data) => {
    expect(() => parseSubscription(data)).toThrow();
  });
});

function withPrice(price: Record<string, unknown>) {
  return makeSubscriptionEntity({ items: [item(price)] });
}
