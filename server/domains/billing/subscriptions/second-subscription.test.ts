import { expect, it } from 'vitest';
import { startCheckout } from '#contract/billing/pricing.ts';
import { INTERMEDIATE, fetchSubscriptions, usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp();

it('a canceled subscription is not taken up again beside the one that followed it, until that is canceled', async () => {
  const first = await test.subscriber();
  await test.act(first, 'cancel');
  const price_id = INTERMEDIATE.monthlyPriceId;
  const { body } = await test.call(startCheckout, { body: { price_id } }, { token: first.access });
  const { custom_data: customData, customer_email: customerEmail } = body;
  test.control.completeCheckout({ priceId: price_id, customerEmail, customData });
  await test.hear();
  const { subscriptions } = await fetchSubscriptions(test, first.access);
  const second = subscriptions.find(({ id }: { id: string }) => id !== first.id);

  expect(await test.act(first, 'resume')).toMatchObject({
    status: 409,
    body: {
      error:
        'You have another subscription, which goes on. Cancel that one first if you want to go on with this one.',
    },
  });
  expect(test.control.state().subscriptions[first.paddleId]?.scheduled_change).toMatchObject({
    action: 'cancel',
  });

  expect((await test.act({ ...first, id: second.id }, 'cancel')).status).toBe(200);
  expect((await test.act(first, 'resume')).status).toBe(200);
});
