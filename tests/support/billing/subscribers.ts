import { findUserByEmail } from '#features/accounts/server/accounts.queries.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import {
  deliver,
  makeCustomData,
  makePaddleEvent,
  makeSubscriptionEntity,
  makeSubscriptionId,
} from './paddle.ts';

let counter = 1_000;

/** Signs up a customer and delivers the webhook of a new subscription. `sendUpdate` delivers later changes. */
export async function signUpSubscriber(test: TestApp, overrides: Record<string, unknown> = {}) {
  const customer = await signUpCustomer(test);
  const id = (await findUserByEmail(test.database.db, customer.email))?.id ?? '';
  counter += 1;
  const own = {
    id: makeSubscriptionId(counter),
    customer_id: `ctm_${String(counter).padStart(26, '0')}`,
    custom_data: makeCustomData(test, id),
  };
  let minute = 0;
  const sendUpdate = async (changes: Record<string, unknown>) => {
    minute += 1;
    const updated_at = new Date(Date.UTC(2026, 10, 21, 5, minute)).toISOString();
    await deliver(
      test,
      makePaddleEvent('subscription.updated', makeSubscriptionEntity({ ...own, updated_at, ...changes })),
    );
    await test.billing.runDue();
  };
  await sendUpdate(overrides);
  return { ...customer, id, paddleId: own.id, sendUpdate };
}
