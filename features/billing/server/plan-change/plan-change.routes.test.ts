import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/server/platform/clock.ts';
import { changePlan, previewPlanChange } from '#features/billing/contract/subscriptions.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  fetchSubscriptions,
  INTERMEDIATE,
  PRO,
  type Subscriber,
  usePaddleApp,
} from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({
  LIMIT_SUBSCRIPTION_ACTION_ACCOUNT: '1000/1m',
  LIMIT_PLAN_PREVIEW_ACCOUNT: '1000/1m',
});

// Otherwise the subscriptions of earlier tests would renew each time that a test advances the clock.
beforeEach(() => test.control.reset());

/** Paddle's test card whose first payment succeeds and whose later ones are declined. */
const LATER_DECLINED = '4000 0027 6000 3184';
const SOME_ID = '7d0f6a52-0d3c-4a5c-9a52-3f1a8b0f6a11';

const preview = ({ access: token, id }: Pick<Subscriber, 'access' | 'id'>, price_id: string) =>
  test.call(previewPlanChange, { params: { id }, query: { price_id } }, { token });

const change = ({ access: token, id }: Pick<Subscriber, 'access' | 'id'>, price_id: string, basis: string) =>
  test.call(changePlan, { params: { id }, body: { price_id, basis } }, { token });

/** Previews and confirms a change. */
async function changeTo(subscriber: Subscriber, priceId: string) {
  const { status, body } = await preview(subscriber, priceId);
  return status === 200 ? change(subscriber, priceId, body.preview.basis) : { status, body };
}

/** A customer in the middle of a 30-day month. */
async function subscribe(purchase: Parameters<typeof test.signUpSubscriber>[0] = {}, days = 15) {
  const bought = await test.signUpSubscriber(purchase);
  await test.advanceTime(days * DAY);
  return test.signInAgain(bought);
}

async function fetchSubscription({ access, id }: Subscriber) {
  const { subscriptions } = await fetchSubscriptions(test, access);
  return subscriptions.find((each: { id: string }) => each.id === id);
}

const getEntity = ({ paddleId }: Subscriber) => test.control.state().subscriptions[paddleId];
const listCharges = ({ paddleId }: Subscriber) =>
  Object.values(test.control.state().transactions)
    .filter(({ subscription_id, origin }) => subscription_id === paddleId && origin === 'subscription_update')
    .map(({ status, details }) => [status, details?.totals?.total]);

