import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#core/server/platform/clock.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import {
  linkSubscription,
  readBillingProblems,
  replayEvent,
} from '#features/billing/contract/admin-endpoints.ts';
import {
  billingReconciliation,
  paddleCustomers,
  subscriptions,
  webhookEvents,
} from '#features/billing/server/billing.tables.ts';
import { hasPremium } from '#features/billing/server/billing.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  createFakePaddle,
  deliver,
  makeCustomData,
  makeCustomerId,
  makePaddleEvent,
  makeSubscriptionEntity,
  makeSubscriptionId,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const paddle = createFakePaddle();
const test = useTestApp({}, { paddle });

let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeEach(async () => {
  test.clock.set('2026-11-21T05:42:00.000Z');
  for (const table of [webhookEvents, subscriptions, paddleCustomers, billingReconciliation])
    await test.database.db.delete(table);
  admin = await signInAdministrator(test);
});

const problems = async () => (await test.call(readBillingProblems, {}, { token: admin.access })).body;
const replay = (id: string) =>
  test.call(replayEvent, { params: { id } }, { token: admin.access }).then(({ status }) => status);

const NO_PROBLEMS = {
  dead_letters: [],
  dead_letter_count: 0,
  unlinked: [],
  unlinked_count: 0,
  waiting: 0,
  last_reconciled_at: null,
  last_reconciliation_error: null,
};

it('lists no problems at first', async () => {
  expect(await problems()).toEqual(NO_PROBLEMS);
});

it('reports the last reconciliation and its error', async () => {
  await test.billing.reconcileIfDue();
  expect(await problems()).toEqual({ ...NO_PROBLEMS, last_reconciled_at: '2026-11-21T05:42:00.000Z' });
  paddle.failure = new Error('Paddle cannot be reached');
  test.clock.advance(HOUR);
  await test.billing.reconcileIfDue();
  paddle.failure = null;
  admin = await signInAdministrator(test);
  expect(await problems()).toEqual({
    ...NO_PROBLEMS,
    last_reconciled_at: '2026-11-21T05:42:00.000Z',
    last_reconciliation_error: 'Error: Paddle cannot be reached',
  });
});

