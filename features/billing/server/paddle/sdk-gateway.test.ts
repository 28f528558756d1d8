import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiFault } from '#simulators/paddle/account.ts';
import {
  createSimulatedPaddle,
  MONTHLY,
  type SimulatedPaddle,
  TRIAL,
  YEARLY,
} from '#tests/support/billing/simulated-paddle.ts';
import { GatewayError, type PaddleGateway } from './paddle-gateway.ts';
import { createSdkGateway } from './sdk-gateway.ts';

const START = new Date('2026-11-21T05:42:00.000Z');
let paddle: SimulatedPaddle;
let gateway: PaddleGateway;

beforeAll(async () => {
  paddle = await createSimulatedPaddle(START);
  gateway = paddle.gateway;
});
afterAll(() => paddle.close());
beforeEach(() => {
  paddle.control.reset();
  vi.stubGlobal('fetch', paddle.fetch);
});

function subscribe(status?: 'paused' | 'past_due'): string {
  const [id = ''] = paddle.control.seed([
    {
      priceId: MONTHLY,
      customerEmail: 'ayesha@example.com',
      customData: { user_id: 'u' },
      ...(status ? { status } : {}),
    },
  ]);
  return id;
}

async function getFailure(call: Promise<unknown>): Promise<Pick<GatewayError, 'kind' | 'code'>> {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GatewayError);
  const { kind, code } = error as GatewayError;
  return { kind, code };
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
const throwUnreadable = (id: string, error: unknown) => {
  throw new Error(`${id} could not be parsed`, { cause: error });
};

describe('the gateway', () => {
  it('reads a subscription', async () => {
    const id = subscribe();
    expect(await gateway.getSubscription(id)).toMatchObject({
      paddleId: id,
      status: 'active',
      productName: 'Signals',
      priceIds: [MONTHLY],
      unitAmount: '3000',
      currency: 'USD',
      interval: 'month',
      scheduled: null,
      customData: { user_id: 'u' },
    });
  });

  it('schedules a pause and a cancellation, and reverts a scheduled change', async () => {
    const id = subscribe();
    const { period } = await gateway.getSubscription(id);
    expect(await gateway.pause(id)).toMatchObject({
      status: 'active',
      scheduled: { action: 'pause', at: period?.end },
    });
    expect(await gateway.resume(id, 'unschedule')).toMatchObject({ status: 'active', scheduled: null });
    expect(await gateway.cancel(id)).toMatchObject({
      status: 'active',
      scheduled: { action: 'cancel', at: period?.end },
    });
  });

  it('resumes a paused subscription in a new period', async () => {
    const id = subscribe('paused');
    expect(await gateway.getSubscription(id)).toMatchObject({ status: 'paused', period: null });
    expect(await gateway.resume(id, 'now')).toMatchObject({ status: 'active', scheduled: null });
  });

  it('resumes a paused subscription in its paid period', async () => {
    const id = subscribe();
    const { period } = await gateway.getSubscription(id);
    await paddle.fetch(`https://paddle.test/api/subscriptions/${id}/pause`, {
      method: 'POST',
      headers: { authorization: 'Bearer pdl_sdbx_apikey_test', 'content-type': 'application/json' },
      body: JSON.stringify({ effective_from: 'immediately' }),
    });
    expect(await gateway.resume(id, 'continue')).toMatchObject({ status: 'active', period });
  });

  it('previews another price, and changes to it', async () => {
    const id = subscribe();
    const { period } = await gateway.getSubscription(id);
    const yearly = { priceId: YEARLY, proration: 'prorated_immediately' } as const;
    const nextYear = new Date('2027-11-21T05:42:00.000Z');
    expect(await gateway.previewPrice(id, yearly)).toEqual({
      currency: 'USD',
      chargeNow: '25800',
      credit: '0',
      nextPayment: { at: nextYear, amount: '28800' },
      renewalAmount: '28800',
    });
    expect(await gateway.getSubscription(id)).toMatchObject({ priceIds: [MONTHLY], period });
    expect(await gateway.changePrice(id, yearly)).toMatchObject({
      priceIds: [YEARLY],
      unitAmount: '28800',
      interval: 'year',
      period: { start: START, end: nextYear },
    });
    expect(await gateway.previewPrice(id, { ...yearly, priceId: MONTHLY })).toMatchObject({
      chargeNow: '0',
      credit: '25800',
      nextPayment: { amount: '0' },
      renewalAmount: '3000',
    });
  });

  it('changes nothing when the payment for another price is declined', async () => {
    const id = subscribe();
    paddle.control.failNextPayment({ subscriptionId: id });
    const change = gateway.changePrice(id, { priceId: YEARLY, proration: 'prorated_immediately' });
    expect(await getFailure(change)).toEqual({ kind: 'rejected', code: 'subscription_payment_declined' });
    expect(await gateway.getSubscription(id)).toMatchObject({ status: 'active', priceIds: [MONTHLY] });
  });

  it('changes the price of a trial without a charge', async () => {
    const [id = ''] = paddle.control.seed([{ priceId: TRIAL, customerEmail: 'ayesha@example.com' }]);
    const change = { priceId: YEARLY, proration: 'do_not_bill' } as const;
    expect(await gateway.previewPrice(id, change)).toMatchObject({ chargeNow: '0', credit: '0' });
    expect(await gateway.changePrice(id, change)).toMatchObject({ status: 'trialing', priceIds: [YEARLY] });
  });

  it('returns the links to Paddle’s management pages', async () => {
    const id = subscribe();
    const { updateUrl, cancelUrl } = await gateway.getManagementUrls(id);
    expect(updateUrl).toMatch(`https://paddle.test/api/portal/${id}/update-payment-method?token=`);
    expect(cancelUrl).toMatch(`https://paddle.test/api/portal/${id}/cancel?token=`);
  });

  it('lists all subscriptions and payments page by page', async () => {
    const ids = Array.from({ length: 201 }, () => subscribe());
    const listed = await all(gateway.listSubscriptions(throwUnreadable));
    expect(listed.map(({ paddleId }) => paddleId).toSorted()).toEqual(ids.toSorted());
    const payments = await all(gateway.listPayments(null, throwUnreadable));
    expect(payments.filter(({ status }) => status === 'completed')).toHaveLength(201);
    expect(payments[0]).toMatchObject({ totalAmount: '3000', chargedAmount: '3000', currency: 'USD' });
  });
});

