import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { createBillingEmails, DEMO_PLANS } from '#features/billing/server/billing.ts';
import { listEmailsTo } from '#tests/support/accounts/emails.ts';
import {
  createFakePaddle,
  deliver,
  makePaddleEvent,
  makeSubscriptionEntity,
  makeTransactionEntity,
  makeTransactionId,
  PERIOD,
} from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const paddle = createFakePaddle();
const test = useTestApp({}, { paddle });
const START = '2026-11-21T05:42:00.000Z';

beforeEach(async () => {
  test.clock.set(START);
  await test.deliverEmails();
});

let payments = 0;
type Subscriber = Awaited<ReturnType<typeof signUpSubscriber>>;

const makePayment = ({ paddleId }: { paddleId: string }, overrides: Record<string, unknown> = {}) => {
  payments += 1;
  return makeTransactionEntity({ id: makeTransactionId(payments), subscription_id: paddleId, ...overrides });
};

async function report(type: string, entity: Record<string, unknown>): Promise<void> {
  await deliver(test, makePaddleEvent(type, entity));
  await test.billing.runDue();
}

const CANCELING = { scheduled_change: { action: 'cancel', effective_at: PERIOD.ends_at } };
const listSubjects = async ({ email }: { email: string }) =>
  (await listEmailsTo(test, email)).map(({ subject }) => subject);

async function signUp(overrides: Record<string, unknown> = {}): Promise<Subscriber> {
  const subscriber = await signUpSubscriber(test, overrides);
  await test.deliverEmails();
  return subscriber;
}

describe('a receipt', () => {
  it('a receipt is sent once for a completed payment, with a link to the subscription', async () => {
    const customer = await signUp();
    const payment = makePayment(customer);
    await report('transaction.paid', { ...payment, status: 'paid' });
    expect(await listSubjects(customer)).toEqual([]);
    await report('transaction.completed', { ...payment, updated_at: '2026-11-21T05:00:03.000000Z' });
    await report('transaction.completed', { ...payment, updated_at: '2026-11-21T05:00:03.000000Z' });
    await report('transaction.updated', { ...payment, updated_at: '2026-11-21T05:00:04.000000Z' });
    const emails = await listEmailsTo(test, customer.email);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.subject).toBe('Your payment for Pro');
    expect(emails[0]?.text).toContain('We received your payment of $30.00 for Pro, billed on 21 Nov 2026.');
    expect(emails[0]?.text).toContain(
      'The next payment of $30.00 per month (plus taxes) is due on 21 Dec 2026.',
    );
    expect(emails[0]?.text).toMatch(/https:\/\/tezi\.test\/subscriptions\/[\da-f-]{36}\n/);
  });

  it('a receipt is sent once the owner of an earlier payment is known', async () => {
    const payment = { paddleId: 'sub_00000000000000000000009999' };
    const transaction = makePayment(payment);
    await report('transaction.completed', transaction);
    const customer = await signUpSubscriber(test, { id: payment.paddleId });
    expect(await listSubjects(customer)).toContain('Your payment for Pro');
    await report('transaction.completed', transaction);
    expect(await listSubjects(customer)).toEqual([]);
  });

  it('a receipt is sent for a payment that was collected weeks after it was billed', async () => {
    const customer = await signUp();
    const payment = makePayment(customer, { status: 'past_due', billed_at: '2026-10-21T05:00:00.000Z' });
    await report('transaction.past_due', payment);
    const completed = { ...payment, status: 'completed', updated_at: '2026-11-21T05:00:05.000Z' };
    await report('transaction.completed', completed);
    expect(await listSubjects(customer)).toEqual(['Your payment for Pro']);
  });

  it('names the amount that was charged after credit, and is not sent when credit covers the payment', async () => {
    const customer = await signUp();
    const partly = { details: { totals: { total: '3000', grand_total: '1250' } } };
    await report('transaction.completed', makePayment(customer, partly));
    const emails = await listEmailsTo(test, customer.email);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain('We received your payment of $12.50 for Pro');
    const covered = { details: { totals: { total: '3000', grand_total: '0' } } };
    await report('transaction.completed', makePayment(customer, covered));
    expect(await listSubjects(customer)).toEqual([]);
  });

  it('a receipt is not sent for the credit of a plan change', async () => {
    const customer = await signUp();
    const credit = { details: { totals: { total: '-3000', grand_total: '0' } } };
    await report('transaction.completed', makePayment(customer, credit));
    expect(await listSubjects(customer)).toEqual([]);
  });

  it('a receipt is not sent for an old payment, a trial without a charge and an unpaid transaction', async () => {
    const customer = await signUp();
    await report('transaction.updated', makePayment(customer, { billed_at: '2026-08-21T05:00:00.000Z' }));
    await report('transaction.completed', makePayment(customer, { details: { totals: { total: '0' } } }));
    await report('transaction.payment_failed', makePayment(customer, { status: 'ready' }));
    expect(await listSubjects(customer)).toEqual([]);
  });
});

