import { describe, expect, it } from 'vitest';
import { makeCheckoutReference, readCheckoutReference } from './checkout-reference.ts';

const SECRET = 'a'.repeat(32);
const NOW = new Date('2026-11-21T05:42:00.000Z');
const USER = '7d0f6a52-1111-4000-8000-000000000001';
const OTHER_USER = '7d0f6a52-1111-4000-8000-000000000002';
const PRICE = 'pri_monthly';

const reference = makeCheckoutReference(SECRET, { userId: USER, priceId: PRICE }, NOW);
const read = (
  customData: Record<string, unknown>,
  { secret = SECRET, priceIds = [PRICE] as [string, ...string[]], startedAt = NOW } = {},
) => readCheckoutReference(secret, { customData, priceIds, startedAt });
const signed = { user_id: USER, checkout_ref: reference };

describe('a checkout reference', () => {
  it('has its documented form', () => {
    expect(reference).toMatch(/^v1\.1795326120\.[\w-]{43}$/);
  });

  it('ties a subscription to the customer whose checkout it was', () => {
    expect(read(signed)).toBe(USER);
  });

  it('does so beside other prices', () => {
    expect(read(signed, { priceIds: ['pri_other', PRICE] })).toBe(USER);
  });

  it('lasts a day, and an hour for the payment', () => {
    expect(read(signed, { startedAt: new Date('2026-11-22T06:42:00.000Z') })).toBe(USER);
    expect(read(signed, { startedAt: new Date('2026-11-22T06:42:00.001Z') })).toBeNull();
  });

  it.each([
    ['of another customer', { ...signed, user_id: OTHER_USER }],
    ['with another expiry', { ...signed, checkout_ref: reference.replace('1795326120', '1895326120') }],
    ['of another version', { ...signed, checkout_ref: reference.replace('v1', 'v2') }],
    ['with a changed signature', { ...signed, checkout_ref: `${reference.slice(0, -2)}AA` }],
    ['cut short', { ...signed, checkout_ref: reference.slice(0, -1) }],
    ['with something after it', { ...signed, checkout_ref: `${reference}A` }],
    ['that is missing', { user_id: USER }],
    ['without a customer', { checkout_ref: reference }],
    ['of no text', { user_id: USER, checkout_ref: { v1: reference } }],
    ['for a customer of no text', { user_id: [USER], checkout_ref: reference }],
    ['of nothing', {}],
  ])('says nothing %s', (_what, customData) => {
    expect(read(customData)).toBeNull();
  });

  it('says nothing for another price, nor under another secret', () => {
    expect(read(signed, { priceIds: ['pri_yearly'] })).toBeNull();
    expect(read(signed, { secret: 'b'.repeat(32) })).toBeNull();
  });
});
