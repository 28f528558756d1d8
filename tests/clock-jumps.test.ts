import { beforeEach, describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import {
  billingReconciliation,
  subscriptions,
  webhookEvents,
} from '#features/billing/server/billing.tables.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  createFakePaddle,
  makePaddleEvent,
  makeSubscriptionEntity,
  signWebhook,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const NOW = '2026-11-21T05:42:00.000Z';
/** Twice the usual wait, see decision 22. */
const LONGEST_WAIT_MS = 2 * HOUR;

const paddle = createFakePaddle();
const test = useTestApp({}, { paddle });

beforeEach(() => test.clock.set(NOW));

const setClock = (offsetMs: number) => test.clock.set(new Date(Date.parse(NOW) + offsetMs).toISOString());

describe.each([
  ['an hour ahead', HOUR],
  ['an hour behind', -HOUR],
  ['a day ahead', DAY],
  ['a day behind', -DAY],
])('while the clock of the server is %s, and when it is right again', (_, jumpMs) => {
  it('keeps a customer signed in', async () => {
    const customer = await signUpCustomer(test);
    const refresh = (token: string) => test.call(refreshTokens, { body: { refresh: token } });
    setClock(jumpMs);
    const during = await refresh(customer.refresh);
    expect(during.status).toBe(200);
    setClock(0);
    const after = await refresh(during.body.refresh);
    expect(after.status).toBe(200);
    expect((await test.call(readProfile, {}, { token: after.body.access })).status).toBe(200);
  });

  it('does not lock an account for longer than usual', async () => {
    const { email, password } = await signUpCustomer(test);
    setClock(jumpMs);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await test.call(signIn, { body: { email, password: 'wrong password' } });
    }
    expect((await test.call(signIn, { body: { email, password } })).status).toBe(429);
    setClock(0);
    expect((await test.call(signIn, { body: { email, password } })).status).toBe(200);
  });

  it('applies a webhook that Paddle delivers again, once', async () => {
    await test.database.db.delete(webhookEvents);
    await test.database.db.delete(subscriptions);
    const payload = JSON.stringify(makePaddleEvent('subscription.created', makeSubscriptionEntity()));
    const deliverAtRightTime = () =>
      test.request({
        method: 'POST',
        url: '/api/paddle/webhook/',
        headers: {
          'content-type': 'application/json',
          'paddle-signature': signWebhook(payload, new Date(NOW)),
        },
        payload,
      });
    setClock(jumpMs);
    expect((await deliverAtRightTime()).statusCode).toBe(401);
    setClock(0);
    expect((await deliverAtRightTime()).statusCode).toBe(200);
    expect((await deliverAtRightTime()).statusCode).toBe(200);
    await test.billing.runDue();
    expect(await test.database.db.select().from(subscriptions)).toHaveLength(1);
    expect(await test.database.db.select().from(webhookEvents)).toMatchObject([{ state: 'applied' }]);
  });

  it('reconciles with Paddle at most twice as late as usual', async () => {
    await test.database.db.delete(billingReconciliation);
    setClock(jumpMs);
    await test.billing.reconcileIfDue();
    paddle.requestedSince = [];
    setClock(LONGEST_WAIT_MS);
    await test.billing.reconcileIfDue();
    expect(paddle.requestedSince).toHaveLength(1);
  });
});
