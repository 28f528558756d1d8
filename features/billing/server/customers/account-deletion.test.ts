import { describe, expect, it } from 'vitest';
import { hasPremium, readPremiumSources } from '#features/billing/server/access/entitlement.ts';
import { grantForRegistration } from '#features/billing/server/access/grants.ts';
import {
  paddleCustomers,
  payments,
  premiumGrants,
  subscriptions,
} from '#features/billing/server/billing.tables.ts';
import {
  createFakePaddle,
  deliver,
  makeCustomerId,
  makePaddleEvent,
  makePriceId,
  makeTransactionEntity,
  makeTransactionId,
} from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { assertAllCanceled, exportBilling, unlinkCustomer } from './account-hooks.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });
const noPeriod = { current_billing_period: null, next_billed_at: null };
const change = (action: string) => ({
  scheduled_change: { action, effective_at: '2026-12-21T05:00:00Z', resume_at: null },
});

describe('assertAllCanceled', () => {
  const check = (userId: string) =>
    test.database
      .transaction((tx) => assertAllCanceled(tx, userId))
      .catch((error: unknown) => error as { status: number; body: unknown });

  it.each([
    ['active', {}],
    ['trialing', { status: 'trialing' }],
    ['past due', { status: 'past_due' }],
    ['paused', { status: 'paused', ...noPeriod }],
    ['about to pause', change('pause')],
  ])('rejects a subscription that is %s', async (_status, state) => {
    const { id } = await signUpSubscriber(test, state);
    expect(await check(id)).toMatchObject({
      status: 400,
      body: {
        error: 'Cancel your subscription to Pro before you delete your account. It is on My Subscriptions.',
      },
    });
  });

  it.each([
    ['canceled', { status: 'canceled', ...noPeriod }],
    ['about to be canceled', change('cancel')],
  ])('accepts a subscription that is %s', async (_status, state) => {
    const { id } = await signUpSubscriber(test, state);
    expect(await check(id)).toBeUndefined();
  });
});

describe('billing data of a customer', () => {
  it('exports all billing data of a customer', async () => {
    const subscriber = await signUpSubscriber(test);
    await test.database.db.insert(payments).values({
      paddleId: 'txn_1',
      paddleSubscriptionId: subscriber.paddleId,
      status: 'completed',
      totalAmount: '3000',
      currency: 'USD',
      billedAt: new Date('2026-11-21T05:00:00Z'),
      paddleUpdatedAt: new Date('2026-11-21T05:00:00Z'),
      version: '1',
    });
    await test.database.transaction((tx) => grantForRegistration(tx, subscriber.id, 7, test.clock.now()));
    expect(await exportBilling(test.database.db, subscriber.id)).toMatchObject({
      subscriptions: [{ paddle_subscription_id: subscriber.paddleId, status: 'active', product: 'Pro' }],
      payments: [{ id: 'txn_1', amount_in_smallest_unit: '3000', billed_at: '2026-11-21T05:00:00.000Z' }],
      premium_grants: [{ reason: 'Registration: 7 days of premium', ends_at: '2026-11-28T05:42:00.000Z' }],
    });
  });

  it('exports no payments of another user with the same email address at Paddle', async () => {
    const customer_id = makeCustomerId(7);
    const [subscriber, other] = [
      await signUpSubscriber(test, { customer_id }),
      await signUpSubscriber(test, { customer_id }),
    ];
    for (const [number, { paddleId }] of [subscriber, other].entries()) {
      const payment = { id: makeTransactionId(number + 1), subscription_id: paddleId, customer_id };
      await deliver(test, makePaddleEvent('transaction.completed', makeTransactionEntity(payment)));
    }
    await test.billing.runDue();
    const exported = await exportBilling(test.database.db, subscriber.id);
    expect(exported.payments.map(({ id }) => id)).toEqual([makeTransactionId(1)]);
  });

  it('anonymizes billing data after account deletion', async () => {
    const subscriber = await signUpSubscriber(test, { status: 'canceled', ...noPeriod });
    const other = await signUpSubscriber(test);
    await test.database.transaction((tx) => grantForRegistration(tx, subscriber.id, 7, test.clock.now()));
    await test.database.transaction((tx) => unlinkCustomer(tx, subscriber.id));
    const rows = await test.database.db.select().from(subscriptions);
    expect(rows.find(({ paddleId }) => paddleId === subscriber.paddleId)?.userId).toBeNull();
    expect(rows.find(({ paddleId }) => paddleId === other.paddleId)?.userId).toBe(other.id);
    const named = [paddleCustomers, premiumGrants].map((table) => test.database.db.select().from(table));
    expect(JSON.stringify(await Promise.all(named))).not.toContain(subscriber.id);
    await subscriber.sendUpdate({ status: 'canceled', ...noPeriod });
    expect(await hasPremium(test.database.db, subscriber.id, test.clock.now())).toBe(false);
  });
});

describe('registration', () => {
  it('grants premium at registration for the configured number of days', async () => {
    const { id } = await signUpSubscriber(test, { status: 'canceled', ...noPeriod });
    const isPremiumAt = (at: string) => hasPremium(test.database.db, id, new Date(at));
    await test.database.transaction((tx) => grantForRegistration(tx, id, 0, test.clock.now()));
    expect(await isPremiumAt('2026-11-21T05:42:00.000Z')).toBe(false);
    await test.database.transaction((tx) => grantForRegistration(tx, id, 7, test.clock.now()));
    expect(await isPremiumAt('2026-11-21T05:42:00.000Z')).toBe(true);
    expect(await isPremiumAt('2026-11-28T05:41:59.999Z')).toBe(true);
    expect(await isPremiumAt('2026-11-28T05:42:00.000Z')).toBe(false);
  });
});

it('reads the premium sources of several customers in one query', async () => {
  const [one, other] = [await signUpSubscriber(test), await signUpSubscriber(test, { status: 'past_due' })];
  await test.database.transaction((tx) => grantForRegistration(tx, other.id, 1, test.clock.now()));
  const missing = '7d0f6a52-0000-4000-8000-000000000000';
  const sources = await readPremiumSources(test.database.db, [one.id, other.id, missing]);
  const period = {
    periodStart: new Date('2026-11-21T05:00:00Z'),
    periodEnd: new Date('2026-12-21T05:00:00Z'),
  };
  const state = { ...period, priceId: makePriceId(1), scheduledAction: null, scheduledAt: null };
  expect(Object.fromEntries(sources)).toEqual({
    [one.id]: { subscriptions: [{ status: 'active', ...state }], grants: [], periods: [] },
    [other.id]: {
      subscriptions: [{ status: 'past_due', ...state }],
      grants: [{ startsAt: test.clock.now(), endsAt: new Date('2026-11-22T05:42:00.000Z'), revokedAt: null }],
      periods: [],
    },
    [missing]: { subscriptions: [], grants: [], periods: [] },
  });
});
