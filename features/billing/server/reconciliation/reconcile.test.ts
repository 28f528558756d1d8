import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import { addToDatabaseTime, databaseNow } from '#core/server/platform/schedule.ts';
import { billingReconciliation, payments, subscriptions } from '#features/billing/server/billing.tables.ts';
import {
  createFakePaddle,
  deliver,
  makePaddleEvent,
  makeSubscriptionEntity,
  makeSubscriptionId,
  makeTransactionEntity,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const paddle = createFakePaddle();
const test = useTestApp({}, { paddle });

beforeEach(async () => {
  test.clock.set('2026-11-21T05:42:00.000Z');
  for (const table of [billingReconciliation, subscriptions, payments]) await test.database.db.delete(table);
  Object.assign(paddle, { subscriptions: [], transactions: [], failure: null, requestedSince: [] });
});

const state = async () => (await test.database.db.select().from(billingReconciliation))[0];
const statuses = async () =>
  (await test.database.db.select().from(subscriptions)).map(({ paddleId, status }) => [paddleId, status]);

describe('reconciliation', () => {
  it('stores subscriptions and payments that no event reported', async () => {
    paddle.subscriptions = [makeSubscriptionEntity()];
    paddle.transactions = [makeTransactionEntity()];
    await test.billing.reconcileIfDue();
    expect(await test.database.db.select().from(subscriptions)).toMatchObject([
      { paddleId: makeSubscriptionId(1), status: 'active', lastPaymentAt: new Date('2026-11-21T05:00:00Z') },
    ]);
    expect(await test.database.db.select().from(payments)).toMatchObject([{ status: 'completed' }]);
    expect(await state()).toEqual({
      id: 1,
      leasedUntil: null,
      nextAt: new Date(test.clock.now().getTime() + HOUR),
      lastSuccessAt: test.clock.now(),
      lastError: null,
    });
  });

  it('recovers the last payment date that concurrent events missed', async () => {
    paddle.subscriptions = [makeSubscriptionEntity()];
    paddle.transactions = [makeTransactionEntity()];
    await deliver(test, makePaddleEvent('transaction.completed', makeTransactionEntity()));
    await deliver(test, makePaddleEvent('subscription.created', makeSubscriptionEntity()));
    await test.billing.runDue();
    await test.database.db.update(subscriptions).set({ lastPaymentAt: null });
    await test.billing.reconcileIfDue();
    expect(await test.database.db.select().from(subscriptions)).toMatchObject([
      { lastPaymentAt: new Date('2026-11-21T05:00:00Z') },
    ]);
  });

  it('reports subscriptions that do not exist at Paddle', async () => {
    for (const [number, state] of [
      [1, {}],
      [2, {}],
      [3, { status: 'canceled' }],
      [4, { started_at: '2026-11-21T05:30:00Z' }],
    ] as const) {
      const entity = makeSubscriptionEntity({ id: makeSubscriptionId(number), ...state });
      await deliver(test, makePaddleEvent('subscription.updated', entity));
    }
    await test.billing.runDue();
    test.clock.set('2026-11-21T06:01:00.000Z');
    paddle.subscriptions = [makeSubscriptionEntity()];
    await test.billing.reconcileIfDue();
    expect((await state())?.lastError).toBe(
      `${makeSubscriptionId(2)} does not exist at Paddle; it may belong to another account, such as the sandbox`,
    );
  });

  it('ignores a late event of an earlier change and applies one of a later change', async () => {
    paddle.subscriptions = [
      makeSubscriptionEntity({ status: 'past_due', updated_at: '2026-11-21T05:00:02.000000Z' }),
    ];
    await test.billing.reconcileIfDue();
    const makeEvent = (second: number, status: string) =>
      makePaddleEvent(
        'subscription.updated',
        makeSubscriptionEntity({ status, updated_at: `2026-11-21T05:00:0${second}Z` }),
        {
          occurred_at: `2026-11-21T05:00:0${second + 2}Z`,
        },
      );
    await deliver(test, makeEvent(1, 'active'));
    await test.billing.runDue();
    expect(await statuses()).toEqual([[makeSubscriptionId(1), 'past_due']]);
    await deliver(test, makeEvent(3, 'active'));
    await test.billing.runDue();
    expect(await statuses()).toEqual([[makeSubscriptionId(1), 'active']]);
  });

  it('reconciles once an hour, on one server at a time', async () => {
    await Promise.all([test.billing.reconcileIfDue(), test.billing.reconcileIfDue()]);
    expect(paddle.requestedSince).toEqual([null]);
    const first = test.clock.now();
    test.clock.advance(HOUR - 1);
    await test.billing.reconcileIfDue();
    expect(paddle.requestedSince).toHaveLength(1);
    test.clock.advance(1);
    await test.billing.reconcileIfDue();
    expect(paddle.requestedSince).toEqual([null, new Date(first.getTime() - 24 * HOUR)]);
  });

  it('retries ten minutes after a failure and stores the error', async () => {
    paddle.failure = new Error('Paddle is unreachable');
    await test.billing.reconcileIfDue();
    expect(await state()).toMatchObject({
      leasedUntil: null,
      nextAt: new Date(test.clock.now().getTime() + 10 * MINUTE),
      lastSuccessAt: null,
      lastError: 'Error: Paddle is unreachable',
    });
    paddle.failure = null;
    paddle.subscriptions = [makeSubscriptionEntity()];
    test.clock.advance(10 * MINUTE);
    await test.billing.reconcileIfDue();
    expect(await state()).toMatchObject({ lastSuccessAt: test.clock.now(), lastError: null });
    expect(await statuses()).toEqual([[makeSubscriptionId(1), 'active']]);
  });

  it('skips and reports entities that cannot be parsed', async () => {
    paddle.subscriptions = [
      makeSubscriptionEntity({ status: 'lovely' }),
      makeSubscriptionEntity({ id: makeSubscriptionId(2) }),
    ];
    await test.billing.reconcileIfDue();
    expect(await statuses()).toEqual([[makeSubscriptionId(2), 'active']]);
    expect(await state()).toMatchObject({
      lastSuccessAt: test.clock.now(),
      lastError: `${makeSubscriptionId(1)} could not be parsed`,
    });
  });

  it('takes over the lease of a crashed server', async () => {
    const leasedUntil = addToDatabaseTime(databaseNow, 10 * MINUTE);
    await test.database.db.insert(billingReconciliation).values({ nextAt: test.clock.now(), leasedUntil });
    await test.billing.reconcileIfDue();
    expect(paddle.requestedSince).toEqual([]);
    await test.database.db.update(billingReconciliation).set({ leasedUntil: databaseNow });
    await test.billing.reconcileIfDue();
    expect(paddle.requestedSince).toEqual([null]);
  });

  it('fetches all payments when the last success is in the future', async () => {
    const ahead = new Date(test.clock.now().getTime() + 30 * DAY);
    await test.database.db
      .insert(billingReconciliation)
      .values({ nextAt: ahead, leasedUntil: new Date(Date.now() + 30 * DAY), lastSuccessAt: ahead });
    await test.billing.reconcileIfDue();
    expect(paddle.requestedSince).toEqual([null]);
    expect(await state()).toMatchObject({ leasedUntil: null, lastSuccessAt: test.clock.now() });
  });
});
