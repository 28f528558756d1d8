import { expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { readMySubscription } from '#features/billing/contract/subscriptions.ts';
import {
  fetchSubscriptions,
  PRO,
  type Subscriber,
  usePaddleApp,
} from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({}, { dunningExhausted: 'pause' });

const listPayments = ({ paddleId }: Subscriber) =>
  Object.values(test.control.state().transactions).filter(
    (transaction) => transaction.subscription_id === paddleId && transaction.status === 'completed',
  );

it('charges for a new year when a subscription is resumed in an unpaid one', async () => {
  const bought = await test.signUpSubscriber({ priceId: PRO.yearlyPriceId });
  test.control.failNextPayment({ subscriptionId: bought.paddleId, times: 8 });
  await test.advanceTime(366 * DAY);
  await test.advanceTime(31 * DAY);
  const subscriber = await test.signInAgain(bought);
  const { subscriptions } = await fetchSubscriptions(test, subscriber.access);
  expect(subscriptions).toMatchObject([{ id: bought.id, status: 'paused', paid_until: null }]);
  expect(Date.parse(subscriptions[0].current_billing_period_end)).toBeGreaterThan(test.clock.now().getTime());
  expect(listPayments(bought)).toHaveLength(1);
  expect((await test.call(readMySubscription, {}, { token: subscriber.access })).body).toMatchObject({
    has_active_subscription: false,
  });

  const { status, body } = await test.changeSubscription(subscriber, 'resume');
  expect(status).toBe(200);
  expect(body.subscription).toMatchObject({
    status: 'active',
    current_billing_period_start: test.clock.now().toISOString(),
  });
  expect(listPayments(bought)).toHaveLength(2);
});