describe('an upgrade', () => {
  it('previews the charge for the rest of the period, and charges it', async () => {
    const subscriber = await subscribe({ priceId: INTERMEDIATE.monthlyPriceId });
    const before = await fetchSubscription(subscriber);
    const { status, body } = await preview(subscriber, PRO.monthlyPriceId);
    expect(status).toBe(200);
    const end = before.current_billing_period_end;
    const periodDays = (Date.parse(end) - Date.parse(before.current_billing_period_start)) / DAY;
    const share = Math.round((3_000 * (periodDays - 15)) / periodDays);
    const charge = (share / 100).toFixed(2);
    expect(body.preview).toEqual({
      plan: { name: 'Pro', interval: 'month' },
      currency: 'USD',
      charge_now: charge,
      credit: null,
      next_payment: { date: end, amount: '60.00' },
      renewal_price: '60.00',
      basis: expect.any(String),
    });
    expect(await fetchSubscription(subscriber)).toEqual(before);

    const changed = await change(subscriber, PRO.monthlyPriceId, body.preview.basis);
    expect(changed.status).toBe(200);
    expect(changed.body.subscription).toMatchObject({
      id: subscriber.id,
      status: 'active',
      price_id: PRO.monthlyPriceId,
      product: { name: 'Pro', price: '60.00', interval: 'month' },
      next_payment_date: end,
      current_billing_period_end: end,
    });
    expect(listCharges(subscriber)).toEqual([['completed', String(share)]]);
    // Before and after the webhooks.
    expect(await fetchSubscription(subscriber)).toEqual(changed.body.subscription);
    await test.deliverWebhooks();
    expect(await fetchSubscription(subscriber)).toEqual(changed.body.subscription);
  });

  it('charges once for repeated and concurrent confirmations', async () => {
    const subscriber = await subscribe({ priceId: INTERMEDIATE.monthlyPriceId });
    const { body } = await preview(subscriber, PRO.monthlyPriceId);
    const confirm = () => change(subscriber, PRO.monthlyPriceId, body.preview.basis);
    const both = await Promise.all([confirm(), confirm()]);
    const again = await confirm();
    expect([...both, again].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(listCharges(subscriber)).toHaveLength(1);
  });

  it('changes nothing when the card is declined', async () => {
    const subscriber = await subscribe({ priceId: INTERMEDIATE.monthlyPriceId, cardNumber: LATER_DECLINED });
    const before = await fetchSubscription(subscriber);
    expect(await changeTo(subscriber, PRO.monthlyPriceId)).toMatchObject({
      status: 402,
      body: {
        error:
          'Your payment was declined, so your plan has not changed and nothing was charged. Update your payment method, then try again.',
      },
    });
    await test.deliverWebhooks();
    expect(await fetchSubscription(subscriber)).toEqual(before);
    expect(listCharges(subscriber)).toEqual([]);
  });
});

it('credits the difference of a downgrade, and deducts it from the next payment', async () => {
  const subscriber = await subscribe({ priceId: PRO.monthlyPriceId }, 0);
  const { body } = await preview(subscriber, INTERMEDIATE.monthlyPriceId);
  expect(body.preview).toMatchObject({
    plan: { name: 'Intermediate' },
    charge_now: null,
    credit: '30.00',
    next_payment: { amount: '0.00' },
    renewal_price: '30.00',
  });
  const changed = await changeTo(subscriber, INTERMEDIATE.monthlyPriceId);
  expect(changed).toMatchObject({
    status: 200,
    body: { subscription: { product: { name: 'Intermediate', price: '30.00' } } },
  });
  expect(listCharges(subscriber)).toEqual([['completed', '-3000']]);
});

describe('another interval', () => {
  it('starts a year now, less the unused part of the month', async () => {
    const subscriber = await subscribe({ priceId: PRO.monthlyPriceId }, 0);
    const { body } = await preview(subscriber, PRO.yearlyPriceId);
    expect(body.preview).toMatchObject({
      plan: { name: 'Pro', interval: 'year' },
      charge_now: '516.00',
      credit: null,
      next_payment: { amount: '576.00' },
    });
    const changed = await change(subscriber, PRO.yearlyPriceId, body.preview.basis);
    expect(changed.body.subscription).toMatchObject({
      product: { price: '576.00', interval: 'year' },
      current_billing_period_start: test.clock.now().toISOString(),
      next_payment_date: body.preview.next_payment.date,
    });
  });

  it('starts a month now that the rest of the year pays for, also after a pause', async () => {
    const subscriber = await subscribe({ priceId: PRO.yearlyPriceId }, 0);
    const { body } = await preview(subscriber, PRO.monthlyPriceId);
    expect(body.preview).toMatchObject({
      charge_now: null,
      credit: '516.00',
      next_payment: { amount: '0.00' },
      renewal_price: '60.00',
    });
    const changed = await change(subscriber, PRO.monthlyPriceId, body.preview.basis);
    await test.deliverWebhooks();
    const { current_billing_period_end: end, paid_until } = await fetchSubscription(subscriber);
    expect(changed.body.subscription).toMatchObject({ product: { price: '60.00', interval: 'month' } });
    expect(paid_until).toBe(end);
  });
});

describe('a subscription whose plan cannot be changed', () => {
  async function expectRejection(subscriber: Subscriber, status: number, error: RegExp | string) {
    const before = getEntity(subscriber);
    for (const response of [
      await preview(subscriber, INTERMEDIATE.monthlyPriceId),
      await change(subscriber, INTERMEDIATE.monthlyPriceId, 'any'),
    ]) {
      expect(response).toMatchObject({ status, body: { error: expect.stringMatching(error) } });
    }
    expect(getEntity(subscriber)).toEqual(before);
  }

  it('a rejected plan change is explained for a scheduled cancellation, and possible again after Resume', async () => {
    const subscriber = await test.signUpSubscriber();
    await test.changeSubscription(subscriber, 'cancel');
    expect(await fetchSubscription(subscriber)).toMatchObject({ can_change_plan: false });
    await expectRejection(
      subscriber,
      409,
      /^This subscription is scheduled to be canceled on .*\. Choose Resume first to revert that\.$/,
    );
    await test.changeSubscription(subscriber, 'resume');
    expect(await changeTo(subscriber, INTERMEDIATE.monthlyPriceId)).toMatchObject({ status: 200 });
  });

  it('a rejected plan change is explained for a paused subscription', async () => {
    const bought = await test.signUpSubscriber();
    await test.changeSubscription(bought, 'pause');
    await test.advanceTime(32 * DAY);
    const subscriber = await test.signInAgain(bought);
    expect(await fetchSubscription(subscriber)).toMatchObject({ status: 'paused', can_change_plan: false });
    await expectRejection(subscriber, 409, /^This subscription is paused\. Resume it before/);
  });

  it('a rejected plan change is explained for a failed payment', async () => {
    const subscriber = await subscribe({ cardNumber: LATER_DECLINED }, 32);
    expect(await fetchSubscription(subscriber)).toMatchObject({ status: 'past_due' });
    await expectRejection(subscriber, 409, /^Your last payment failed\./);
  });

  it('a rejected plan change is explained shortly before a renewal', async () => {
    const bought = await test.signUpSubscriber();
    const end = Date.parse(getEntity(bought)?.next_billed_at ?? '');
    await test.advanceTime(end - test.clock.now().getTime() - 20 * MINUTE);
    await expectRejection(await test.signInAgain(bought), 409, /^This subscription is about to renew\./);
  });

  it('a subscription whose plan cannot be changed is not found for another customer, and requires a session', async () => {
    const subscriber = await test.signUpSubscriber();
    const { access } = await signUpCustomer(test);
    for (const id of [subscriber.id, SOME_ID]) {
      expect((await preview({ access, id }, INTERMEDIATE.monthlyPriceId)).status).toBe(404);
      expect((await change({ access, id }, INTERMEDIATE.monthlyPriceId, '')).status).toBe(404);
    }
    expect((await preview({ access: '', id: subscriber.id }, INTERMEDIATE.monthlyPriceId)).status).toBe(401);
    expect(getEntity(subscriber)?.items[0]?.price.id).toBe(PRO.monthlyPriceId);
  });
});

describe('a confirmation', () => {
  it('a confirmation is rejected for a price that is not in the catalog', async () => {
    const subscriber = await test.signUpSubscriber();
    const unknown = 'pri_01k8nothing0000000000000aa';
    const error = { price_id: ['This price is not for sale. Please reload the page.'] };
    expect(await preview(subscriber, unknown)).toMatchObject({ status: 400, body: error });
    expect(await change(subscriber, unknown, 'any')).toMatchObject({ status: 400, body: error });
  });

  it('a confirmation is rejected when the plan has changed since the preview', async () => {
    const subscriber = await test.signUpSubscriber({ priceId: INTERMEDIATE.monthlyPriceId });
    const { body } = await preview(subscriber, PRO.yearlyPriceId);
    await changeTo(subscriber, PRO.monthlyPriceId);
    expect(await change(subscriber, PRO.yearlyPriceId, body.preview.basis)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^These amounts are out of date\./) },
    });
    expect(getEntity(subscriber)?.items[0]?.price.id).toBe(PRO.monthlyPriceId);
  });

  it('a confirmation is rejected long after the preview, when more would be charged', async () => {
    const bought = await test.signUpSubscriber({ priceId: PRO.monthlyPriceId });
    const { body } = await preview(bought, PRO.yearlyPriceId);
    await test.advanceTime(DAY);
    const subscriber = await test.signInAgain(bought);
    expect(await change(subscriber, PRO.yearlyPriceId, body.preview.basis)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^These amounts are out of date\./) },
    });
    expect(listCharges(subscriber)).toEqual([]);
  });

  it('a confirmation is rejected with the preview of another plan', async () => {
    const subscriber = await test.signUpSubscriber({ priceId: INTERMEDIATE.monthlyPriceId });
    const { body } = await preview(subscriber, PRO.monthlyPriceId);
    expect((await change(subscriber, PRO.yearlyPriceId, body.preview.basis)).status).toBe(409);
    expect(listCharges(subscriber)).toEqual([]);
  });

  it('a confirmation is not previewed for the current plan', async () => {
    const subscriber = await test.signUpSubscriber();
    expect(await preview(subscriber, PRO.monthlyPriceId)).toMatchObject({
      status: 409,
      body: { error: 'You already have this plan. Reload the page to see it.' },
    });
  });
});

