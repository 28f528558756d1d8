import { describe, expect, it, vi } from 'vitest';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import {
  changeSubscription,
  listSubscriptions,
  readSubscription,
} from '#features/billing/contract/subscriptions.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { fetchSubscriptions, PRO, usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp();

describe('the list of subscriptions', () => {
  it('returns an empty list without a purchase', async () => {
    const { access } = await signUpCustomer(test);
    const { status, body } = await test.call(listSubscriptions, {}, { token: access });
    expect(status).toBe(200);
    expect(body).toEqual({ subscriptions: [] });
  });

  it('returns every field of a subscription', async () => {
    const { access, paddleId } = await test.signUpSubscriber();
    const { starts_at, ends_at } = Object(
      test.control.state().subscriptions[paddleId]?.current_billing_period,
    );
    const [start, end] = [new Date(starts_at).toISOString(), new Date(ends_at).toISOString()];
    const { body, headers } = await test.call(listSubscriptions, {}, { token: access });
    expect(body).toEqual({
      subscriptions: [
        {
          id: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
          provider: 'paddle',
          status: 'active',
          get_status_display: 'Active',
          product: { name: 'Pro', price: '60.00', currency: 'USD', interval: 'month' },
          next_payment_date: end,
          current_billing_period_start: start,
          current_billing_period_end: end,
          paid_until: end,
          grace_ends_at: null,
          paused_at: null,
          scheduled_change: null,
          actions: ['pause', 'cancel'],
          price_id: PRO.monthlyPriceId,
          can_change_plan: true,
          update_url: null,
          cancel_url: null,
        },
      ],
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it("lists only the customer's own subscriptions", async () => {
    await test.signUpSubscriber();
    const { access } = await test.signUpSubscriber({ priceId: PRO.yearlyPriceId });
    const { subscriptions } = await fetchSubscriptions(test, access);
    expect(subscriptions).toMatchObject([{ product: { price: '576.00', interval: 'year' } }]);
    expect(subscriptions).toHaveLength(1);
  });
});

describe('a subscription', () => {
  it("returns working links to Paddle's pages", async () => {
    const { access, id } = await test.signUpSubscriber();
    const { status, body } = await test.call(readSubscription, { params: { id } }, { token: access });
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({ id, status: 'active', get_status_display: 'Active' });
    const { update_url, cancel_url } = body.subscription;
    for (const url of [update_url, cancel_url]) expect((await fetch(url)).status).toBe(200);
  });

  it.each([
    ['rejects the call', { status: 403 }],
    ['fails', { status: 500 }],
    ['returns an HTML page', { status: 502, body: 'html' as const }],
  ])('returns no links when Paddle %s', async (_, fault) => {
    const { access, id } = await test.signUpSubscriber();
    test.control.setFaults([{ route: 'GET /subscriptions/*', ...fault }]);
    const { status, body } = await test.call(readSubscription, { params: { id } }, { token: access });
    expect(status).toBe(200);
    expect(body.subscription).toMatchObject({ id, status: 'active', update_url: null, cancel_url: null });
  });

  it('returns no links after three seconds when Paddle hangs', async () => {
    const { access, id } = await test.signUpSubscriber();
    let reportCall = () => {};
    const called = new Promise<void>((resolve) => {
      reportCall = resolve;
    });
    vi.stubGlobal('fetch', () => {
      reportCall();
      return new Promise(() => {});
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pending = test.call(readSubscription, { params: { id } }, { token: access });
      await called;
      vi.advanceTimersByTime(3 * SECOND);
      const { status, body } = await pending;
      expect(status).toBe(200);
      expect(body.subscription).toMatchObject({ id, update_url: null, cancel_url: null });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['7d0f6a52-0000-4000-8000-000000000000', 'sub_01', '1', "' or 1=1"])(
    'returns 404 for a subscription that does not exist: %s',
    async (id) => {
      const { access, csrf } = await test.signUpSubscriber();
      const read = await test.call(readSubscription, { params: { id } }, { token: access });
      expect(read).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
      const input = { params: { id }, body: { action: 'cancel' as const } };
      expect((await test.call(changeSubscription, input, { token: access, csrf })).status).toBe(404);
    },
  );

  it("returns 404 for another customer's subscription, by our ID and by Paddle's, and changes nothing", async () => {
    const owner = await test.signUpSubscriber();
    const other = await test.signUpSubscriber();
    for (const id of [owner.id, owner.paddleId]) {
      const read = await test.call(readSubscription, { params: { id } }, { token: other.access });
      expect(read).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
      expect((await test.changeSubscription({ ...other, id }, 'cancel')).status).toBe(404);
    }
    const { subscriptions } = await fetchSubscriptions(test, owner.access);
    expect(subscriptions).toMatchObject([{ scheduled_change: null }]);
  });

  it('reading a subscription requires a sign-in', async () => {
    const { id } = await test.signUpSubscriber();
    for (const response of [
      await test.call(listSubscriptions, {}),
      await test.call(readSubscription, { params: { id } }),
      await test.call(changeSubscription, { params: { id }, body: { action: 'cancel' } }),
    ]) {
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ detail: 'Authentication credentials were not provided.' });
    }
  });
});

describe('the rate limit of changes', () => {
  it('rejects the eleventh change within a minute', async () => {
    const subscriber = await test.signUpSubscriber();
    for (let count = 0; count < 10; count += 1) {
      expect((await test.changeSubscription(subscriber, 'resume')).status).toBe(200);
    }
    const { status, headers } = await test.changeSubscription(subscriber, 'resume');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('60');
    test.clock.advance(MINUTE);
    expect((await test.changeSubscription(subscriber, 'resume')).status).toBe(200);
  });
});
