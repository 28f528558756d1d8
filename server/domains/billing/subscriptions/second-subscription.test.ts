import { expect, it } from 'vitest';
import { startCheckout } from '#contract/billing/pricing.ts';
import { fetchSubscriptions, INTERMEDIATE, usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp();

it('a canceled subscription cannot be resumed until the one that replaced it is canceled', async () => {
  const first = await test.signUpSubscriber();
  await test.changeSubscription(first, 'cancel');
  const price_id = INTERMEDIATE.monthlyPriceId;
  const { body } = await test.call(startCheckout, { body: { price_id } }, { token: first.access });
  const { custom_data: customData, customer_email: customerEmail } = body;
  test.control.completeCheckout({ priceId: price_id, customerEmail, customData });
  await test.deliverWebhooks();
  const { subscriptions } = await fetchSubscriptions(test, first.access);
  const second = subscriptions.find(({ id }: { id: string }) => id !== first.id);

  expect(await test.changeSubscription(first, 'resume')).toMatchObject({
    status: 409,
    body: {
      error: 'You have another subscription that will renew. Cancel it before you resume this one.',
    },
  });
  expect(test.control.state().subscriptions[first.paddleId]?.scheduled_change).toMatchObject({
    action: 'cancel',
  });

  expect((await test.changeSubscription({ ...first, id: second.id }, 'cancel')).status).toBe(200);
  expect((await test.changeSubscription(first, 'resume')).status).toBe(200);
});