describe('an email about a subscription', () => {
  it('an email about a subscription is sent once for a cancellation, and names the end of premium access', async () => {
    const customer = await signUp();
    await customer.sendUpdate(CANCELING);
    await customer.sendUpdate(CANCELING);
    const emails = await listEmailsTo(test, customer.email);
    expect(emails.map(({ subject }) => subject)).toEqual(['Your subscription to Pro is canceled']);
    expect(emails[0]?.text).toContain('Premium access lasts until 21 Dec 2026.');
  });

  it('names the last date when premium access ends at midnight in Karachi', async () => {
    const customer = await signUp();
    await customer.sendUpdate({
      current_billing_period: { starts_at: '2026-11-30T19:00:00Z', ends_at: '2026-12-31T19:00:00Z' },
      scheduled_change: { action: 'cancel', effective_at: '2026-12-31T19:00:00Z' },
    });
    const [email] = await listEmailsTo(test, customer.email);
    expect(email?.text).toContain('Premium access lasts until 31 Dec 2026.');
  });

  it('an email about a subscription is sent for a resumption, and a new cancellation', async () => {
    const customer = await signUp();
    await customer.sendUpdate(CANCELING);
    expect(await listSubjects(customer)).toEqual(['Your subscription to Pro is canceled']);
    await customer.sendUpdate({});
    expect(await listSubjects(customer)).toEqual(['Your subscription to Pro continues']);
    await customer.sendUpdate(CANCELING);
    expect(await listSubjects(customer)).toEqual(['Your subscription to Pro is canceled']);
  });

  it('an email about a subscription is sent once for a failed payment, with the end of premium access', async () => {
    const customer = await signUp();
    await customer.sendUpdate({ status: 'past_due' });
    await customer.sendUpdate({ status: 'past_due' });
    const emails = await listEmailsTo(test, customer.email);
    expect(emails.map(({ subject }) => subject)).toEqual(['Your payment for Pro failed']);
    expect(emails[0]?.text).toContain('Without a payment, premium access ends on 28 Nov 2026.');
    expect(emails[0]?.text).toContain('"Update Payment Method"');
  });

  it('an email about a subscription is not sent when the state changed before it was sent', async () => {
    const customer = await signUp();
    await customer.sendUpdate(CANCELING);
    await customer.sendUpdate({});
    expect(await listSubjects(customer)).toEqual(['Your subscription to Pro continues']);
  });

  it('an email about a subscription is sent once when reconciliation and the late webhook find the same change', async () => {
    const customer = await signUp();
    const found = makeSubscriptionEntity({
      id: customer.paddleId,
      updated_at: '2026-11-21T05:40:00.000000Z',
      ...CANCELING,
    });
    paddle.subscriptions = [found];
    test.clock.advance(2 * HOUR);
    await Promise.all([test.billing.reconcileIfDue(), report('subscription.updated', found)]);
    await report('subscription.updated', found);
    paddle.subscriptions = [];
    expect(await listSubjects(customer)).toEqual(['Your subscription to Pro is canceled']);
  });

  it('an email about a subscription is not queued by an event that cannot be applied', async () => {
    const customer = await signUp();
    const found = makeSubscriptionEntity({ id: customer.paddleId, ...CANCELING, items: [] });
    await report('subscription.updated', { ...found, updated_at: '2026-11-21T05:40:00.000000Z' });
    expect(await listSubjects(customer)).toEqual([]);
  });
});

