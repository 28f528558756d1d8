import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({ REGISTRATION_TRIAL_DAYS: '7' });

const swing = { query: { signal_type: 'swing' } } as const;
const isPremium = async (token: string) =>
  (await test.call(listPsxSignals, swing, { token })).body.has_subscription;
const remove = ({ access, password }: { access: string; password: string }) =>
  test.call(deleteAccount, { body: { password } }, { token: access });
const count = async (table: string, where: string) =>
  (await test.database.pool.query(`select 1 from ${table} where ${where}`)).rowCount;

describe('registration', () => {
  it('grants premium at registration for the configured number of days', async () => {
    const customer = await signUpCustomer(test);
    expect(await isPremium(customer.access)).toBe(true);
    const { body } = await test.call(exportAccount, {}, { token: customer.access });
    const now = test.clock.now().getTime();
    expect(body.premium_grants).toEqual([
      {
        reason: 'Registration: 7 days of premium',
        starts_at: new Date(now).toISOString(),
        ends_at: new Date(now + 7 * DAY).toISOString(),
        revoked_at: null,
      },
    ]);
    test.clock.advance(7 * DAY);
    const { access } = await test.signInAgain({ ...customer, csrf: '', id: '', paddleId: '' });
    expect(await isPremium(access)).toBe(false);
  });
});

it('states on the pages that describe registration for how many days it gives premium access', async () => {
  for (const path of [paths.home, paths.signUp, paths.signals])
    expect((await test.request(path)).body, path).toContain(
      'Registration is free and includes premium access for 7 days',
    );
  // The premium tabs describe nothing to visitors: they lead to sign-up.
  for (const path of [paths.swingSignals, paths.investmentSignals])
    expect((await test.request(path)).body, path).toContain(
      `${paths.signUp}?next=${encodeURIComponent(path)}`,
    );
});

describe('account deletion', () => {
  it('rejects account deletion while a subscription is not canceled, and removes nothing', async () => {
    const subscriber = await test.signUpSubscriber();
    expect(await remove(subscriber)).toMatchObject({
      status: 400,
      body: {
        error: 'Cancel your subscription to Pro before you delete your account. It is on My Subscriptions.',
      },
    });
    expect(await isPremium(subscriber.access)).toBe(true);
    expect(await count('users', `email = '${subscriber.email}'`)).toBe(1);
  });

  it('keeps subscriptions and payments without the customer', async () => {
    const subscriber = await test.signUpSubscriber();
    await test.changeSubscription(subscriber, 'cancel');
    const isTheirs = `paddle_id = '${subscriber.paddleId}'`;
    const { rows } = await test.database.pool.query(`select user_id from subscriptions where ${isTheirs}`);
    const owned = `user_id = '${rows[0].user_id}'`;
    expect(await count('paddle_customers', owned)).toBe(1);
    expect((await remove(subscriber)).status).toBe(200);
    expect(await count('subscriptions', `${isTheirs} and user_id is null`)).toBe(1);
    expect(await count('payments', `paddle_subscription_id = '${subscriber.paddleId}'`)).toBe(1);
    expect(await count('paddle_customers', owned)).toBe(0);
    expect(await count('premium_grants', owned)).toBe(0);
  });
});

describe('the export', () => {
  it('exports subscriptions and payments', async () => {
    const { access, id, paddleId } = await test.signUpSubscriber();
    const { body } = await test.call(exportAccount, {}, { token: access });
    expect(body.subscriptions).toEqual([
      {
        id,
        paddle_subscription_id: paddleId,
        paddle_customer_id: expect.stringMatching(/^ctm_/),
        status: 'active',
        product: 'Pro',
        amount_in_smallest_unit: '6000',
        currency: 'USD',
        interval: 'month',
        started_at: expect.any(String),
        current_billing_period_start: expect.any(String),
        current_billing_period_end: expect.any(String),
        next_billed_at: expect.any(String),
      },
    ]);
    expect(body.payments).toEqual([
      {
        id: expect.stringMatching(/^txn_/),
        paddle_subscription_id: paddleId,
        status: 'completed',
        amount_in_smallest_unit: '6000',
        currency: 'USD',
        billed_at: expect.any(String),
      },
    ]);
    expect(body.premium_grants).toHaveLength(1);
  });
});
