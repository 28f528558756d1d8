import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  MONTHLY,
  type SimulatedPaddle,
  createSimulatedPaddle,
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

async function failureOf(call: Promise<unknown>): Promise<Pick<GatewayError, 'kind' | 'code'>> {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GatewayError);
  const { kind, code } = error as GatewayError;
  return { kind, code };
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}
const never = (id: string, error: unknown) => {
  throw new Error(`${id} could not be read`, { cause: error });
};

describe('a subscription at Paddle', () => {
  it('is read', async () => {
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

  it('is paused and canceled at the end of its period, and that is taken back', async () => {
    const id = subscribe();
    const { period } = await gateway.getSubscription(id);
    expect(await gateway.pause(id)).toMatchObject({
      status: 'active',
      scheduled: { action: 'pause', at: period?.end },
    });
    expect(await gateway.resume(id, 'undo')).toMatchObject({ status: 'active', scheduled: null });
    expect(await gateway.cancel(id)).toMatchObject({
      status: 'active',
      scheduled: { action: 'cancel', at: period?.end },
    });
  });

  it('that is paused goes on in a new period', async () => {
    const id = subscribe('paused');
    expect(await gateway.getSubscription(id)).toMatchObject({ status: 'paused', period: null });
    expect(await gateway.resume(id, 'now')).toMatchObject({ status: 'active', scheduled: null });
  });

  it('that is paused goes on in the period that was paid', async () => {
    const id = subscribe();
    const { period } = await gateway.getSubscription(id);
    await paddle.fetch(`https://paddle.test/api/subscriptions/${id}/pause`, {
      method: 'POST',
      headers: { authorization: 'Bearer pdl_sdbx_apikey_test', 'content-type': 'application/json' },
      body: JSON.stringify({ effective_from: 'immediately' }),
    });
    expect(await gateway.resume(id, 'continue')).toMatchObject({ status: 'active', period });
  });

  it('has pages of Paddle’s own', async () => {
    const id = subscribe();
    const { updateUrl, cancelUrl } = await gateway.getManagementUrls(id);
    expect(updateUrl).toMatch(`https://paddle.test/api/portal/${id}/update-payment-method?token=`);
    expect(cancelUrl).toMatch(`https://paddle.test/api/portal/${id}/cancel?token=`);
  });

  it('is listed with all the others, and so are the payments', async () => {
    const ids = Array.from({ length: 201 }, () => subscribe());
    const listed = await all(gateway.listSubscriptions(never));
    expect(listed.map(({ paddleId }) => paddleId).toSorted()).toEqual(ids.toSorted());
    const payments = await all(gateway.listPayments(null, never));
    expect(payments.filter(({ status }) => status === 'completed')).toHaveLength(201);
    expect(payments[0]).toMatchObject({ totalAmount: '3000', currency: 'USD' });
  });
});

describe('what Paddle refuses', () => {
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
      'going on while nothing is paused',
      'subscription_must_be_paused',
      (id: string) => gateway.resume(id, 'now'),
    ],
    ['a subscription that there is not', 'not_found', () => gateway.getSubscription(`sub_${'0'.repeat(26)}`)],
  ])('is told with its own code: %s', async (_what, code, act) => {
    expect(await failureOf(act(subscribe()))).toEqual({ kind: 'refused', code });
  });

  it('for the key is no refusal of the call', async () => {
    const stranger = createSdkGateway({
      apiKey: 'pdl_sdbx_apikey_wrong',
      environment: 'https://paddle.test/api',
    });
    expect(await failureOf(stranger.getSubscription(subscribe()))).toMatchObject({ kind: 'unreachable' });
  });

  it('never carries an id that leads elsewhere', async () => {
    vi.stubGlobal('fetch', () => {
      throw new Error('Paddle was called');
    });
    expect(await failureOf(gateway.getSubscription('../customers'))).toEqual({
      kind: 'unreachable',
      code: 'unreadable_answer',
    });
  });
});

describe('a Paddle that does not answer as it should', () => {
  const fault = (api: object) => paddle.control.chaos({ api: [{ route: '* /subscriptions/*', ...api }] });

  it.each([
    ['a page of some proxy', { status: 502, body: 'html' }, 'unreadable_answer'],
    ['an error of its own', { status: 500, body: 'json' }, 'internal_error'],
    ['too many calls', { status: 429, body: 'json', retryAfterSeconds: 9 }, 'too_many_requests'],
  ])('answers with %s', async (_what, answer, code) => {
    const id = subscribe();
    fault(answer);
    expect(await failureOf(gateway.getSubscription(id))).toEqual({ kind: 'unreachable', code });
    expect(await gateway.getManagementUrls(id)).toEqual({ updateUrl: null, cancelUrl: null });
  });

  it('is not asked twice for a change', async () => {
    const id = subscribe();
    fault({ status: 500, body: 'json', afterwards: true, times: 1 });
    await failureOf(gateway.cancel(id));
    expect(await gateway.getSubscription(id)).toMatchObject({ scheduled: { action: 'cancel' } });
  });

  it('cannot be reached', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed');
    });
    expect(await failureOf(gateway.pause(subscribe()))).toEqual({ kind: 'unreachable', code: 'network' });
  });

  it('hangs: no longer than it may', async () => {
    const id = subscribe();
    vi.useFakeTimers();
    try {
      vi.stubGlobal('fetch', () => new Promise(() => {}));
      const waits = { getSubscription: 10_000, pause: 10_000, cancel: 10_000 } as const;
      for (const [call, ms] of Object.entries(waits)) {
        const failure = failureOf(gateway[call as keyof typeof waits](id));
        await vi.advanceTimersByTimeAsync(ms);
        expect(await failure).toEqual({ kind: 'unreachable', code: 'timeout' });
      }
      const resumed = failureOf(gateway.resume(id, 'now'));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await resumed).toEqual({ kind: 'unreachable', code: 'timeout' });
      const links = gateway.getManagementUrls(id);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await links).toEqual({ updateUrl: null, cancelUrl: null });
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells of one thing that cannot be read, and the others are', async () => {
    const [first, second] = [subscribe(), subscribe()];
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      const answer = await paddle.fetch(input, init);
      const body = (await answer.text()).replace(
        `"id":"${first}","status":"active"`,
        `"id":"${first}","status":"odd"`,
      );
      return new Response(body, answer);
    });
    const unreadable: string[] = [];
    const found = await all(gateway.listSubscriptions((id) => unreadable.push(id)));
    expect(unreadable).toEqual([first]);
    expect(found.map(({ paddleId }) => paddleId)).toEqual([second]);
  });
});
