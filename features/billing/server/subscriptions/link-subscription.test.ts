import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import { findUserByEmail } from '#features/accounts/server/accounts.queries.ts';
import { paddleCustomers, subscriptions, webhookEvents } from '#features/billing/server/billing.tables.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  createFakePaddle,
  deliver,
  makeCustomData,
  makeCustomerId,
  makePaddleEvent,
  makePriceId,
  makeSubscriptionEntity,
  makeSubscriptionId,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

beforeEach(async () => {
  for (const table of [webhookEvents, subscriptions, paddleCustomers]) await test.database.db.delete(table);
});

async function createCustomer() {
  const customer = await signUpCustomer(test);
  const user = await findUserByEmail(test.database.db, customer.email);
  return { ...customer, id: user?.id ?? '' };
}

/** Delivers an event of the subscription with this number, each later than the one before. */
let second = 0;
async function sendUpdate(number: number, overrides: Record<string, unknown> = {}) {
  second += 1;
  const updated_at = new Date(Date.UTC(2026, 10, 21, 5, 0, second)).toISOString();
  const entity = makeSubscriptionEntity({ id: makeSubscriptionId(number), updated_at, ...overrides });
  await deliver(test, makePaddleEvent('subscription.updated', entity));
  await test.billing.runDue();
}

async function findOwner(number: number): Promise<string | null | undefined> {
  const rows = await test.database.db.select().from(subscriptions);
  return rows.find(({ paddleId }) => paddleId === makeSubscriptionId(number))?.userId;
}

describe('a subscription', () => {
  it('links a subscription to the customer in its signed checkout', async () => {
    const buyer = await createCustomer();
    await sendUpdate(1, { custom_data: makeCustomData(test, buyer.id) });
    expect(await findOwner(1)).toBe(buyer.id);
    expect(await test.database.db.select().from(paddleCustomers)).toMatchObject([
      { paddleCustomerId: makeCustomerId(1), userId: buyer.id, linkedBy: 'checkout' },
    ]);
  });

  it('keeps the link regardless of the content of later events', async () => {
    const [buyer, other] = [await createCustomer(), await createCustomer()];
    await sendUpdate(1, { custom_data: makeCustomData(test, buyer.id) });
    await sendUpdate(1, { custom_data: makeCustomData(test, other.id) });
    expect(await findOwner(1)).toBe(buyer.id);
  });

  it('leaves a subscription unlinked without a valid signature', async () => {
    const buyer = await createCustomer();
    await sendUpdate(1, { custom_data: { user_id: buyer.id } });
    await sendUpdate(2, {
      custom_data: { ...makeCustomData(test, buyer.id), user_id: (await createCustomer()).id },
    });
    await sendUpdate(3, { custom_data: makeCustomData(test, buyer.id, makePriceId(2)) });
    await sendUpdate(4, { custom_data: makeCustomData(test, '7d0f6a52-0000-4000-8000-000000000000') });
    expect([await findOwner(1), await findOwner(2), await findOwner(3), await findOwner(4)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('links a subscription by its linked Paddle customer', async () => {
    const buyer = await createCustomer();
    await sendUpdate(1, { custom_data: makeCustomData(test, buyer.id) });
    await sendUpdate(2);
    expect(await findOwner(2)).toBe(buyer.id);
  });

  it('links a subscription at its next event after its Paddle customer was linked', async () => {
    const buyer = await createCustomer();
    await sendUpdate(2);
    await sendUpdate(3, { customer_id: makeCustomerId(2) });
    await sendUpdate(1, { custom_data: makeCustomData(test, buyer.id) });
    await sendUpdate(2);
    await sendUpdate(3, { customer_id: makeCustomerId(2) });
    expect([await findOwner(2), await findOwner(3)]).toEqual([buyer.id, null]);
  });

  it('links by the checkout when users share a Paddle customer, which then links no others', async () => {
    const [first, second] = [await createCustomer(), await createCustomer()];
    await sendUpdate(1, { custom_data: makeCustomData(test, first.id) });
    await sendUpdate(2, { custom_data: makeCustomData(test, second.id) });
    await sendUpdate(3);
    expect([await findOwner(2), await findOwner(3)]).toEqual([second.id, null]);
  });

  it('leaves a subscription unlinked after account deletion, also when another user buys with the same email address', async () => {
    const [buyer, other] = [await createCustomer(), await createCustomer()];
    const custom_data = makeCustomData(test, buyer.id);
    const { password, access } = buyer;
    const deleted = await test.call(deleteAccount, { body: { password } }, { token: access });
    expect(deleted.status).toBe(200);
    await sendUpdate(1, { custom_data });
    expect(await findOwner(1)).toBeNull();
    await sendUpdate(2, { custom_data: makeCustomData(test, other.id) });
    await sendUpdate(1, { custom_data });
    expect([await findOwner(1), await findOwner(2)]).toEqual([null, other.id]);
  });
});
