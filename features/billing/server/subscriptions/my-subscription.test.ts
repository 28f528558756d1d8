import { describe, expect, it } from 'vitest';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { readMySubscription } from '#features/billing/contract/subscriptions.ts';
import { premiumGrants } from '#features/billing/server/billing.tables.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { fetchSubscriptions, PRO, usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp();

const read = async (access: string) => (await test.call(readMySubscription, {}, { token: access })).body;
const findUserId = async (email: string): Promise<string> => {
  const { rows } = await test.database.pool.query('select id from users where email = $1', [email]);
  return rows[0].id;
};
async function grant(email: string, days: number) {
  const startsAt = test.clock.now();
  const endsAt = addMilliseconds(startsAt, days * DAY);
  await test.database.db.insert(premiumGrants).values({
    userId: await findUserId(email),
    reason: 'Bank transfer',
    grantedBy: 'admin',
    startsAt,
    endsAt,
  });
  return endsAt.toISOString();
}

const NO_ACCESS = {
  has_active_subscription: false,
  subscription_status: null,
  current_plan: null,
  subscription_expiry: null,
  next_payment_date: null,
  last_payment_date: null,
  active_subscriptions: [],
  granted_until: null,
};

describe('premium access', () => {
  it('returns no premium for a new customer', async () => {
    const { access } = await signUpCustomer(test);
    expect(await read(access)).toEqual(NO_ACCESS);
  });

  it('returns premium from a subscription', async () => {
    const { access, paddleId } = await test.signUpSubscriber();
    const { subscriptions } = await fetchSubscriptions(test, access);
    const { current_billing_period_end: end } = subscriptions[0];
    expect(await read(access)).toEqual({
      has_active_subscription: true,
      subscription_status: 'active',
      current_plan: 'Pro',
      subscription_expiry: end,
      next_payment_date: end,
      last_payment_date: expect.stringMatching(/^2026-11-21T05:42:00\.\d{3}Z$/),
      active_subscriptions: [
        {
          ...subscriptions[0],
          product_name: 'Pro',
          plan_type: 'Pro',
          billing_interval: 'month',
          paddle_subscription_id: paddleId,
        },
      ],
      granted_until: null,
    });
  });

  it('ends premium when the cancellation takes effect, without another payment', async () => {
    const subscriber = await test.signUpSubscriber({ priceId: PRO.yearlyPriceId });
    const { body } = await test.changeSubscription(subscriber, 'cancel');
    const end = body.subscription.scheduled_change.effective_at;
    expect(await read(subscriber.access)).toMatchObject({
      has_active_subscription: true,
      subscription_expiry: end,
      next_payment_date: null,
      active_subscriptions: [{ billing_interval: 'year', next_payment_date: null }],
    });
  });

  it.each([
    ['cancel', 'Active (cancels 21 Dec 2026)'],
    ['pause', 'Active (pauses 21 Dec 2026)'],
  ] as const)('describes a scheduled change as on its own page: %s', async (action, text) => {
    const subscriber = await test.signUpSubscriber();
    const { body } = await test.changeSubscription(subscriber, action);
    expect(body.subscription).toMatchObject({ get_status_display: text, actions: ['resume'] });
    const { active_subscriptions } = await read(subscriber.access);
    expect(active_subscriptions).toMatchObject([{ ...body.subscription, next_payment_date: null }]);
  });

  it('returns premium from a grant with the plan Premium', async () => {
    const { access, email } = await signUpCustomer(test);
    const until = await grant(email, 10);
    expect(await read(access)).toEqual({
      ...NO_ACCESS,
      has_active_subscription: true,
      current_plan: 'Premium',
      subscription_expiry: until,
      granted_until: until,
    });
  });

  it('ends premium with the later of subscription and grant', async () => {
    const subscriber = await test.signUpSubscriber();
    const until = await grant(subscriber.email, 90);
    expect(await read(subscriber.access)).toMatchObject({
      current_plan: 'Pro',
      subscription_expiry: until,
      granted_until: until,
    });
  });

  it('requires a signed-in customer', async () => {
    expect((await test.call(readMySubscription, {})).status).toBe(401);
    const { access } = await signInAdministrator(test);
    expect((await test.call(readMySubscription, {}, { token: access })).status).toBe(403);
  });
});

describe('a failed renewal', () => {
  it('gives a grace period of seven days after a failed renewal', async () => {
    const bought = await test.signUpSubscriber({ cardNumber: '4000002760003184' });
    const { subscriptions } = await fetchSubscriptions(test, bought.access);
    const due = Date.parse(subscriptions[0].current_billing_period_end);
    await test.advanceTime(due - test.clock.now().getTime() + 1_000);
    const subscriber = await test.signInAgain(bought);
    const overdue = await read(subscriber.access);
    expect(overdue).toMatchObject({ has_active_subscription: true, subscription_status: 'past_due' });
    expect(overdue.subscription_expiry).toBe(new Date(due + 7 * DAY).toISOString());
    expect(overdue.active_subscriptions[0].grace_ends_at).toBe(overdue.subscription_expiry);
    await test.advanceTime(7 * DAY);
    const lapsed = await read((await test.signInAgain(subscriber)).access);
    expect(lapsed).toMatchObject({
      has_active_subscription: false,
      subscription_status: 'past_due',
      current_plan: null,
      subscription_expiry: null,
      active_subscriptions: [],
    });
  });
});