describe('when Paddle fails', () => {
  it('says after a failed preview that nothing has changed', async () => {
    const subscriber = await test.signUpSubscriber();
    test.control.setFaults([{ route: 'PATCH /subscriptions/*/preview', status: 502, body: 'html' }]);
    expect(await preview(subscriber, PRO.yearlyPriceId)).toMatchObject({
      status: 503,
      body: { error: 'Paddle did not respond. Nothing has changed. Please try again in a minute.' },
    });
  });

  it('asks to check the subscription after a failed change', async () => {
    const subscriber = await test.signUpSubscriber();
    const { body } = await preview(subscriber, PRO.yearlyPriceId);
    for (const route of ['PATCH /subscriptions/*', '* /subscriptions/*']) {
      test.control.setFaults([{ route, status: 500 }]);
      expect(await change(subscriber, PRO.yearlyPriceId, body.preview.basis)).toMatchObject({
        status: 503,
        body: {
          error: 'Paddle did not respond. Check your subscription in a minute before you try again.',
        },
      });
    }
  });

  it('does not repeat a change when only the response was lost', async () => {
    const subscriber = await test.signUpSubscriber({ priceId: INTERMEDIATE.monthlyPriceId });
    const { body } = await preview(subscriber, PRO.monthlyPriceId);
    test.control.setFaults([
      { route: 'PATCH /subscriptions/*', status: 502, body: 'html', afterwards: true },
    ]);
    const changed = await change(subscriber, PRO.monthlyPriceId, body.preview.basis);
    expect(changed).toMatchObject({
      status: 200,
      body: { subscription: { price_id: PRO.monthlyPriceId } },
    });
    expect(listCharges(subscriber)).toHaveLength(1);
  });
});
