import { expect, it } from 'vitest';
import { deliver, makePaddleEvent, makeSubscriptionEntity } from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

it('returns 404 for webhooks when billing is disabled', async () => {
  const response = await deliver(test, makePaddleEvent('subscription.updated', makeSubscriptionEntity()));
  expect(response.statusCode).toBe(404);
});
