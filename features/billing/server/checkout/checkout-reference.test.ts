import { describe, expect, it } from 'vitest';
import { makeCheckoutReference, readCheckoutReference } from './checkout.ts';

const SECRETS = { current: 'a'.repeat(32), accepted: [] as string[] };
const NOW = new Date('2026-11-21T05:42:00.000Z');
const USER = '7d0f6a52-1111-4000-8000-000000000001';
const OTHER_USER = '7d0f6a52-1111-4000-8000-000000000002';
const PRICE = 'pri_monthly';

const reference = makeCheckoutReference(SECRETS, { userId: USER, priceId: PRICE }, NOW);
const read = (
  customData: Record<string, unknown>,
  { secrets = SECRETS, priceIds = [PRICE] as [string, ...string[]], startedAt = NOW } = {},
) => readCheckoutReference(secrets, { customData, priceIds, startedAt });
const signed = { user_id: USER, checkout_ref: reference };

describe('a checkout reference', () => {
  it('creates a reference in the documented format', () => {
    expect(reference).toMatch(/^v1\.1795326120\.[\w-]{43}$/);
  });

  it('identifies the customer of the checkout', () => {
    expect(read(signed)).toBe(USER);
  });

  it('identifies the customer of a subscription with several prices', () => {
    expect(read(signed, { priceIds: ['pri_other', PRICE] })).toBe(USER);
  });

  it('accepts a reference for a day, plus an hour for the payment', () => {
    expect(read(signed, { startedAt: new Date('2026-11-22T06:42:00.000Z') })).toBe(USER);
    expect(read(signed, { startedAt: new Date('2026-11-22T06:42:00.001Z') })).toBeNull();
  });

  it.each([
    ['for another customer', { ...signed, user_id: OTHER_USER }],
    ['with another expiry', { ...signed, checkout_ref: reference.replace('1795326120', '1895326120') }],
    ['with another version', { ...signed, checkout_ref: reference.replace('v1', 'v2') }],
    ['with a changed signature', { ...signed, checkout_ref: `${reference.slice(0, -2)}AA` }],
    ['when truncated', { ...signed, checkout_ref: reference.slice(0, -1) }],
    ['with trailing characters', { ...signed, checkout_ref: `${reference}A` }],
    ['when missing', { user_id: USER }],
    ['without a customer', { checkout_ref: reference }],
    ['when it is not a string', { user_id: USER, checkout_ref: { v1: reference } }],
    ['when the customer is not a string', { user_id: [USER], checkout_ref: reference }],
    ['in empty custom data', {}],
  ])('rejects a reference %s', (_what, customData) => {
    expect(read(customData)).toBeNull();
  });

  it('rejects a reference for another price, or with a secret that is not accepted', () => {
    expect(read(signed, { priceIds: ['pri_yearly'] })).toBeNull();
    const other = { current: 'b'.repeat(32), accepted: [] as string[] };
    expect(read(signed, { secrets: other })).toBeNull();
    expect(read(signed, { secrets: { ...other, accepted: [SECRETS.current] } })).toBe(USER);
  });
});
