import { beforeEach, describe, expect, it } from 'vitest';
import { linkSubscription, readBillingProblems, replayEvent } from '#contract/billing/admin-endpoints.ts';
import { findCustomerByEmail } from '#server/domains/accounts/accounts.ts';
import {
  billingReconciliation,
  paddleCustomers,
  paddleEvents,
  subscriptions,
} from '#server/domains/billing/billing.tables.ts';
import { hasPremium } from '#server/domains/billing/billing.ts';
import { HOUR } from '#server/platform/clock.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  makeCustomData,
  customerId,
  deliver,
  fakePaddle,
  paddleEvent,
  subscriptionEntity,
  subscriptionId,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const paddle = fakePaddle();
const test = useTestApp({}, { paddle });

let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeEach(async () => {
  test.clock.set('2026-11-21T05:42:00.000Z');
  for (const table of [paddleEvents, subscriptions, paddleCustomers, billingReconciliation])
    await test.database.db.delete(table);
  admin = await signInAdministrator(test);
});

const problems = async () => (await test.call(readBillingProblems, {}, { token: admin.access })).body;
const replay = (id: string) =>
  test.call(replayEvent, { params: { id } }, { token: admin.access }).then(({ status }) => status);

const NOTHING = {
  dead_letters: [],
  dead_letter_count: 0,
  unlinked: [],
  unlinked_count: 0,
  waiting: 0,
  last_reconciled_at: null,
  last_reconciliation_error: null,
};

it('at first nothing needs anybody', async () => {
  expect(await problems()).toEqual(NOTHING);
});

it('how comparing with Paddle went is told', async () => {
  await test.billing.reconcileIfDue();
  expect(await problems()).toEqual({ ...NOTHING, last_reconciled_at: '2026-11-21T05:42:00.000Z' });
  paddle.failure = new Error('Paddle cannot be reached');
  test.clock.advance(HOUR);
  await test.billing.reconcileIfDue();
  paddle.failure = null;
  admin = await signInAdministrator(test);
  expect(await problems()).toEqual({
    ...NOTHING,
    last_reconciled_at: '2026-11-21T05:42:00.000Z',
    last_reconciliation_error: 'Error: Paddle cannot be reached',
  });
});

describe('a message that cannot be applied', () => {
  async function deadLetter() {
    const event = paddleEvent('subscription.updated', subscriptionEntity({ items: [] }));
    await deliver(test, event);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await test.billing.runDue();
      test.clock.advance(HOUR);
    }
    admin = await signInAdministrator(test);
    return event;
  }

  it('is listed once it is given up', async () => {
    await deliver(test, paddleEvent('subscription.updated', subscriptionEntity({ items: [] })));
    await test.billing.runDue();
    expect(await problems()).toEqual({ ...NOTHING, waiting: 1 });
    await test.database.db.delete(paddleEvents);

    const { event_id } = await deadLetter();
    expect(await problems()).toEqual({
      ...NOTHING,
      dead_letters: [
        {
          event_id,
          event_type: 'subscription.updated',
          occurred_at: '2026-11-21T05:00:01.000Z',
          received_at: '2026-11-21T05:42:00.000Z',
          attempts: 10,
          last_error: expect.stringContaining('items'),
        },
      ],
      dead_letter_count: 1,
    });
  });

  it('is tried once more at a time, and gone when it is applied', async () => {
    const { event_id } = await deadLetter();
    expect(await replay(event_id)).toBe(204);
    expect(await problems()).toEqual({ ...NOTHING, waiting: 1 });
    expect(await replay(event_id)).toBe(204);
    await test.billing.runDue();
    expect(await problems()).toMatchObject({
      dead_letters: [{ event_id, attempts: 11 }],
      dead_letter_count: 1,
      waiting: 0,
    });

    await test.database.db.update(paddleEvents).set({ data: subscriptionEntity() });
    await replay(event_id);
    await test.billing.runDue();
    expect(await problems()).toMatchObject({ dead_letter_count: 0, waiting: 0, unlinked_count: 1 });
    expect(await replay(event_id)).toBe(204);
    expect((await problems()).waiting).toBe(0);
  });

  it.each(['evt_none', 'x', 'evt_%00'])('%s is none', async (id) => {
    expect(await replay(id)).toBe(404);
  });
});

