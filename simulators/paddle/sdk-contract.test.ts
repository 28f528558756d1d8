import {
  ApiError,
  type Environment,
  EventName,
  Paddle,
  type UpdateSubscriptionRequestBody,
} from '@paddle/paddle-node-sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { MONTHLY, PRO_MONTHLY, YEARLY } from '#tests/support/paddle-simulator/test-catalog.ts';
import { API_KEY, SECRET, useTestServer } from '#tests/support/paddle-simulator/test-server.ts';

const test = useTestServer();
let paddle: Paddle;

beforeEach(() => {
  paddle = new Paddle(API_KEY, { environment: test.baseUrl as Environment });
});

function subscribe(input: { priceId?: string; status?: 'paused' | 'past_due' | 'canceled' } = {}): string {
  const [id = ''] = test.control.seed([
    { priceId: MONTHLY, customerEmail: 'ayesha@example.com', customData: { user_id: 7 }, ...input },
  ]);
  return id;
}

async function getRejection(call: Promise<unknown>) {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  const { code, type, detail } = error as ApiError;
  return { code, type, detail };
}

describe('the official SDK on the simulator’s API', () => {
  it('fetches a subscription with management links', async () => {
    const id = subscribe();
    const subscription = await paddle.subscriptions.get(id);
    expect(subscription).toMatchObject({
      id,
      status: 'active',
      customData: { user_id: 7 },
      scheduledChange: null,
    });
    expect(subscription.items[0]?.price.unitPrice).toEqual({ amount: '3000', currencyCode: 'USD' });
    expect(subscription.managementUrls?.cancel).toMatch(`${test.baseUrl}/portal/${id}/cancel?token=`);
    const listed = await paddle.subscriptions.list().next();
    expect(listed.map((each) => each.id)).toEqual([id]);
  });

  it('schedules a pause, removes it, pauses immediately, resumes and cancels', async () => {
    const id = subscribe();
    const scheduled = await paddle.subscriptions.pause(id, { effectiveFrom: 'next_billing_period' });
    expect(scheduled).toMatchObject({
      status: 'active',
      scheduledChange: { action: 'pause' },
      nextBilledAt: null,
    });
    expect(await getRejection(paddle.subscriptions.cancel(id))).toEqual({
      code: 'subscription_locked_pending_changes',
      type: 'request_error',
      detail: 'cannot update subscription, pending scheduled changes',
    });
    const unscheduled = await paddle.subscriptions.update(id, { scheduledChange: null });
    expect(unscheduled.scheduledChange).toBeNull();
    expect((await paddle.subscriptions.pause(id, { effectiveFrom: 'immediately' })).status).toBe('paused');
    const resumed = await paddle.subscriptions.resume(id, {
      effectiveFrom: 'immediately',
      onResume: 'continue_existing_billing_period',
    });
    expect(resumed.status).toBe('active');
    const canceled = await paddle.subscriptions.cancel(id, { effectiveFrom: 'immediately' });
    expect(canceled).toMatchObject({ status: 'canceled', currentBillingPeriod: null });
    expect((await getRejection(paddle.subscriptions.cancel(id))).code).toBe(
      'subscription_update_when_canceled',
    );
  });

  it('changes the price', async () => {
    const id = subscribe();
    const moved = await paddle.subscriptions.update(id, {
      items: [{ priceId: YEARLY, quantity: 1 }],
      prorationBillingMode: 'prorated_immediately',
    });
    expect(moved).toMatchObject({ billingCycle: { interval: 'year', frequency: 1 } });
    expect(moved.items.map(({ price }) => price.id)).toEqual([YEARLY]);
  });

  it('previews an upgrade without making it, and then charges what the preview says', async () => {
    const id = subscribe();
    const before = await paddle.subscriptions.get(id);
    const update: UpdateSubscriptionRequestBody = {
      items: [{ priceId: PRO_MONTHLY, quantity: 1 }],
      prorationBillingMode: 'prorated_immediately',
      onPaymentFailure: 'prevent_change',
    };
    const preview = await paddle.subscriptions.previewUpdate(id, update);
    expect(preview).toMatchObject({
      status: 'active',
      currencyCode: 'USD',
      nextBilledAt: before.nextBilledAt,
      immediateTransaction: {
        details: {
          totals: { total: '3000', grandTotal: '3000', creditToBalance: '0' },
          lineItems: [
            { priceId: PRO_MONTHLY, quantity: 1, proration: { rate: '1' }, totals: { total: '6000' } },
            { priceId: MONTHLY, quantity: -1, proration: { rate: '1' }, totals: { total: '-3000' } },
          ],
        },
      },
      nextTransaction: {
        billingPeriod: { startsAt: before.nextBilledAt },
        details: { totals: { grandTotal: '6000' } },
      },
      recurringTransactionDetails: { totals: { total: '6000' } },
    });
    const events = test.control.state().events.length;
    expect(await paddle.subscriptions.get(id)).toMatchObject({ updatedAt: before.updatedAt });
    expect(test.control.state().events).toHaveLength(events);

    const updated = await paddle.subscriptions.update(id, update);
    expect(updated.items.map(({ price }) => price.id)).toEqual([PRO_MONTHLY]);
    const transactions = await paddle.transactions.list().next();
    expect(transactions.at(-1)).toMatchObject({
      origin: 'subscription_update',
      status: 'completed',
      details: { totals: { grandTotal: '3000' } },
    });
  });

  it('previews the credit of a downgrade and its use for the next payment', async () => {
    const id = subscribe({ priceId: PRO_MONTHLY });
    const preview = await paddle.subscriptions.previewUpdate(id, {
      items: [{ priceId: MONTHLY, quantity: 1 }],
      prorationBillingMode: 'prorated_immediately',
    });
    expect(preview).toMatchObject({
      immediateTransaction: {
        details: { totals: { total: '-3000', grandTotal: '0', creditToBalance: '3000' } },
      },
      nextTransaction: { details: { totals: { total: '3000', credit: '3000', grandTotal: '0' } } },
    });
  });

  it('previews a change whose payment is declined, and rejects the change', async () => {
    const id = subscribe();
    test.control.failNextPayment({ subscriptionId: id });
    const update: UpdateSubscriptionRequestBody = {
      items: [{ priceId: PRO_MONTHLY, quantity: 1 }],
      prorationBillingMode: 'prorated_immediately',
    };
    const { immediateTransaction } = await paddle.subscriptions.previewUpdate(id, update);
    expect(immediateTransaction?.details.totals.grandTotal).toBe('3000');
    expect(await getRejection(paddle.subscriptions.update(id, update))).toEqual({
      code: 'subscription_payment_declined',
      type: 'request_error',
      detail: 'payment declined',
    });
  });

  it('verifies delivered webhooks', async () => {
    const id = subscribe();
    await test.control.flush();
    const received = test.received();
    const created = received.find(({ type }) => type === 'subscription.created');
    const event = await paddle.webhooks.unmarshal(created?.body ?? '', SECRET, created?.signature ?? '');
    expect(event).toMatchObject({ eventType: EventName.SubscriptionCreated, data: { id } });
  });

  it('receives Paddle’s error codes', async () => {
    expect(await getRejection(paddle.subscriptions.get('sub_01k8nothing0000000000000aa'))).toEqual({
      code: 'not_found',
      type: 'request_error',
      detail: 'Subscription sub_01k8nothing0000000000000aa not found.',
    });
    const id = subscribe();
    expect((await getRejection(paddle.subscriptions.resume(id, { effectiveFrom: 'immediately' }))).code).toBe(
      'subscription_must_be_paused',
    );
    expect(
      (await getRejection(paddle.subscriptions.pause(id, { resumeAt: '2027-01-01T00:00:00Z' }))).code,
    ).toBe('bad_request');
    expect((await getRejection(paddle.discounts.get('dsc_x'))).code).toBe('not_found');
    const unauthorized = new Paddle('another', { environment: test.baseUrl as Environment });
    expect((await getRejection(unauthorized.subscriptions.get(id))).code).toBe('forbidden');
  });

  it('receives simulated errors and broken responses', async () => {
    const id = subscribe();
    test.control.setFaults([{ route: 'GET /subscriptions/*', status: 429, retryAfterSeconds: 7, times: 1 }]);
    const error = await paddle.subscriptions.get(id).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'too_many_requests', retryAfter: 7 });
    expect((await paddle.subscriptions.get(id)).id).toBe(id);
    test.control.setFaults([{ route: '* /subscriptions*', status: 502, body: 'html' }]);
    await expect(paddle.subscriptions.get(id)).rejects.toThrow(SyntaxError);
    test.control.setFaults([{ route: 'POST /subscriptions/*/cancel', status: 500, afterwards: true }]);
    expect((await getRejection(paddle.subscriptions.cancel(id))).type).toBe('api_error');
    expect((await paddle.subscriptions.get(id)).scheduledChange?.action).toBe('cancel');
  });
});
