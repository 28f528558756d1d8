import { describe, expect, it } from 'vitest';
import { readMySubscription, type SubscriptionAction } from '#contract/billing/subscriptions.ts';
import { MINUTE } from '#server/platform/clock.ts';
import {
  fetchSubscriptions,
  type Subscriber,
  usePaddleApp,
} from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({ LIMIT_SUBSCRIPTION_ACTION_ACCOUNT: '1000/1m' });

const entityOf = ({ paddleId }: Subscriber) => test.control.state().subscriptions[paddleId];
const untilPeriodEnds = (subscriber: Subscriber) =>
  Date.parse(entityOf(subscriber)?.current_billing_period?.ends_at ?? '') - test.clock.now().getTime();
const changesOf = ({ paddleId }: Subscriber) =>
  test.control.state().events.filter(({ data }) => (data as { id?: string }).id === paddleId).length;
async function shown({ access }: Subscriber) {
  const { subscriptions } = await fetchSubscriptions(test, access);
  return subscriptions[0];
}

describe.each([
  ['pause', 'Active (pauses Dec 21, 2026)'],
  ['cancel', 'Active (cancels Dec 21, 2026)'],
] as const)('%s', (action, display) => {
  it('takes effect at the end of the paid period, and is shown at once', async () => {
    const subscriber = await test.subscriber();
    const end = entityOf(subscriber)?.current_billing_period?.ends_at as string;
    const { status, body } = await test.act(subscriber, action);
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
    expect(entityOf(subscriber)?.scheduled_change).toMatchObject({ action, effective_at: end });
    // Before any webhook and after it.
    expect(await shown(subscriber)).toEqual(body.subscription);
    await test.hear();
    expect(await shown(subscriber)).toEqual(body.subscription);
  });

  it('said again changes nothing and is no failure', async () => {
    const subscriber = await test.subscriber();
    const first = await test.act(subscriber, action);
    const before = changesOf(subscriber);
    const again = await test.act(subscriber, action);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(changesOf(subscriber)).toBe(before);
  });

  it('is taken back with resume, as often as one likes', async () => {
    const subscriber = await test.subscriber();
    const before = await shown(subscriber);
    for (let count = 0; count < 2; count += 1) {
      await test.act(subscriber, action);
      const { status, body } = await test.act(subscriber, 'resume');
      expect(status).toBe(200);
      expect(body.subscription).toEqual(before);
      expect(entityOf(subscriber)?.scheduled_change).toBeNull();
    }
  });

  it('is not done twice by two calls at once', async () => {
    const subscriber = await test.subscriber();
    const before = changesOf(subscriber);
    const both = await Promise.all([test.act(subscriber, action), test.act(subscriber, action)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(changesOf(subscriber)).toBe(before + 1);
  });

  it('is not mixed with the other one', async () => {
    const subscriber = await test.subscriber();
    await test.act(subscriber, action);
    const other = action === 'pause' ? 'cancel' : 'pause';
    const { status, body } = await test.act(subscriber, other);
    expect(status).toBe(409);
    expect(body.error).toMatch(
      /^This subscription is (paused|cancelled) on [A-Z][a-z]{2} \d+, \d{4}\. Take that back with Resume first\.$/,
    );
    expect(entityOf(subscriber)?.scheduled_change).toMatchObject({ action });
  });
});

describe('a paused subscription', () => {
  async function paused(): Promise<Subscriber> {
    const subscriber = await test.subscriber();
    await test.act(subscriber, 'pause');
    await test.pass(untilPeriodEnds(subscriber) + MINUTE);
    return test.signedInAgain(subscriber);
  }

  it('is resumed in a new period that is charged', async () => {
    const subscriber = await paused();
    expect(await shown(subscriber)).toMatchObject({
      status: 'paused',
      get_status_display: 'Paused',
      next_payment_date: null,
      actions: ['resume'],
    });
    const { status, body } = await test.act(subscriber, 'resume');
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({ status: 'active', get_status_display: 'Active' });
    expect(Date.parse(body.subscription.next_payment_date)).toBeGreaterThan(test.clock.now().getTime());
    const again = await test.act(subscriber, 'resume');
    expect(again).toMatchObject({ status: 200, body: { subscription: { status: 'active' } } });
  });

  it('is charged once by two calls at once', async () => {
    const subscriber = await paused();
    const both = await Promise.all([test.act(subscriber, 'resume'), test.act(subscriber, 'resume')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const charges = Object.values(test.control.state().transactions).filter(
      (transaction) => transaction.subscription_id === subscriber.paddleId,
    );
    expect(charges).toHaveLength(2);
  });

  it('is paused already, and is cancelled elsewhere', async () => {
    const subscriber = await paused();
    expect((await test.act(subscriber, 'pause')).status).toBe(200);
    expect(await test.act(subscriber, 'cancel')).toMatchObject({
      status: 409,
      body: { error: 'This subscription is paused. Resume it here, or cancel it on Paddle’s page.' },
    });
  });
});

describe('a canceled subscription', () => {
  it('has ended', async () => {
    const bought = await test.subscriber();
    await test.act(bought, 'cancel');
    await test.pass(untilPeriodEnds(bought) + MINUTE);
    const subscriber = await test.signedInAgain(bought);
    expect(await shown(subscriber)).toMatchObject({
      status: 'canceled',
      actions: [],
      next_payment_date: null,
    });
    expect((await test.act(subscriber, 'cancel')).status).toBe(200);
    for (const action of ['pause', 'resume'] as const) {
      expect(await test.act(subscriber, action)).toMatchObject({
        status: 409,
        body: { error: 'This subscription has ended. Choose a plan for a new one.' },
      });
    }
  });
});

describe('when Paddle refuses', () => {
  it('since it is about to renew, that is said', async () => {
    const bought = await test.subscriber();
    await test.pass(untilPeriodEnds(bought) - 20 * MINUTE);
    const subscriber = await test.signedInAgain(bought);
    expect(await test.act(subscriber, 'cancel')).toMatchObject({
      status: 409,
      body: { error: 'This subscription is about to renew. Please try again in half an hour.' },
    });
    expect((await shown(subscriber)).scheduled_change).toBeNull();
  });

  it('since something was scheduled elsewhere, that is found out and said', async () => {
    const subscriber = await test.subscriber();
    await elsewhere(subscriber, 'pause');
    const { status, body } = await test.act(subscriber, 'cancel');
    expect(status).toBe(409);
    expect(body.error).toMatch(/^This subscription is paused on .*\. Take that back with Resume first\.$/);
    expect(await shown(subscriber)).toMatchObject({ scheduled_change: { action: 'pause' } });
  });

  it('since the very same was scheduled elsewhere, all is well', async () => {
    const subscriber = await test.subscriber();
    await elsewhere(subscriber, 'cancel');
    const { status, body } = await test.act(subscriber, 'cancel');
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({ scheduled_change: { action: 'cancel' }, actions: ['resume'] });
  });

  it.each([{ status: 429, retryAfterSeconds: 30 }, { status: 500 }, { status: 502, body: 'html' as const }])(
    'or fails with %j, the customer is told to look again',
    async (fault) => {
      const subscriber = await test.subscriber();
      test.control.chaos({ api: [{ route: 'POST /subscriptions/*/cancel', ...fault }] });
      const answer = await test.act(subscriber, 'cancel');
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual({
        error:
          'Paddle did not answer. Please look at your subscription again in a minute before you try anew.',
      });
      expect(answer.headers['retry-after']).toBe('60');
    },
  );

  it('for a reason of its own, the customer is told that', async () => {
    const subscriber = await test.subscriber();
    test.control.chaos({ api: [{ route: 'POST /subscriptions/*/cancel', status: 400 }] });
    expect(await test.act(subscriber, 'cancel')).toMatchObject({
      status: 409,
      body: {
        error: 'Paddle did not accept this change. Please look at your subscription again, and try later.',
      },
    });
  });

  it('and nothing can be read either, the customer is told the same', async () => {
    const subscriber = await test.subscriber();
    test.control.chaos({ api: [{ route: '* /subscriptions/*', status: 503 }] });
    expect((await test.act(subscriber, 'pause')).status).toBe(503);
  });

  it('to answer though the change was made, it is not made again', async () => {
    const subscriber = await test.subscriber();
    const before = changesOf(subscriber);
    test.control.chaos({
      api: [{ route: 'POST /subscriptions/*/cancel', status: 502, body: 'html', afterwards: true }],
    });
    const { status, body } = await test.act(subscriber, 'cancel');
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({ scheduled_change: { action: 'cancel' } });
    expect(changesOf(subscriber)).toBe(before + 1);
  });
});

describe('premium access', () => {
  it('stays until what is scheduled takes effect, and comes back with a resumption', async () => {
    const bought = await test.subscriber();
    await test.act(bought, 'pause');
    expect(await hasPremium(bought)).toBe(true);
    await test.pass(untilPeriodEnds(bought) + MINUTE);
    const subscriber = await test.signedInAgain(bought);
    expect(await hasPremium(subscriber)).toBe(false);
    await test.act(subscriber, 'resume');
    expect(await hasPremium(subscriber)).toBe(true);
  });
});

async function hasPremium({ access }: Subscriber): Promise<boolean> {
  const { body } = await test.call(readMySubscription, {}, { token: access });
  return body.has_active_subscription;
}

/** Somebody who makes the change on Paddle's own pages, whose webhook is not heard yet. */
async function elsewhere({ paddleId }: Subscriber, action: SubscriptionAction): Promise<void> {
  const answer = await fetch(`http://localhost:3000/simulators/paddle/subscriptions/${paddleId}/${action}`, {
    method: 'POST',
    headers: { authorization: 'Bearer pdl_sdbx_apikey_test', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(200);
}
