import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { paddleEvents, payments, subscriptions } from '#server/domains/billing/billing.tables.ts';
import { DAY } from '#server/platform/clock.ts';
import {
  customerId,
  deliver,
  fakePaddle,
  PERIOD,
  paddleEvent,
  subscriptionEntity,
  subscriptionId,
  transactionEntity,
  transactionId,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { removeAppliedEvents } from './remove-applied-events.ts';

const test = useTestApp({}, { paddle: fakePaddle() });

beforeEach(async () => {
  await test.database.db.delete(paddleEvents);
  await test.database.db.delete(subscriptions);
  await test.database.db.delete(payments);
});

const at = (second: number) => `2026-11-21T05:00:0${second}.000000Z`;
const told = (second: number, overrides: Record<string, unknown> = {}) =>
  paddleEvent('subscription.updated', subscriptionEntity({ updated_at: at(second), ...overrides }));
const knownSubscriptions = () => test.database.db.select().from(subscriptions);
const events = () => test.database.db.select().from(paddleEvents).orderBy(asc(paddleEvents.eventId));

describe('what Paddle told', () => {
  it('is kept as a subscription', async () => {
    await deliver(test, told(1));
    await test.billing.runDue();
    expect(await knownSubscriptions()).toMatchObject([
      {
        paddleId: subscriptionId(1),
        paddleCustomerId: customerId(1),
        userId: null,
        status: 'active',
        productName: 'Pro',
        unitAmount: '3000',
        currency: 'USD',
        interval: 'month',
        periodStart: new Date(PERIOD.starts_at),
        periodEnd: new Date(PERIOD.ends_at),
        nextBilledAt: new Date(PERIOD.ends_at),
        scheduledAction: null,
        lastPaymentAt: null,
        startedAt: new Date('2026-11-21T05:00:00Z'),
      },
    ]);
    expect(await events()).toMatchObject([{ state: 'applied', appliedAt: test.clock.now(), attempts: 0 }]);
  });

  it('counts by when it was so, not by when it came', async () => {
    await deliver(test, told(3, { status: 'past_due' }));
    await test.billing.runDue();
    await deliver(test, told(2));
    await test.billing.runDue();
    expect(await knownSubscriptions()).toMatchObject([{ status: 'past_due' }]);
  });

  it('of two subscriptions is kept apart', async () => {
    await deliver(test, told(1));
    await deliver(test, told(2, { id: subscriptionId(2), status: 'paused', current_billing_period: null }));
    await test.billing.runDue();
    const statuses = (await knownSubscriptions()).map(({ paddleId, status }) => [paddleId, status]);
    expect(statuses.toSorted()).toEqual([
      [subscriptionId(1), 'active'],
      [subscriptionId(2), 'paused'],
    ]);
  });

  it('is applied once by several at the same time', async () => {
    for (let second = 1; second < 9; second += 1) await deliver(test, told(second));
    await Promise.all([test.billing.runDue(), test.billing.runDue(), test.billing.runDue()]);
    expect(await knownSubscriptions()).toMatchObject([{ paddleUpdatedAt: new Date(at(8)) }]);
    expect((await events()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 8 }, () => ['applied', 0]),
    );
  });
});

describe('a payment', () => {
  const paid = (second: number, overrides: Record<string, unknown> = {}) =>
    paddleEvent('transaction.completed', transactionEntity({ updated_at: at(second), ...overrides }));
  const lastPayment = async () => (await knownSubscriptions()).map(({ lastPaymentAt }) => lastPaymentAt);

  it.each([
    ['after its subscription', [told(1), paid(2)]],
    ['before its subscription', [paid(2), told(1)]],
  ])('dates the last payment when it comes %s', async (_when, all) => {
    for (const event of all) {
      await deliver(test, { ...event, event_id: `${event.event_id}${_when.length}` });
      await test.billing.runDue();
    }
    expect(await lastPayment()).toEqual([new Date('2026-11-21T05:00:00Z')]);
  });

  it('that did not come about, or was nothing, dates nothing', async () => {
    await deliver(test, told(1));
    await deliver(test, paid(2, { status: 'past_due' }));
    await deliver(test, paid(3, { id: transactionId(2), details: { totals: { total: '0' } } }));
    await test.billing.runDue();
    expect(await lastPayment()).toEqual([null]);
  });

  it('keeps its newest state', async () => {
    await deliver(test, paid(3));
    await test.billing.runDue();
    await deliver(test, paid(2, { status: 'billed' }));
    await test.billing.runDue();
    expect(await test.database.db.select().from(payments)).toMatchObject([
      { paddleId: transactionId(1), status: 'completed', totalAmount: '3000', currency: 'USD' },
    ]);
  });
});

describe('messages that were applied', () => {
  it('go after 90 days, and those that failed stay', async () => {
    await deliver(test, told(1));
    await deliver(test, told(2, { items: [] }));
    await test.billing.runDue();
    await removeAppliedEvents(test.database.db, new Date(test.clock.now().getTime() + 90 * DAY));
    expect(await events()).toHaveLength(2);
    await removeAppliedEvents(test.database.db, new Date(test.clock.now().getTime() + 90 * DAY + 1));
    expect(await events()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });
});

describe('a message that cannot be applied', () => {
  it('is tried again with growing delays and left to an administrator after ten times', async () => {
    await deliver(test, told(1, { items: [] }));
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await test.billing.runDue();
      const [event] = await events();
      expect(event).toMatchObject({ attempts: attempt, state: attempt < 10 ? 'waiting' : 'failed' });
      const delayMs = (event?.nextAttemptAt.getTime() ?? 0) - test.clock.now().getTime();
      delays.push(delayMs / 1_000);
      test.clock.advance(delayMs - 1);
      await test.billing.runDue();
      expect((await events())[0]?.attempts).toBe(attempt);
      test.clock.advance(1);
    }
    expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    await test.billing.runDue();
    const [event] = await events();
    expect(event).toMatchObject({ attempts: 10, state: 'failed' });
    expect(event?.lastError).toContain('items');
  });

  it('is applied when a clock that was ahead recorded when to try it', async () => {
    await deliver(test, told(1));
    await test.database.db
      .update(paddleEvents)
      .set({ nextAttemptAt: new Date(test.clock.now().getTime() + 30 * DAY) });
    await test.billing.runDue();
    expect(await knownSubscriptions()).toMatchObject([{ status: 'active' }]);
  });

  it('does not hold up the next one of the same subscription', async () => {
    await deliver(test, told(1, { status: 'lovely' }));
    await deliver(test, told(2));
    await test.billing.runDue();
    expect(await knownSubscriptions()).toMatchObject([{ status: 'active' }]);
    expect((await events()).map(({ state }) => state)).toEqual(['waiting', 'applied']);
  });
});
