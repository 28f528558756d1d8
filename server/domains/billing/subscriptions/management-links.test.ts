import { expect, it } from 'vitest';
import { deleteAccount } from '#contract/accounts/account-data.ts';
import { startCheckout } from '#contract/billing/pricing.ts';
import { readSubscription } from '#contract/billing/subscriptions.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  fetchSubscriptions,
  PRO,
  type Subscriber,
  usePaddleApp,
} from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({ LIMIT_SUBSCRIPTION_LINKS_ACCOUNT: '2/1m' });

async function links({ access, id }: Pick<Subscriber, 'access' | 'id'>) {
  const { status, body } = await test.call(readSubscription, { params: { id } }, { token: access });
  expect(status).toBe(200);
  const { update_url, cancel_url } = body.subscription;
  return [update_url !== null, cancel_url !== null];
}

/** Somebody else who types this address into the checkout: one customer at Paddle. */
async function buyAs(customerEmail: string) {
  const { access } = await signUpCustomer(test);
  const price = { price_id: PRO.monthlyPriceId };
  const { body } = await test.call(startCheckout, { body: price }, { token: access });
  const purchase = { priceId: price.price_id, customerEmail, customData: body.custom_data };
  test.control.completeCheckout(purchase);
  await test.hear();
  const { subscriptions } = await fetchSubscriptions(test, access);
  return { access, id: String(subscriptions[0].id) };
}

it('whoever buys with the address of another gets no way into what that one has at Paddle', async () => {
  const victim = await test.subscriber();
  expect(await links(victim)).toEqual([true, true]);
  const intruder = await buyAs(victim.email);
  expect(await links(intruder)).toEqual([false, false]);
  expect(await links(victim)).toEqual([false, false]);
});

it('nor into what an account had that is gone', async () => {
  const former = await test.subscriber();
  await test.act(former, 'cancel');
  const { password, access } = former;
  expect((await test.call(deleteAccount, { body: { password } }, { token: access })).status).toBe(200);
  expect(await links(await buyAs(former.email))).toEqual([false, false]);
});

it('Paddle is not asked for one customer so often that others are refused', async () => {
  const subscriber = await test.subscriber();
  expect([await links(subscriber), await links(subscriber)]).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(await links(subscriber)).toEqual([false, false]);
});
