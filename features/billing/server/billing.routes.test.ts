import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { readConfig } from '#core/server/config/config.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { readPaddleProductData, startCheckout } from '#features/billing/contract/pricing.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { INTERMEDIATE, PRO, usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { readCheckoutReference } from './checkout/checkout.ts';
import { getPlanCatalog } from './checkout/plan-catalog.ts';

const test = usePaddleApp();

const sandbox = {
  PADDLE_ENVIRONMENT: 'sandbox',
  PADDLE_API_KEY: 'pdl_sdbx_apikey_secret',
  PADDLE_CLIENT_TOKEN: 'test_token',
  PADDLE_WEBHOOK_SECRETS: 'pdl_ntfset_secret',
  PADDLE_PRICE_INTERMEDIATE_MONTHLY: 'pri_01kaj3vz5m0000000000000001',
  PADDLE_PRICE_INTERMEDIATE_YEARLY: 'pri_01kaj3vz5m0000000000000002',
};
const live = {
  ...sandbox,
  PADDLE_ENVIRONMENT: 'production',
  PADDLE_API_KEY: 'pdl_live_apikey_secret',
  PADDLE_CLIENT_TOKEN: 'live_token',
};

describe('the plan catalog', () => {
  it('returns the demo plans, sold through the simulator', async () => {
    const { status, body, headers } = await test.call(readPaddleProductData, {});
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      paddle_environment: 'sandbox',
      paddle_client_token: 'test_simulator',
      paddle_script_url: '/simulators/paddle/paddle/v2/paddle.js',
      is_simulated: true,
      product_groups: {
        intermediate: {
          display_name: 'Intermediate',
          monthly: {
            paddle_price_id: INTERMEDIATE.monthlyPriceId,
            name: 'Monthly',
            bank_transfer_price: '2500.00',
          },
          yearly: {
            paddle_price_id: INTERMEDIATE.yearlyPriceId,
            name: 'Yearly',
            bank_transfer_price: '24000.00',
          },
        },
        pro: {
          display_name: 'Pro',
          monthly: { paddle_price_id: PRO.monthlyPriceId, name: 'Monthly', bank_transfer_price: '5000.00' },
          yearly: { paddle_price_id: PRO.yearlyPriceId, name: 'Yearly', bank_transfer_price: '48000.00' },
        },
      },
    });
    expect(Object.keys(body.product_groups)).toEqual(['intermediate', 'pro']);
  });

  it('returns the configured plans and no secrets', () => {
    const catalog = getPlanCatalog(readConfig(live));
    expect(catalog).toEqual({
      paddle_environment: 'production',
      paddle_client_token: 'live_token',
      paddle_script_url: 'https://cdn.paddle.com/paddle/v2/paddle.js',
      is_simulated: false,
      product_groups: {
        intermediate: {
          display_name: 'Intermediate',
          monthly: {
            paddle_price_id: 'pri_01kaj3vz5m0000000000000001',
            name: 'Monthly',
            bank_transfer_price: null,
          },
          yearly: {
            paddle_price_id: 'pri_01kaj3vz5m0000000000000002',
            name: 'Yearly',
            bank_transfer_price: null,
          },
        },
      },
    });
    expect(JSON.stringify(catalog)).not.toContain('secret');
  });

  it('marks sandbox payments as simulated', () => {
    expect(getPlanCatalog(readConfig(sandbox))).toMatchObject({
      paddle_environment: 'sandbox',
      is_simulated: true,
    });
  });

  it('returns an empty catalog when billing is disabled', () => {
    expect(getPlanCatalog(readConfig({ PUBLIC_URL: 'https://tezi.example' }))).toEqual({
      paddle_environment: 'sandbox',
      paddle_client_token: '',
      paddle_script_url: '',
      is_simulated: false,
      product_groups: {},
    });
  });
});

it('says on the pricing page what plans include, and that prices are end-of-day', async () => {
  const { body } = await test.request(paths.pricing);
  for (const text of [
    'Alerts about these signals, with their levels: in your inbox',
    'over the API',
    'prices are end-of-day (Real-time Market Analysis)',
  ])
    expect(body).toContain(text);
});

describe('starting a checkout', () => {
  const monthly = { body: { price_id: PRO.monthlyPriceId } };

  it('returns signed custom data of the customer', async () => {
    const { access, email } = await signUpCustomer(test);
    const { status, body } = await test.call(startCheckout, monthly, { token: access });
    expect(status).toBe(200);
    expect(body).toEqual({
      custom_data: {
        user_id: expect.any(String),
        checkout_ref: expect.stringMatching(/^v1\.\d{10}\.[\w-]{43}$/),
      },
      customer_email: email,
    });
    const read = (priceId: string) =>
      readCheckoutReference(
        { current: 'x'.repeat(32), accepted: [] },
        {
          customData: body.custom_data,
          priceIds: [priceId],
          startedAt: test.clock.now(),
        },
      );
    expect(read(PRO.monthlyPriceId)).toBe(body.custom_data.user_id);
    expect(read(PRO.yearlyPriceId)).toBeNull();
  });

  it.each(['pri_01kaj3vz5m0000000000000009', '', 'x'])(
    'rejects a checkout of a price that is not for sale: %j',
    async (id) => {
      const { access } = await signUpCustomer(test);
      const { status, body } = await test.call(startCheckout, { body: { price_id: id } }, { token: access });
      expect(status).toBe(400);
      expect(body).toEqual({ price_id: ['This price is not for sale. Please reload the page.'] });
    },
  );

  it('requires a signed-in customer for a checkout', async () => {
    expect((await test.call(startCheckout, monthly)).status).toBe(401);
    const { access } = await signInAdministrator(test);
    expect((await test.call(startCheckout, monthly, { token: access })).status).toBe(403);
  });

  it('rejects a checkout while the customer has a subscription that is not canceled', async () => {
    const subscriber = await test.signUpSubscriber();
    const again = () => test.call(startCheckout, monthly, { token: subscriber.access });
    expect(await again()).toMatchObject({
      status: 409,
      body: {
        error:
          'You already have a subscription. You can change its plan on the pricing page or on its own page.',
      },
    });
    await test.changeSubscription(subscriber, 'cancel');
    expect((await again()).status).toBe(200);
  });

  it('asks a customer whose subscription is paused to resume or cancel it', async () => {
    const bought = await test.signUpSubscriber();
    await test.changeSubscription(bought, 'pause');
    await test.advanceTime(32 * DAY);
    const { access } = await test.signInAgain(bought);
    expect(await test.call(startCheckout, monthly, { token: access })).toMatchObject({
      status: 409,
      body: { error: 'Your subscription is paused. Resume or cancel it on My Subscriptions.' },
    });
  });

  it('does not link a payment made days later', async () => {
    const { access, email } = await signUpCustomer(test);
    const { body } = await test.call(startCheckout, monthly, { token: access });
    await test.advanceTime(2 * DAY);
    test.control.completeCheckout({
      priceId: PRO.monthlyPriceId,
      customerEmail: email,
      customData: body.custom_data,
    });
    await test.deliverWebhooks();
    const { rows } = await test.database.pool.query(
      'select user_id from subscriptions order by started_at desc',
    );
    expect(rows[0]).toEqual({ user_id: null });
  });
});
