import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { startCheckout } from '#features/billing/contract/pricing.ts';
import {
  changePlan,
  listSubscriptionPayments,
  previewPlanChange,
  readReceipt,
  type SubscriptionPayment,
} from '#features/billing/contract/subscriptions.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { listEmailsTo } from '#tests/support/accounts/emails.ts';
import { PRO, PUBLIC_URL, type Subscriber, usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp();

async function listPayments({ access, id }: Subscriber) {
  const { body } = await test.call(listSubscriptionPayments, { params: { id } }, { token: access });
  return body.payments;
}

const getReceipt = ({ access }: { access: string }, id: string, paymentId: string) =>
  test.call(readReceipt, { params: { id, paymentId } }, { token: access });

describe('the payments of a subscription', () => {
  it('the payments of a subscription are listed with working links to receipts, which are emailed', async () => {
    const subscriber = await test.signUpSubscriber();
    const [payment, ...others] = await listPayments(subscriber);
    expect(others).toEqual([]);
    expect(payment).toEqual({
      id: expect.stringMatching(/^txn_/),
      billed_at: expect.any(String),
      kind: 'charge',
      total: expect.stringMatching(/^\d+\.\d\d$/),
      currency: 'USD',
      state: 'completed',
      has_receipt: true,
    });
    const emails = await listEmailsTo(test, subscriber.email);
    expect(emails.map(({ subject }) => subject)).toContain('Your payment for Pro');
    expect(emails.at(-1)?.text).toContain(`${PUBLIC_URL}/subscriptions/${subscriber.id}\n`);

    const { status, body } = await getReceipt(subscriber, subscriber.id, payment.id);
    expect(status).toBe(200);
    const { pathname, search } = new URL(body.url);
    const receipt = await test.request(pathname + search);
    expect(receipt.headers['content-type']).toBe('application/pdf');
    expect(receipt.body).toContain(payment.id);
    test.clock.advance(HOUR);
    expect((await test.request(pathname + search)).statusCode).toBe(403);
  });

  it('name credit of a plan change, and a renewal that credit covers, without a receipt by email', async () => {
    const bought = await test.signUpSubscriber({ priceId: PRO.yearlyPriceId });
    const params = { id: bought.id };
    const price_id = PRO.monthlyPriceId;
    const token = bought.access;
    const { body } = await test.call(previewPlanChange, { params, query: { price_id } }, { token });
    const { basis } = body.preview;
    await test.call(changePlan, { params, body: { price_id, basis } }, { token });
    await test.deliverWebhooks();
    await listEmailsTo(test, bought.email);
    await test.advanceTime(32 * DAY);
    const subscriber = await test.signInAgain(bought);
    const payments = await listPayments(subscriber);
    expect(payments.map((each: SubscriptionPayment) => [each.kind, each.total, each.state])).toEqual([
      ['covered', '60.00', 'completed'],
      ['credit', '516.00', 'completed'],
      ['charge', '576.00', 'completed'],
    ]);
    const emails = await listEmailsTo(test, bought.email);
    expect(emails.map(({ subject }) => subject)).not.toContain('Your payment for Pro');
  });

  it('the payments of a subscription are not available to another customer', async () => {
    const subscriber = await test.signUpSubscriber();
    const other = await test.signUpSubscriber();
    const [payment] = await listPayments(subscriber);
    const list = { params: { id: subscriber.id } };
    expect((await test.call(listSubscriptionPayments, list, { token: other.access })).status).toBe(404);
    expect((await getReceipt(other, subscriber.id, payment.id)).status).toBe(404);
    expect((await getReceipt(other, other.id, payment.id)).status).toBe(404);
  });

  it('have no receipt when another user has the same Paddle customer', async () => {
    const victim = await test.signUpSubscriber();
    const [payment] = await listPayments(victim);
    const { access } = await signUpCustomer(test);
    const price = { price_id: PRO.monthlyPriceId };
    const { body } = await test.call(startCheckout, { body: price }, { token: access });
    test.control.completeCheckout({
      priceId: PRO.monthlyPriceId,
      customerEmail: victim.email,
      customData: body.custom_data,
    });
    await test.deliverWebhooks();
    expect(await getReceipt(victim, victim.id, payment.id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Use the one in the email from Paddle.') },
    });
  });
});
