import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { startCheckout } from '#features/billing/contract/pricing.ts';
import { readMySubscription, type SubscriptionAction } from '#features/billing/contract/subscriptions.ts';
import {
  fetchSubscriptions,
  INTERMEDIATE,
  type Subscriber,
  usePaddleApp,
} from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({ LIMIT_SUBSCRIPTION_ACTION_ACCOUNT: '1000/1m' });

// Otherwise the subscriptions of earlier tests would renew each time that a test advances the clock.
beforeEach(() => test.control.reset());

const getEntity = ({ paddleId }: Subscriber) => test.control.state().subscriptions[paddleId];
const msUntilPeriodEnd = (subscriber: Subscriber) =>
  Date.parse(getEntity(subscriber)?.current_billing_period?.ends_at ?? '') - test.clock.now().getTime();
const countEvents = ({ paddleId }: Subscriber) =>
  test.control.state().events.filter(({ data }) => (data as { id?: string }).id === paddleId).length;
async function fetchSubscription({ access }: Subscriber) {
  const { subscriptions } = await fetchSubscriptions(test, access);
  return subscriptions[0];
}

describe.each([
  ['pause', 'Active (pauses 21 Dec 2026)'],
  ['cancel', 'Active (cancels 21 Dec 2026)'],
] as const)('%s', (action, display) => {
  it('schedules the change for the end of the paid period and shows it immediately', async () => {
    const subscriber = await test.signUpSubscriber();
    const end = getEntity(subscriber)?.current_billing_period?.ends_at as string;
    const { status, body } = await test.changeSubscription(subscriber, action);
    expect(status).toBe(200);
    const effective_at = new Date(end).toISOString();
    expect(body.subscription).toMatchObject({
      id: subscriber.id,
      status: 'active',
      scheduled_change: { action, effective_at },
      next_payment_date: null,
      actions: ['resume'],
      update_url: null,
    });
    expect(body.subscription.get_status_display).toBe(display);
    expect(getEntity(subscriber)?.scheduled_change).toMatchObject({ action, effective_at: end });
    // Before and after the webhook.
    expect(await fetchSubscription(subscriber)).toEqual(body.subscription);
    await test.deliverWebhooks();
    expect(await fetchSubscription(subscriber)).toEqual(body.subscription);
  });

  it('succeeds without a change when the action is repeated', async () => {
    const subscriber = await test.signUpSubscriber();
    const first = await test.changeSubscription(subscriber, action);
    const before = countEvents(subscriber);
    const again = await test.changeSubscription(subscriber, action);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(countEvents(subscriber)).toBe(before);
  });

  it('reverts the scheduled change with resume, any number of times', async () => {
    const subscriber = await test.signUpSubscriber();
    const before = await fetchSubscription(subscriber);
    for (let count = 0; count < 2; count += 1) {
      await test.changeSubscription(subscriber, action);
      const { status, body } = await test.changeSubscription(subscriber, 'resume');
      expect(status).toBe(200);
      expect(body.subscription).toEqual(before);
      expect(getEntity(subscriber)?.scheduled_change).toBeNull();
    }
  });

  it('makes the change once for two concurrent requests', async () => {
    const subscriber = await test.signUpSubscriber();
    const before = countEvents(subscriber);
    const both = await Promise.all([
      test.changeSubscription(subscriber, action),
      test.changeSubscription(subscriber, action),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(countEvents(subscriber)).toBe(before + 1);
  });

  it('rejects the action while the other one is scheduled', async () => {
    const subscriber = await test.signUpSubscriber();
    await test.changeSubscription(subscriber, action);
    const other = action === 'pause' ? 'cancel' : 'pause';
    const { status, body } = await test.changeSubscription(subscriber, other);
    expect(status).toBe(409);
    expect(body.error).toMatch(
      /^This subscription is scheduled to be (paused|canceled) on \d{1,2} [A-Z][a-z]{2} \d{4}\. Choose Resume first to revert that\.$/,
    );
    expect(getEntity(subscriber)?.scheduled_change).toMatchObject({ action });
  });
});

describe('a paused subscription', () => {
  async function paused(): Promise<Subscriber> {
    const subscriber = await test.signUpSubscriber();
    await test.changeSubscription(subscriber, 'pause');
    await test.advanceTime(msUntilPeriodEnd(subscriber) + MINUTE);
    return test.signInAgain(subscriber);
  }

  it('resumes a paused subscription in a new period that is charged', async () => {
    const subscriber = await paused();
    expect(await fetchSubscription(subscriber)).toMatchObject({
      status: 'paused',
      get_status_display: 'Paused',
      next_payment_date: null,
      actions: ['resume', 'cancel'],
    });
    const { status, body } = await test.changeSubscription(subscriber, 'resume');
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({ status: 'active', get_status_display: 'Active' });
    expect(Date.parse(body.subscription.next_payment_date)).toBeGreaterThan(test.clock.now().getTime());
    const again = await test.changeSubscription(subscriber, 'resume');
    expect(again).toMatchObject({ status: 200, body: { subscription: { status: 'active' } } });
  });

  it('charges once for two concurrent requests', async () => {
    const subscriber = await paused();
    const both = await Promise.all([
      test.changeSubscription(subscriber, 'resume'),
      test.changeSubscription(subscriber, 'resume'),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const charges = Object.values(test.control.state().transactions).filter(
      (transaction) => transaction.subscription_id === subscriber.paddleId,
    );
    expect(charges).toHaveLength(2);
  });

  it('returns since when it is paused', async () => {
    const { paused_at } = await fetchSubscription(await paused());
    const pausedMs = Date.parse(paused_at);
    expect(pausedMs).toBeLessThanOrEqual(test.clock.now().getTime());
    expect(pausedMs).toBeGreaterThan(test.clock.now().getTime() - 2 * MINUTE);
  });

  it('accepts another pause, and cancels immediately', async () => {
    const subscriber = await paused();
    expect((await test.changeSubscription(subscriber, 'pause')).status).toBe(200);
    expect(await test.changeSubscription(subscriber, 'cancel')).toMatchObject({
      status: 200,
      body: { subscription: { status: 'canceled', paused_at: null, actions: [] } },
    });
    expect(getEntity(subscriber)).toMatchObject({ status: 'canceled' });
    expect((await test.changeSubscription(subscriber, 'cancel')).status).toBe(200);
  });

  it('rejects the cancellation if it was resumed at Paddle, and keeps the paid period', async () => {
    const subscriber = await paused();
    const gateway = test.billing.paddle?.gateway;
    await gateway?.resume(subscriber.paddleId, 'now');
    expect(await test.changeSubscription(subscriber, 'cancel')).toMatchObject({
      status: 409,
      body: { error: 'This subscription has changed. Reload the page and try again.' },
    });
    expect(getEntity(subscriber)).toMatchObject({ status: 'active', scheduled_change: null });
  });
});

describe('a canceled subscription', () => {
  it('rejects pause and resume of a canceled subscription', async () => {
    const bought = await test.signUpSubscriber();
    await test.changeSubscription(bought, 'cancel');
    await test.advanceTime(msUntilPeriodEnd(bought) + MINUTE);
    const subscriber = await test.signInAgain(bought);
    expect(await fetchSubscription(subscriber)).toMatchObject({
      status: 'canceled',
      actions: [],
      next_payment_date: null,
    });
    expect((await test.changeSubscription(subscriber, 'cancel')).status).toBe(200);
    for (const action of ['pause', 'resume'] as const) {
      expect(await test.changeSubscription(subscriber, action)).toMatchObject({
        status: 409,
        body: { error: 'This subscription has ended. Choose a plan for a new one.' },
      });
    }
  });

  it('rejects resuming a subscription until the one that replaced it is canceled', async () => {
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
});

describe('a change that Paddle rejects', () => {
  it('reports that the subscription is about to renew', async () => {
    const bought = await test.signUpSubscriber();
    await test.advanceTime(msUntilPeriodEnd(bought) - 20 * MINUTE);
    const subscriber = await test.signInAgain(bought);
    expect(await test.changeSubscription(subscriber, 'cancel')).toMatchObject({
      status: 409,
      body: { error: 'This subscription is about to renew. Please try again in half an hour.' },
    });
    expect((await fetchSubscription(subscriber)).scheduled_change).toBeNull();
  });

  it('reports another change that was scheduled at Paddle', async () => {
    const subscriber = await test.signUpSubscriber();
    await changeAtPaddle(subscriber, 'pause');
    const { status, body } = await test.changeSubscription(subscriber, 'cancel');
    expect(status).toBe(409);
    expect(body.error).toMatch(
      /^This subscription is scheduled to be paused on .*\. Choose Resume first to revert that\.$/,
    );
    expect(await fetchSubscription(subscriber)).toMatchObject({ scheduled_change: { action: 'pause' } });
  });

  it('succeeds when the same change was scheduled at Paddle', async () => {
    const subscriber = await test.signUpSubscriber();
    await changeAtPaddle(subscriber, 'cancel');
    const { status, body } = await test.changeSubscription(subscriber, 'cancel');
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({ scheduled_change: { action: 'cancel' }, actions: ['resume'] });
  });

  it.each([{ status: 429, retryAfterSeconds: 30 }, { status: 500 }, { status: 502, body: 'html' as const }])(
    'asks the customer to check again after %j',
    async (fault) => {
      const subscriber = await test.signUpSubscriber();
      test.control.setFaults([{ route: 'POST /subscriptions/*/cancel', ...fault }]);
      const response = await test.changeSubscription(subscriber, 'cancel');
      expect(response.status).toBe(503);
      expect(response.body).toEqual({
        error: 'Paddle did not respond. Check your subscription in a minute before you try again.',
        request_id: response.headers['x-request-id'],
      });
      expect(response.headers['retry-after']).toBe('60');
    },
  );

  it('reports other rejections by Paddle', async () => {
    const subscriber = await test.signUpSubscriber();
    test.control.setFaults([{ route: 'POST /subscriptions/*/cancel', status: 400 }]);
    expect(await test.changeSubscription(subscriber, 'cancel')).toMatchObject({
      status: 409,
      body: {
        error: 'Paddle rejected this change. Check your subscription and try again later.',
      },
    });
  });

  it('reports that Paddle is unreachable when the subscription cannot be fetched either', async () => {
    const subscriber = await test.signUpSubscriber();
    test.control.setFaults([{ route: '* /subscriptions/*', status: 503 }]);
    expect((await test.changeSubscription(subscriber, 'pause')).status).toBe(503);
  });

  it('does not repeat a change when only the response was lost', async () => {
    const subscriber = await test.signUpSubscriber();
    const before = countEvents(subscriber);
    test.control.setFaults([
      { route: 'POST /subscriptions/*/cancel', status: 502, body: 'html', afterwards: true },
    ]);
    const { status, body } = await test.changeSubscription(subscriber, 'cancel');
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({ scheduled_change: { action: 'cancel' } });
    expect(countEvents(subscriber)).toBe(before + 1);
  });
});

describe('premium access', () => {
  it('ends premium when a scheduled pause takes effect and restores it with a resumption', async () => {
    const bought = await test.signUpSubscriber();
    await test.changeSubscription(bought, 'pause');
    expect(await hasPremium(bought)).toBe(true);
    await test.advanceTime(msUntilPeriodEnd(bought) + MINUTE);
    const subscriber = await test.signInAgain(bought);
    expect(await hasPremium(subscriber)).toBe(false);
    await test.changeSubscription(subscriber, 'resume');
    expect(await hasPremium(subscriber)).toBe(true);
  });
});

async function hasPremium({ access }: Subscriber): Promise<boolean> {
  const { body } = await test.call(readMySubscription, {}, { token: access });
  return body.has_active_subscription;
}

/** Makes a change on Paddle's pages whose webhook is not delivered yet. */
async function changeAtPaddle({ paddleId }: Subscriber, action: SubscriptionAction): Promise<void> {
  const response = await fetch(
    `http://localhost:3000/simulators/paddle/subscriptions/${paddleId}/${action}`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer pdl_sdbx_apikey_test', 'content-type': 'application/json' },
      body: '{}',
    },
  );
  expect(response.status).toBe(200);
}