describe('an event that cannot be applied', () => {
  async function deadLetter() {
    const event = makePaddleEvent('subscription.updated', makeSubscriptionEntity({ items: [] }));
    await deliver(test, event);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await test.billing.runDue({ includesDelayed: true });
    }
    admin = await signInAdministrator(test);
    return event;
  }

  it('lists an event after its last attempt', async () => {
    await deliver(test, makePaddleEvent('subscription.updated', makeSubscriptionEntity({ items: [] })));
    await test.billing.runDue();
    expect(await problems()).toEqual({ ...NO_PROBLEMS, waiting: 1 });
    await test.database.db.delete(webhookEvents);

    const { event_id } = await deadLetter();
    expect(await problems()).toEqual({
      ...NO_PROBLEMS,
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

  it('makes one more attempt per replay and removes the event from the list when it is applied', async () => {
    const { event_id } = await deadLetter();
    expect(await replay(event_id)).toBe(204);
    expect(await problems()).toEqual({ ...NO_PROBLEMS, waiting: 1 });
    expect(await replay(event_id)).toBe(204);
    await test.billing.runDue();
    expect(await problems()).toMatchObject({
      dead_letters: [{ event_id, attempts: 11 }],
      dead_letter_count: 1,
      waiting: 0,
    });

    await test.database.db.update(webhookEvents).set({ data: makeSubscriptionEntity() });
    await replay(event_id);
    await test.billing.runDue();
    expect(await problems()).toMatchObject({ dead_letter_count: 0, waiting: 0, unlinked_count: 1 });
    expect(await replay(event_id)).toBe(204);
    expect((await problems()).waiting).toBe(0);
  });

  it('keeps a replay that the database interrupts', async () => {
    const { event_id } = await deadLetter();
    await replay(event_id);
    await test.database.db.update(webhookEvents).set({ data: makeSubscriptionEntity() });
    await test.database.pool.query('alter table paddle_events rename to unavailable');
    await test.billing.runDue();
    await test.database.pool.query('alter table unavailable rename to paddle_events');
    await test.billing.runDue({ includesDelayed: true });
    expect(await problems()).toMatchObject({ dead_letter_count: 0, waiting: 0, unlinked_count: 1 });
  });

  it.each(['evt_none', 'x', 'evt_%00'])('returns 404 for the event %s', async (id) => {
    expect(await replay(id)).toBe(404);
  });
});

describe('an unlinked subscription', () => {
  let second = 0;
  async function sendUpdate(number: number, overrides: Record<string, unknown> = {}) {
    second += 1;
    const updated_at = new Date(Date.UTC(2026, 10, 21, 5, 0, second)).toISOString();
    const entity = makeSubscriptionEntity({ id: makeSubscriptionId(number), updated_at, ...overrides });
    await deliver(test, makePaddleEvent('subscription.updated', entity));
    await test.billing.runDue();
  }

  async function createCustomer(): Promise<string> {
    const { email } = await signUpCustomer(test);
    return (await findCustomerByEmail(test.database.db, email))?.id ?? '';
  }

  async function link(number: number, customer_id: string) {
    const id = (await findRow(number))?.id ?? '';
    return test.call(linkSubscription, { params: { id }, body: { customer_id } }, { token: admin.access });
  }

  async function findRow(number: number) {
    const rows = await test.database.db.select().from(subscriptions);
    return rows.find(({ paddleId }) => paddleId === makeSubscriptionId(number));
  }
  const findOwner = async (number: number) => (await findRow(number))?.userId;

  it('lists an unlinked subscription until it is canceled', async () => {
    await sendUpdate(1);
    await sendUpdate(2, { status: 'canceled', current_billing_period: null, next_billed_at: null });
    expect(await problems()).toEqual({
      ...NO_PROBLEMS,
      unlinked: [
        {
          id: (await findRow(1))?.id,
          paddle_subscription_id: makeSubscriptionId(1),
          paddle_customer_id: makeCustomerId(1),
          get_status_display: 'Active',
          product_name: 'Pro',
          created_at: '2026-11-21T05:00:00.000Z',
        },
      ],
      unlinked_count: 1,
    });
  });

  it('links a subscription immediately, and others of the same Paddle customer at their next event', async () => {
    const buyer = await createCustomer();
    await sendUpdate(1);
    await sendUpdate(2);
    await sendUpdate(3, { customer_id: makeCustomerId(2) });
    expect((await link(1, buyer)).status).toBe(204);
    expect(await hasPremium(test.database.db, buyer, test.clock.now())).toBe(true);
    await sendUpdate(4);
    const owners = async () => [
      await findOwner(1),
      await findOwner(2),
      await findOwner(3),
      await findOwner(4),
    ];
    expect(await owners()).toEqual([buyer, null, null, buyer]);
    await sendUpdate(2);
    expect(await owners()).toEqual([buyer, buyer, null, buyer]);
    expect(await test.database.db.select().from(paddleCustomers)).toMatchObject([
      { paddleCustomerId: makeCustomerId(1), userId: buyer, linkedBy: admin.username },
    ]);
  });

  it('links only the chosen subscription when the Paddle customer is linked to another user', async () => {
    const [first, second] = [await createCustomer(), await createCustomer()];
    await sendUpdate(1, { custom_data: makeCustomData(test, first) });
    await sendUpdate(2, { custom_data: makeCustomData(test, second) });
    await sendUpdate(3);
    await sendUpdate(4);
    expect((await link(3, second)).status).toBe(204);
    expect([await findOwner(1), await findOwner(3), await findOwner(4)]).toEqual([first, second, null]);
    expect(await test.database.db.select().from(paddleCustomers)).toMatchObject([{ userId: first }]);
  });

  it('accepts the same link again and rejects a link to another customer', async () => {
    const [first, second] = [await createCustomer(), await createCustomer()];
    await sendUpdate(1);
    expect((await link(1, first)).status).toBe(204);
    expect((await link(1, first)).status).toBe(204);
    expect(await link(1, second)).toMatchObject({
      status: 409,
      body: { detail: 'This subscription is already linked to another customer.' },
    });
    expect(await findOwner(1)).toBe(first);
  });

  it('links a subscription only to an existing customer', async () => {
    await sendUpdate(1);
    const deleted = '7d0f6a52-0000-4000-8000-000000000000';
    expect(await link(1, deleted)).toMatchObject({
      status: 400,
      body: { customer_id: ['This account no longer exists. Choose another customer.'] },
    });
    expect((await link(1, 'x')).status).toBe(400);
    expect(await findOwner(1)).toBeNull();
    const body = { customer_id: await createCustomer() };
    const missing = await test.call(
      linkSubscription,
      { params: { id: deleted }, body },
      { token: admin.access },
    );
    expect(missing.status).toBe(404);
  });
});
