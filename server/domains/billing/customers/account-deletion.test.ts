import { describe, expect, it } from 'vitest';
import { grantForRegistration } from '#server/domains/billing/access/grants/grant-for-registration.ts';
import { hasPremium } from '#server/domains/billing/access/premium.ts';
import { readPremiumSources } from '#server/domains/billing/billing.queries.ts';
import {
  paddleCustomers,
  payments,
  premiumGrants,
  subscriptions,
} from '#server/domains/billing/billing.tables.ts';
import {
  customerId,
  deliver,
  fakePaddle,
  paddleEvent,
  transactionEntity,
  transactionId,
} from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { unlinkCustomer, assertAllCanceled } from './account-deletion.ts';
import { exportBilling } from './export-billing.ts';

const test = useTestApp({}, { paddle: fakePaddle() });
const gone = { current_billing_period: null, next_billed_at: null };
const change = (action: string) => ({
  scheduled_change: { action, effective_at: '2026-12-21T05:00:00Z', resume_at: null },
});

describe('an account is not deleted while its subscription goes on', () => {
  const refusal = (userId: string) =>
    test.database
      .transaction((tx) => assertAllCanceled(tx, userId))
      .catch((error: unknown) => error as { status: number; body: unknown });

  it.each([
    ['active', {}],
    ['trialing', { status: 'trialing' }],
    ['past due', { status: 'past_due' }],
    ['paused', { status: 'paused', ...gone }],
    ['about to pause', change('pause')],
  ])('%s', async (_how, state) => {
    const { id } = await signUpSubscriber(test, state);
    expect(await refusal(id)).toMatchObject({
      status: 400,
      body: { error: 'You have a subscription. Cancel it first; then your account can be deleted.' },
    });
  });

  it.each([
    ['canceled', { status: 'canceled', ...gone }],
    ['about to be canceled', change('cancel')],
  ])('but when it is %s', async (_how, state) => {
    const { id } = await signUpSubscriber(test, state);
    expect(await refusal(id)).toBeUndefined();
  });
});

describe('what is kept of a customer', () => {
  it('is told to them whole', async () => {
    const person = await signUpSubscriber(test);
    await test.database.db.insert(payments).values({
      paddleId: 'txn_1',
      paddleSubscriptionId: person.paddleId,
      status: 'completed',
      totalAmount: '3000',
      currency: 'USD',
      billedAt: new Date('2026-11-21T05:00:00Z'),
      paddleUpdatedAt: new Date('2026-11-21T05:00:00Z'),
      version: '1',
    });
    await test.database.transaction((tx) => grantForRegistration(tx, person.id, 7, test.clock.now()));
    expect(await exportBilling(test.database.db, person.id)).toMatchObject({
      subscriptions: [{ paddle_subscription_id: person.paddleId, status: 'active', product: 'Pro' }],
      payments: [{ id: 'txn_1', amount_in_smallest_unit: '3000', billed_at: '2026-11-21T05:00:00.000Z' }],
      premium_grants: [{ reason: 'Registration: 7 days of premium', ends_at: '2026-11-28T05:42:00.000Z' }],
    });
  });

  it('is not told of what somebody else pays who typed the same address', async () => {
    const customer_id = customerId(7);
    const [person, other] = [
      await signUpSubscriber(test, { customer_id }),
      await signUpSubscriber(test, { customer_id }),
    ];
    for (const [number, { paddleId }] of [person, other].entries()) {
      const payment = { id: transactionId(number + 1), subscription_id: paddleId, customer_id };
      await deliver(test, paddleEvent('transaction.completed', transactionEntity(payment)));
    }
    await test.billing.runDue();
    const told = await exportBilling(test.database.db, person.id);
    expect(told.payments.map(({ id }) => id)).toEqual([transactionId(1)]);
  });

  it('names nobody once the account is gone, and stays for the books', async () => {
    const person = await signUpSubscriber(test, { status: 'canceled', ...gone });
    const other = await signUpSubscriber(test);
    await test.database.transaction((tx) => grantForRegistration(tx, person.id, 7, test.clock.now()));
    await test.database.transaction((tx) => unlinkCustomer(tx, person.id));
    const rows = await test.database.db.select().from(subscriptions);
    expect(rows.find(({ paddleId }) => paddleId === person.paddleId)?.userId).toBeNull();
    expect(rows.find(({ paddleId }) => paddleId === other.paddleId)?.userId).toBe(other.id);
    const named = [paddleCustomers, premiumGrants].map((table) => test.database.db.select().from(table));
    expect(JSON.stringify(await Promise.all(named))).not.toContain(person.id);
    await person.tell({ status: 'canceled', ...gone });
    expect(await hasPremium(test.database.db, person.id, test.clock.now())).toBe(false);
  });
});

describe('registration', () => {
  it('gives premium for the days that the operator says', async () => {
    const { id } = await signUpSubscriber(test, { status: 'canceled', ...gone });
    const holds = (at: string) => hasPremium(test.database.db, id, new Date(at));
    await test.database.transaction((tx) => grantForRegistration(tx, id, 0, test.clock.now()));
    expect(await holds('2026-11-21T05:42:00.000Z')).toBe(false);
    await test.database.transaction((tx) => grantForRegistration(tx, id, 7, test.clock.now()));
    expect(await holds('2026-11-21T05:42:00.000Z')).toBe(true);
    expect(await holds('2026-11-28T05:41:59.999Z')).toBe(true);
    expect(await holds('2026-11-28T05:42:00.000Z')).toBe(false);
  });
});

it('what premium comes from is read for several customers at once', async () => {
  const [one, other] = [await signUpSubscriber(test), await signUpSubscriber(test, { status: 'past_due' })];
  await test.database.transaction((tx) => grantForRegistration(tx, other.id, 1, test.clock.now()));
  const nobody = '7d0f6a52-0000-4000-8000-000000000000';
  const sources = await readPremiumSources(test.database.db, [one.id, other.id, nobody]);
  const period = {
    periodStart: new Date('2026-11-21T05:00:00Z'),
    periodEnd: new Date('2026-12-21T05:00:00Z'),
  };
  const plain = { ...period, scheduledAction: null, scheduledAt: null };
  expect(Object.fromEntries(sources)).toEqual({
    [one.id]: { subscriptions: [{ status: 'active', ...plain }], grants: [] },
    [other.id]: {
      subscriptions: [{ status: 'past_due', ...plain }],
      grants: [{ startsAt: test.clock.now(), endsAt: new Date('2026-11-22T05:42:00.000Z'), revokedAt: null }],
    },
    [nobody]: { subscriptions: [], grants: [] },
  });
});