describe('a subscription that is nobody’s', () => {
  let second = 0;
  async function tell(number: number, overrides: Record<string, unknown> = {}) {
    second += 1;
    const updated_at = new Date(Date.UTC(2026, 10, 21, 5, 0, second)).toISOString();
    const entity = subscriptionEntity({ id: subscriptionId(number), updated_at, ...overrides });
    await deliver(test, paddleEvent('subscription.updated', entity));
    await test.billing.runDue();
  }

  async function customer(): Promise<string> {
    const { email } = await signUpCustomer(test);
    return (await findCustomerByEmail(test.database.db, email))?.id ?? '';
  }

  async function link(number: number, customer_id: string) {
    const id = (await rowOf(number))?.id ?? '';
    return test.call(linkSubscription, { params: { id }, body: { customer_id } }, { token: admin.access });
  }

  async function rowOf(number: number) {
    const rows = await test.database.db.select().from(subscriptions);
    return rows.find(({ paddleId }) => paddleId === subscriptionId(number));
  }
  const ownerOf = async (number: number) => (await rowOf(number))?.userId;

  it('is listed while it goes on', async () => {
    await tell(1);
    await tell(2, { status: 'canceled', current_billing_period: null, next_billed_at: null });
    expect(await problems()).toEqual({
      ...NOTHING,
      unlinked: [
        {
          id: (await rowOf(1))?.id,
          paddle_subscription_id: subscriptionId(1),
          paddle_customer_id: customerId(1),
          get_status_display: 'Active',
          product_name: 'Pro',
          created_at: '2026-11-21T05:00:00.000Z',
        },
      ],
      unlinked_count: 1,
    });
  });

  it('becomes a customer’s at once, and others of the same customer at Paddle with their own next word', async () => {
    const buyer = await customer();
    await tell(1);
    await tell(2);
    await tell(3, { customer_id: customerId(2) });
    expect((await link(1, buyer)).status).toBe(204);
    expect(await hasPremium(test.database.db, buyer, test.clock.now())).toBe(true);
    await tell(4);
    const owners = async () => [await ownerOf(1), await ownerOf(2), await ownerOf(3), await ownerOf(4)];
    expect(await owners()).toEqual([buyer, null, null, buyer]);
    await tell(2);
    expect(await owners()).toEqual([buyer, buyer, null, buyer]);
    expect(await test.database.db.select().from(paddleCustomers)).toMatchObject([
      { paddleCustomerId: customerId(1), userId: buyer, linkedBy: admin.username },
    ]);
  });

  it('is linked alone where the customer at Paddle is known to be another’s', async () => {
    const [first, second] = [await customer(), await customer()];
    await tell(1, { custom_data: makeCustomData(test, first) });
    await tell(2, { custom_data: makeCustomData(test, second) });
    await tell(3);
    await tell(4);
    expect((await link(3, second)).status).toBe(204);
    expect([await ownerOf(1), await ownerOf(3), await ownerOf(4)]).toEqual([first, second, null]);
    expect(await test.database.db.select().from(paddleCustomers)).toMatchObject([{ userId: first }]);
  });

  it('is linked once: again to the same customer is no change, to another is refused', async () => {
    const [first, second] = [await customer(), await customer()];
    await tell(1);
    expect((await link(1, first)).status).toBe(204);
    expect((await link(1, first)).status).toBe(204);
    expect(await link(1, second)).toMatchObject({
      status: 409,
      body: { detail: 'This subscription has been linked to another customer meanwhile.' },
    });
    expect(await ownerOf(1)).toBe(first);
  });

  it('is linked to customers that there are alone', async () => {
    await tell(1);
    const gone = '7d0f6a52-0000-4000-8000-000000000000';
    expect(await link(1, gone)).toMatchObject({
      status: 400,
      body: { customer_id: ['This account is gone. Choose another customer.'] },
    });
    expect((await link(1, 'x')).status).toBe(400);
    expect(await ownerOf(1)).toBeNull();
    const body = { customer_id: await customer() };
    const unknown = await test.call(
      linkSubscription,
      { params: { id: gone }, body },
      { token: admin.access },
    );
    expect(unknown.status).toBe(404);
  });
});
