import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { countDeadLetters } from '#core/server/platform/jobs/dead-letters.ts';
import { payments, subscriptions, webhookEvents } from '#features/billing/server/billing.tables.ts';
import {
  createFakePaddle,
  deliver,
  makeCustomerId,
  makePaddleEvent,
  makeSubscriptionEntity,
  makeSubscriptionId,
  makeTransactionEntity,
  makeTransactionId,
  PERIOD,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { removeAppliedWebhookEvents } from './webhook-backlog.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

beforeEach(async () => {
  await test.database.db.delete(webhookEvents);
  await test.database.db.delete(subscriptions);
  await test.database.db.delete(payments);
});

const at = (second: number) => `2026-11-21T05:00:0${second}.000000Z`;
const makeEvent = (second: number, overrides: Record<string, unknown> = {}) =>
  makePaddleEvent('subscription.updated', makeSubscriptionEntity({ updated_at: at(second), ...overrides }));
const listSubscriptions = () => test.database.db.select().from(subscriptions);
const listEvents = () => test.database.db.select().from(webhookEvents).orderBy(asc(webhookEvents.eventId));

describe('a subscription event', () => {
  it('stores the subscription of an event', async () => {
    await deliver(test, makeEvent(1));
    await test.billing.runDue();
    expect(await listSubscriptions()).toMatchObject([
      {
        paddleId: makeSubscriptionId(1),
        paddleCustomerId: makeCustomerId(1),
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
    expect(await listEvents()).toMatchObject([
      { state: 'applied', appliedAt: test.clock.now(), attempts: 0 },
    ]);
  });

  it('orders events by the time of the change, not of their arrival', async () => {
    await deliver(test, makeEvent(3, { status: 'past_due' }));
    await test.billing.runDue();
    await deliver(test, makeEvent(2));
    await test.billing.runDue();
    expect(await listSubscriptions()).toMatchObject([{ status: 'past_due' }]);
  });

  it('changes only the subscription of the event', async () => {
    await deliver(test, makeEvent(1));
    await deliver(
      test,
      makeEvent(2, { id: makeSubscriptionId(2), status: 'paused', current_billing_period: null }),
    );
    await test.billing.runDue();
    const statuses = (await listSubscriptions()).map(({ paddleId, status }) => [paddleId, status]);
    expect(statuses.toSorted()).toEqual([
      [makeSubscriptionId(1), 'active'],
      [makeSubscriptionId(2), 'paused'],
    ]);
  });

  it('applies each event once with concurrent workers', async () => {
    for (let second = 1; second < 9; second += 1) await deliver(test, makeEvent(second));
    await Promise.all([test.billing.runDue(), test.billing.runDue(), test.billing.runDue()]);
    expect(await listSubscriptions()).toMatchObject([{ paddleUpdatedAt: new Date(at(8)) }]);
    expect((await listEvents()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 8 }, () => ['applied', 0]),
    );
  });
});

describe('a payment', () => {
  const makePayment = (second: number, overrides: Record<string, unknown> = {}) =>
    makePaddleEvent('transaction.completed', makeTransactionEntity({ updated_at: at(second), ...overrides }));
  const lastPayment = async () => (await listSubscriptions()).map(({ lastPaymentAt }) => lastPaymentAt);

  it.each([
    ['after its subscription', [makeEvent(1), makePayment(2)]],
    ['before its subscription', [makePayment(2), makeEvent(1)]],
  ])('sets the last payment date when the payment arrives %s', async (order, all) => {
    for (const event of all) {
      await deliver(test, { ...event, event_id: `${event.event_id}${order.length}` });
      await test.billing.runDue();
    }
    expect(await lastPayment()).toEqual([new Date('2026-11-21T05:00:00Z')]);
  });

  it('does not set the last payment date for a failed or zero payment', async () => {
    await deliver(test, makeEvent(1));
    await deliver(test, makePayment(2, { status: 'past_due' }));
    await deliver(test, makePayment(3, { id: makeTransactionId(2), details: { totals: { total: '0' } } }));
    await test.billing.runDue();
    expect(await lastPayment()).toEqual([null]);
  });

  it('stores the newest state of a payment', async () => {
    await deliver(test, makePayment(3));
    await test.billing.runDue();
    await deliver(test, makePayment(2, { status: 'billed' }));
    await test.billing.runDue();
    expect(await test.database.db.select().from(payments)).toMatchObject([
      { paddleId: makeTransactionId(1), status: 'completed', totalAmount: '3000', currency: 'USD' },
    ]);
  });
});

describe('removeAppliedWebhookEvents', () => {
  it('deletes applied events after 90 days and keeps failed ones', async () => {
    await deliver(test, makeEvent(1));
    await deliver(test, makeEvent(2, { items: [] }));
    await test.billing.runDue();
    await removeAppliedWebhookEvents(test.database.db, new Date(test.clock.now().getTime() + 90 * DAY));
    expect(await listEvents()).toHaveLength(2);
    await removeAppliedWebhookEvents(test.database.db, new Date(test.clock.now().getTime() + 90 * DAY + 1));
    expect(await listEvents()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });
});

describe('an event that cannot be applied', () => {
  it('retries a failed event with growing delays and leaves it to an administrator after ten attempts', async () => {
    await deliver(test, makeEvent(1, { items: [] }));
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await test.billing.runDue();
      const [event] = await listEvents();
      expect(event).toMatchObject({ attempts: attempt, state: attempt < 10 ? 'waiting' : 'failed' });
      await test.billing.runDue();
      expect((await listEvents())[0]?.attempts).toBe(attempt);
      await test.database.pool.query(
        "update pgboss.job set start_after = now() where name = 'webhook-event'",
      );
    }
    await test.billing.runDue();
    const [event] = await listEvents();
    expect(event).toMatchObject({ attempts: 10, state: 'failed' });
    expect(event?.lastError).toContain('items');
  });

  it('an event that cannot be applied is left to an administrator even if the server crashed during some attempts', async () => {
    await deliver(test, makeEvent(1, { items: [] }));
    await test.database.pool.query(
      "update pgboss.job set retry_count = 2, started_on = now() where name = 'webhook-event'",
    );
    for (let attempt = 1; attempt <= 10; attempt += 1) await test.billing.runDue({ includesDelayed: true });
    expect(await listEvents()).toMatchObject([{ state: 'failed', attempts: 10 }]);
    expect(await countDeadLetters(test.database.db)).toBe(0);
  });

  it('an event that cannot be applied is retried immediately when the demo advances its clock', async () => {
    await deliver(test, makeEvent(1, { items: [] }));
    await test.billing.runDue();
    await test.database.db.update(webhookEvents).set({ data: makeSubscriptionEntity() });
    await test.billing.runDue();
    expect(await listEvents()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await test.billing.runDue({ includesDelayed: true });
    expect(await listEvents()).toMatchObject([{ state: 'applied' }]);
  });

  it('applies the next event of a subscription after a failed one', async () => {
    await deliver(test, makeEvent(1, { status: 'lovely' }));
    await deliver(test, makeEvent(2));
    await test.billing.runDue();
    expect(await listSubscriptions()).toMatchObject([{ status: 'active' }]);
    expect((await listEvents()).map(({ state }) => state)).toEqual(['waiting', 'applied']);
  });
});