describe('a rejected call', () => {
  it.each([
    [
      'a change while another is scheduled',
      'subscription_locked_pending_changes',
      async (id: string) => {
        await gateway.cancel(id);
        return gateway.pause(id);
      },
    ],
    [
      'a resumption of an active subscription',
      'subscription_must_be_paused',
      (id: string) => gateway.resume(id, 'now'),
    ],
    [
      'a subscription that does not exist',
      'not_found',
      () => gateway.getSubscription(`sub_${'0'.repeat(26)}`),
    ],
  ])('throws Paddle’s error code: %s', async (_what, code, act) => {
    expect(await getFailure(act(subscribe()))).toEqual({ kind: 'rejected', code });
  });

  it('reports an invalid API key as unreachable', async () => {
    const otherGateway = createSdkGateway({
      apiKey: 'pdl_sdbx_apikey_wrong',
      environment: 'https://paddle.test/api',
    });
    expect(await getFailure(otherGateway.getSubscription(subscribe()))).toMatchObject({
      kind: 'unreachable',
    });
  });

  it('never sends a malformed ID', async () => {
    vi.stubGlobal('fetch', () => {
      throw new Error('Paddle was called');
    });
    expect(await getFailure(gateway.getSubscription('../customers'))).toEqual({
      kind: 'unreachable',
      code: 'unreadable_response',
    });
  });
});

describe('a failure of Paddle', () => {
  const fault = (api: Omit<ApiFault, 'route'>) =>
    paddle.control.setFaults([{ route: '* /subscriptions/*', ...api }]);

  it.each<[string, Omit<ApiFault, 'route'>, string]>([
    ['an HTML page of a proxy', { status: 502, body: 'html' }, 'unreadable_response'],
    ['an internal error', { status: 500, body: 'json' }, 'internal_error'],
    ['a rate limit', { status: 429, body: 'json', retryAfterSeconds: 9 }, 'too_many_requests'],
  ])('reports as unreachable: %s', async (_what, response, code) => {
    const id = subscribe();
    fault(response);
    expect(await getFailure(gateway.getSubscription(id))).toEqual({ kind: 'unreachable', code });
    expect(await gateway.getManagementUrls(id)).toEqual({ updateUrl: null, cancelUrl: null });
  });

  it('does not retry a failed change', async () => {
    const id = subscribe();
    fault({ status: 500, body: 'json', afterwards: true, times: 1 });
    await getFailure(gateway.cancel(id));
    expect(await gateway.getSubscription(id)).toMatchObject({ scheduled: { action: 'cancel' } });
  });

  it('reports a missing connection with the code network', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed');
    });
    expect(await getFailure(gateway.pause(subscribe()))).toEqual({ kind: 'unreachable', code: 'network' });
  });

  it('reports a hanging call with the code timeout', async () => {
    const id = subscribe();
    vi.useFakeTimers();
    try {
      vi.stubGlobal('fetch', () => new Promise(() => {}));
      const waits = { getSubscription: 10_000, pause: 10_000, cancel: 10_000 } as const;
      for (const [call, ms] of Object.entries(waits)) {
        const failure = getFailure(gateway[call as keyof typeof waits](id));
        await vi.advanceTimersByTimeAsync(ms);
        expect(await failure).toEqual({ kind: 'unreachable', code: 'timeout' });
      }
      const resumed = getFailure(gateway.resume(id, 'now'));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await resumed).toEqual({ kind: 'unreachable', code: 'timeout' });
      const links = gateway.getManagementUrls(id);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await links).toEqual({ updateUrl: null, cancelUrl: null });
    } finally {
      vi.useRealTimers();
    }
  });

  it('skips and reports only the entity that cannot be parsed', async () => {
    const [first, second] = [subscribe(), subscribe()];
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      const response = await paddle.fetch(input, init);
      const body = (await response.text()).replace(
        `"id":"${first}","status":"active"`,
        `"id":"${first}","status":"odd"`,
      );
      return new Response(body, response);
    });
    const unreadable: string[] = [];
    const found = await all(gateway.listSubscriptions((id) => unreadable.push(id)));
    expect(unreadable).toEqual([first]);
    expect(found.map(({ paddleId }) => paddleId)).toEqual([second]);
  });
});
