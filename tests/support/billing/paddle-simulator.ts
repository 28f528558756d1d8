import { beforeEach, vi } from 'vitest';
import { CSRF_COOKIE } from '#core/contract/api/csrf.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { startCheckout } from '#features/billing/contract/pricing.ts';
import {
  changeSubscription,
  listSubscriptions,
  type SubscriptionAction,
} from '#features/billing/contract/subscriptions.ts';
import { DEMO_PLANS } from '#features/billing/server/billing.ts';
import { demoCatalog, toDemoSimulation } from '#features/billing/server/paddle/open-paddle.ts';
import { createSdkGateway } from '#features/billing/server/paddle/sdk-gateway.ts';
import type { PaddleSimulatorOptions } from '#simulators/paddle/catalog.ts';
import { createPaddleSimulator, type PaddleSimulator } from '#simulators/paddle/paddle-simulator.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { type TestApp, type TestResponse, useTestApp } from '#tests/support/test-app.ts';
import { WEBHOOK_SECRET } from './paddle.ts';

export const PUBLIC_URL = 'http://localhost:3000';
export const [INTERMEDIATE, PRO] = DEMO_PLANS.map((plan) => plan) as [
  (typeof DEMO_PLANS)[number],
  (typeof DEMO_PLANS)[number],
];

export interface PaddleApp extends TestApp {
  control: PaddleSimulator['control'];
  /** Delivers and applies the simulator's webhooks. */
  deliverWebhooks(): Promise<void>;
  /** Advances the clocks of the app and the simulator, runs what is due and delivers the webhooks. */
  advanceTime(ms: number): Promise<void>;
  /** Signs up a customer and buys a subscription with a test card. */
  signUpSubscriber(purchase?: { priceId?: string; cardNumber?: string }): Promise<Subscriber>;
  /** Signs in a customer whose session has expired. */
  signInAgain(subscriber: Subscriber): Promise<Subscriber>;
  changeSubscription(subscriber: Subscriber, action: SubscriptionAction): Promise<TestResponse>;
}

export interface Subscriber {
  access: string;
  email: string;
  password: string;
  csrf: string;
  id: string;
  paddleId: string;
}

/** Starts the demo server, whose official SDK calls the Paddle simulator in memory. */
export function usePaddleApp(
  settings: Record<string, string> = {},
  {
    followsSimulator = false,
    services = {},
    ...options
  }: Pick<PaddleSimulatorOptions, 'dunningExhausted'> & {
    /** The app's clock is that of the simulator, as in the demo. */
    followsSimulator?: boolean;
    /** Simulators of what sends alerts. */
    services?: Pick<NonNullable<Parameters<typeof useTestApp>[1]>, 'push' | 'telegram' | 'webhooks'>;
  } = {},
): PaddleApp {
  const apiKey = 'pdl_sdbx_apikey_test';
  const baseUrl = `${PUBLIC_URL}/simulators/paddle`;
  const simulator = createPaddleSimulator({
    baseUrl,
    apiKey,
    clientToken: 'test_simulator',
    webhook: { url: `${PUBLIC_URL}/api/paddle/webhook/`, secret: WEBHOOK_SECRET },
    catalog: demoCatalog,
    wallClock: () => test.clock.now(),
    deliver: inMemory,
    ...options,
  });
  const paddle = {
    gateway: createSdkGateway({ apiKey, environment: baseUrl }),
    webhookSecrets: [WEBHOOK_SECRET],
  };
  const demo = followsSimulator
    ? { clock: { now: simulator.control.now, isInjected: true }, demoSimulation: toDemoSimulation(simulator) }
    : {};
  const test = useTestApp(
    { PUBLIC_URL, ...settings },
    { paddle, paddleSimulator: simulator.plugin, ...services, ...demo },
  );
  beforeEach(() => {
    vi.stubGlobal('fetch', inMemory);
    simulator.control.setFaults([]);
  });

  async function inMemory(input: unknown, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(String(input));
    const response = await test.request({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body ? { payload: String(init.body) } : {}),
    });
    return new Response(response.body, { status: response.statusCode });
  }

  const deliverWebhooks = async () => {
    await simulator.control.flush();
    await test.billing.runDue();
  };

  return Object.assign(test, {
    control: simulator.control,
    deliverWebhooks,
    async advanceTime(ms: number) {
      test.clock.advance(ms);
      await simulator.control.advance({ ms: 0 });
      await deliverWebhooks();
    },
    async signUpSubscriber({
      priceId = PRO.monthlyPriceId,
      cardNumber,
    }: {
      priceId?: string;
      cardNumber?: string;
    } = {}) {
      const { access, email, password } = await signUpCustomer(test);
      const { body } = await test.call(startCheckout, { body: { price_id: priceId } }, { token: access });
      const bought = simulator.control.completeCheckout({
        priceId,
        customerEmail: email,
        customData: body.custom_data,
        ...(cardNumber ? { cardNumber } : {}),
      });
      await deliverWebhooks();
      const { csrf, subscriptions } = await fetchSubscriptions(test, access);
      const paddleId = bought.outcome === 'completed' ? bought.subscription?.id : undefined;
      return { access, email, password, csrf, id: subscriptions[0].id, paddleId: String(paddleId) };
    },
    async signInAgain(subscriber: Subscriber) {
      const { email, password } = subscriber;
      const { body } = await test.call(signIn, { body: { email, password } });
      const { access } = body.tokens;
      return { ...subscriber, access, csrf: (await fetchSubscriptions(test, access)).csrf };
    },
    changeSubscription: ({ access, csrf, id }: Subscriber, action: SubscriptionAction) =>
      test.call(changeSubscription, { params: { id }, body: { action } }, { token: access, csrf }),
  });
}

/** Fetches a customer's subscriptions and the CSRF token that the response sets. */
export async function fetchSubscriptions(test: TestApp, access: string) {
  const { body, headers } = await test.call(listSubscriptions, {}, { token: access });
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat();
  const [, csrf = ''] = new RegExp(`^${CSRF_COOKIE}=([^;]+);`).exec(cookie) ?? [];
  return { subscriptions: body.subscriptions, csrf, cookie };
}
