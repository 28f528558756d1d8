import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#contract/accounts/account-data.ts';
import { findUserByEmail } from '#server/domains/accounts/accounts.queries.ts';
import { paddleCustomers, paddleEvents, subscriptions } from '#server/domains/billing/billing.tables.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  makeCustomData,
  customerId,
  deliver,
  fakePaddle,
  paddleEvent,
  priceId,
  subscriptionEntity,
  subscriptionId,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: fakePaddle() });

beforeEach(async () => {
  for (const table of [paddleEvents, subscriptions, paddleCustomers]) await test.database.db.delete(table);
});

async function customer() {
  const person = await signUpCustomer(test);
  const user = await findUserByEmail(test.database.db, person.email);
  return { ...person, id: user?.id ?? '' };
}

/** Tells of the subscription with this number; every time later than before. */
let second = 0;
async function tell(number: number, overrides: Record<string, unknown> = {}) {
  second += 1;
  const updated_at = new Date(Date.UTC(2026, 10, 21, 5, 0, second)).toISOString();
  const entity = subscriptionEntity({ id: subscriptionId(number), updated_at, ...overrides });
  await deliver(test, paddleEvent('subscription.updated', entity));
  await test.billing.runDue();
}

async function ownerOf(number: number): Promise<string | null | undefined> {
  const rows = await test.database.db.select().from(subscriptions);
  return rows.find(({ paddleId }) => paddleId === subscriptionId(number))?.userId;
}

describe('a subscription', () => {
  it('belongs to the customer who signed its checkout', async () => {
    const buyer = await customer();
    await tell(1, { custom_data: makeCustomData(test, buyer.id) });
    expect(await ownerOf(1)).toBe(buyer.id);
    expect(await test.database.db.select().from(paddleCustomers)).toMatchObject([
      { paddleCustomerId: customerId(1), userId: buyer.id, linkedBy: 'checkout' },
    ]);
  });

  it('stays theirs whatever is said later', async () => {
    const [buyer, other] = [await customer(), await customer()];
    await tell(1, { custom_data: makeCustomData(test, buyer.id) });
    await tell(1, { custom_data: makeCustomData(test, other.id) });
    expect(await ownerOf(1)).toBe(buyer.id);
  });

  it('is parked when nothing vouches for anybody', async () => {
    const buyer = await customer();
    await tell(1, { custom_data: { user_id: buyer.id } });
    await tell(2, { custom_data: { ...makeCustomData(test, buyer.id), user_id: (await customer()).id } });
    await tell(3, { custom_data: makeCustomData(test, buyer.id, priceId(2)) });
    await tell(4, { custom_data: makeCustomData(test, '7d0f6a52-0000-4000-8000-000000000000') });
    expect([await ownerOf(1), await ownerOf(2), await ownerOf(3), await ownerOf(4)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is found by the customer at Paddle once that is known', async () => {
    const buyer = await customer();
    await tell(1, { custom_data: makeCustomData(test, buyer.id) });
    await tell(2);
    expect(await ownerOf(2)).toBe(buyer.id);
  });

  it('that was parked is found at its next word once the customer at Paddle is known', async () => {
    const buyer = await customer();
    await tell(2);
    await tell(3, { customer_id: customerId(2) });
    await tell(1, { custom_data: makeCustomData(test, buyer.id) });
    await tell(2);
    await tell(3, { customer_id: customerId(2) });
    expect([await ownerOf(2), await ownerOf(3)]).toEqual([buyer.id, null]);
  });

  it('goes by its checkout though another owns the customer at Paddle, and then nobody is guessed', async () => {
    const [first, second] = [await customer(), await customer()];
    await tell(1, { custom_data: makeCustomData(test, first.id) });
    await tell(2, { custom_data: makeCustomData(test, second.id) });
    await tell(3);
    expect([await ownerOf(2), await ownerOf(3)]).toEqual([second.id, null]);
  });

  it('is nobody’s when the account is gone, also not of who buys with the same address later', async () => {
    const [buyer, other] = [await customer(), await customer()];
    const custom_data = makeCustomData(test, buyer.id);
    const { password, access } = buyer;
    const deleted = await test.call(deleteAccount, { body: { password } }, { token: access });
    expect(deleted.status).toBe(200);
    await tell(1, { custom_data });
    expect(await ownerOf(1)).toBeNull();
    await tell(2, { custom_data: makeCustomData(test, other.id) });
    await tell(1, { custom_data });
    expect([await ownerOf(1), await ownerOf(2)]).toEqual([null, other.id]);
  });
});
