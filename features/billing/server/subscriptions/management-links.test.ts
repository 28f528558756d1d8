import { expect, it } from 'vitest';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import { startCheckout } from '#features/billing/contract/pricing.ts';
import { readSubscription } from '#features/billing/contract/subscriptions.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  fetchSubscriptions,
  PRO,
  type Subscriber,
  usePaddleApp,
} from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({ LIMIT_SUBSCRIPTION_LINKS_ACCOUNT: '2/1m' });

async function hasLinks({ access, id }: Pick<Subscriber, 'access' | 'id'>) {
  const { status, body } = await test.call(readSubscription, { params: { id } }, { token: access });
  expect(status).toBe(200);
  const { update_url, cancel_url } = body.subscription;
  return [update_url !== null, cancel_url !== null];
}

/** Another user enters this email address at checkout, so both are the same Paddle customer. */
async function buyAs(customerEmail: string) {
  const { access } = await signUpCustomer(test);
  const price = { price_id: PRO.monthlyPriceId };
  const { body } = await test.call(startCheckout, { body: price }, { token: access });
  const purchase = { priceId: price.price_id, customerEmail, customData: body.custom_data };
  test.control.completeCheckout(purchase);
  await test.deliverWebhooks();
  const { subscriptions } = await fetchSubscriptions(test, access);
  return { access, id: String(subscriptions[0].id) };
}

it('gives a buyer with another user’s email address no access to that user’s Paddle pages', async () => {
  const victim = await test.signUpSubscriber();
  expect(await hasLinks(victim)).toEqual([true, true]);
  const intruder = await buyAs(victim.email);
  expect(await hasLinks(intruder)).toEqual([false, false]);
  expect(await hasLinks(victim)).toEqual([false, false]);
});

it('gives a buyer with a deleted user’s email address no access to that user’s Paddle pages', async () => {
  const former = await test.signUpSubscriber();
  await test.changeSubscription(former, 'cancel');
  const { password, access } = former;
  expect((await test.call(deleteAccount, { body: { password } }, { token: access })).status).toBe(200);
  expect(await hasLinks(await buyAs(former.email))).toEqual([false, false]);
});

it('leaves out the cancel link while a cancellation is scheduled', async () => {
  const subscriber = await test.signUpSubscriber();
  await test.changeSubscription(subscriber, 'cancel');
  expect(await hasLinks(subscriber)).toEqual([true, false]);
  await test.changeSubscription(subscriber, 'resume');
  expect(await hasLinks(subscriber)).toEqual([true, true]);
});

it('limits links per customer, so that one cannot exhaust Paddle’s rate limit', async () => {
  const subscriber = await test.signUpSubscriber();
  expect([await hasLinks(subscriber), await hasLinks(subscriber)]).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(await hasLinks(subscriber)).toEqual([false, false]);
});
