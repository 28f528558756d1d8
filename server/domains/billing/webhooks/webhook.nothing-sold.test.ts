import { expect, it } from 'vitest';
import { deliver, paddleEvent, subscriptionEntity } from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

it('where nothing is sold there is no address for webhooks', async () => {
  const answer = await deliver(test, paddleEvent('subscription.updated', subscriptionEntity()));
  expect(answer.statusCode).toBe(404);
});