describe('a reminder of the end of premium access', () => {
  const SUBJECT = 'Your premium access ends on 21 Dec 2026';
  const remind = (...servers: number[]) =>
    Promise.all((servers.length > 0 ? servers : [1]).map(() => test.billing.remindOfEnds()));

  it('a reminder of the end of premium access is sent once, three days before a canceled subscription ends, by one of several servers', async () => {
    const customer = await signUp(CANCELING);
    await remind();
    test.clock.set('2026-12-18T04:59:59.000Z');
    await remind();
    expect(await listSubjects(customer)).toEqual([]);
    test.clock.set('2026-12-18T05:00:00.000Z');
    await remind(1, 2, 3);
    await remind();
    expect(await listSubjects(customer)).toEqual([SUBJECT]);
    test.clock.advance(2 * DAY);
    await remind();
    expect(await listSubjects(customer)).toEqual([]);
  });

  it('a reminder of the end of premium access is sent late when no server was running, but not after the end', async () => {
    const customer = await signUp(CANCELING);
    test.clock.set('2026-12-21T04:00:00.000Z');
    await remind();
    expect(await listSubjects(customer)).toEqual([SUBJECT]);
    const other = await signUp();
    await other.sendUpdate({ ...CANCELING });
    await test.deliverEmails();
    test.clock.set('2026-12-21T05:00:00.000Z');
    await remind();
    expect(await listSubjects(other)).toEqual([]);
  });

  it('waits a day after the cancellation, which named the end', async () => {
    test.clock.set('2026-12-19T10:00:00.000Z');
    const customer = await signUp({ started_at: '2026-12-19T10:00:00Z' });
    await deliver(
      test,
      makePaddleEvent(
        'subscription.updated',
        makeSubscriptionEntity({ id: customer.paddleId, updated_at: '2026-12-19T10:00:00Z', ...CANCELING }),
      ),
    );
    await test.billing.runDue();
    await remind();
    expect(await listSubjects(customer)).toEqual(['Your subscription to Pro is canceled']);
    test.clock.advance(DAY);
    await remind();
    expect(await listSubjects(customer)).toEqual([SUBJECT]);
  });

  it('a reminder of the end of premium access is sent once for a grant, on its last days', async () => {
    const customer = await signUp({ status: 'canceled' });
    await addGrant(customer, '2026-11-21T05:00:00Z', '2026-12-31T19:00:00Z');
    test.clock.set('2026-12-29T05:00:00.000Z');
    await remind(1, 2);
    expect(await listSubjects(customer)).toEqual(['Your premium access ends on 31 Dec 2026']);
  });

  it('a reminder of the end of premium access is sent once for two grants with the same end', async () => {
    const customer = await signUp({ status: 'canceled' });
    await addGrant(customer, '2026-11-21T05:00:00Z', '2026-12-31T19:00:00Z');
    await addGrant(customer, '2026-11-22T05:00:00Z', '2026-12-31T19:00:00Z');
    test.clock.set('2026-12-29T05:00:00.000Z');
    await remind();
    await remind(1, 2);
    expect(await listSubjects(customer)).toEqual(['Your premium access ends on 31 Dec 2026']);
  });

  it('says how to keep a subscription that was canceled while a payment was overdue', async () => {
    const customer = await signUp({ status: 'past_due' });
    await test.deliverEmails();
    test.clock.set('2026-11-28T05:01:00.000Z');
    await customer.sendUpdate({ status: 'past_due', ...CANCELING });
    const [email] = await listEmailsTo(test, customer.email);
    expect(email?.text).toContain('Premium access has ended.');
    expect(email?.text).toContain('Until the paid period ends, you can keep the subscription');
  });

  it('offers to resume a paused subscription instead of a second one', async () => {
    const customer = await signUp({ status: 'paused', current_billing_period: null, next_billed_at: null });
    await addGrant(customer, '2026-11-21T05:00:00Z', '2026-12-31T19:00:00Z');
    test.clock.set('2026-12-29T05:00:00.000Z');
    await remind();
    const [email] = await listEmailsTo(test, customer.email);
    expect(email?.text).toContain(
      'Your subscription to Pro is paused. To keep premium access, press "Resume"',
    );
    expect(email?.text).not.toContain('choose a plan');
  });

  it.each([
    ['the plans', DEMO_PLANS, 'To keep premium access, choose a plan:\nhttps://tezi.test/pricing'],
    ['nothing on a site without plans', [], 'Intraday signals stay free.\n\nDates are'],
  ])('offers %s to a customer whose subscription was canceled', async (_, plans, expected) => {
    const customer = await signUp({ status: 'canceled' });
    await addGrant(customer, '2026-11-21T05:00:00Z', '2026-12-31T19:00:00Z');
    const emails = createBillingEmails({ ...test.config, billing: { ...test.config.billing, plans } });
    const render = emails['premium-ends-soon'];
    const job = { template: 'premium-ends-soon', recipient: customer.email, subjectId: 'any' };
    const email = await test.database.transaction((tx) =>
      render(tx, job, new Date('2026-12-29T05:00:00.000Z')),
    );
    expect(email?.text).toContain(expected);
  });

  it('a reminder of the end of premium access is not sent when a grant for a year came before it was sent', async () => {
    const customer = await signUp(CANCELING);
    test.clock.set('2026-12-18T05:00:00.000Z');
    await remind();
    await addGrant(customer, '2026-12-18T04:00:00Z', '2027-12-31T19:00:00Z');
    expect(await listSubjects(customer)).toEqual([]);
  });

  it('a reminder of the end of premium access is not sent while another subscription or grant lasts longer', async () => {
    const granted = await signUp(CANCELING);
    await addGrant(granted, '2026-11-21T05:00:00Z', '2027-03-01T19:00:00Z');
    const renewing = await signUp();
    await addGrant(renewing, '2026-11-21T05:00:00Z', '2026-12-20T19:00:00Z');
    test.clock.set('2026-12-19T05:00:00.000Z');
    await remind();
    expect(await listSubjects(granted)).toEqual([]);
    expect(await listSubjects(renewing)).toEqual([]);
  });

  it('a reminder of the end of premium access is not sent for a grant that was revoked or given today', async () => {
    const customer = await signUp({ status: 'canceled' });
    await addGrant(customer, '2026-11-21T05:00:00Z', '2026-11-23T19:00:00Z');
    await remind();
    expect(await listSubjects(customer)).toEqual([]);
    await test.database.pool.query('update premium_grants set revoked_at = now()');
    test.clock.advance(DAY);
    await remind();
    expect(await listSubjects(customer)).toEqual([]);
  });

  const addGrant = ({ id }: Subscriber, startsAt: string, endsAt: string) =>
    test.database.pool.query(
      "insert into premium_grants (user_id, reason, granted_by, starts_at, ends_at) values ($1, 'Test', 'test', $2, $3)",
      [id, startsAt, endsAt],
    );
});
