import { beforeEach, vi } from 'vitest';
import { signIn } from '#contract/accounts/sign-in.ts';
import { startCheckout } from '#contract/billing/pricing.ts';
import {
  changeSubscription,
  listSubscriptions,
  type SubscriptionAction,
} from '#contract/billing/subscriptions.ts';
import { CSRF_COOKIE } from '#contract/csrf.ts';
import { DEMO_PLANS, createSdkGateway } from '#server/domains/billing/billing.ts';
import { demoCatalog } from '#server/startup/demo-catalog.ts';
import type { PaddleSimulatorOptions } from '#simulators/paddle/options.ts';
import { createPaddleSimulator, type PaddleSimulator } from '#simulators/paddle/paddle-simulator.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { type TestResponse, type TestApp, useTestApp } from '#tests/support/test-app.ts';
import { WEBHOOK_SECRET } from './paddle.ts';

export const PUBLIC_URL = 'http://localhost:3000';
export const [INTERMEDIATE, PRO] = DEMO_PLANS.map((plan) => plan) as [
  (typeof DEMO_PLANS)[number],
  (typeof DEMO_PLANS)[number],
];

export interface PaddleApp extends TestApp {
  control: PaddleSimulator['control'];
  /** Has the simulator deliver its webhooks, and applies them. */
  hear(): Promise<void>;
  /** Lets time pass for the product and for the simulator, where whatever is due happens and is heard of. */
  pass(ms: number): Promise<void>;
  /** Signs somebody up who pays with a test card; gives them, the form's token and what they bought. */
  subscriber(purchase?: { priceId?: string; cardNumber?: string }): Promise<Subscriber>;
  /** The same person after so long a time that their session is over. */
  signedInAgain(subscriber: Subscriber): Promise<Subscriber>;
  act(subscriber: Subscriber, action: SubscriptionAction): Promise<TestResponse>;
}

export interface Subscriber {
  access: string;
  email: string;
  password: string;
  csrf: string;
  id: string;
  paddleId: string;
}

/** The server of the private demo, which asks its simulator of Paddle in memory through the official SDK. */
export function usePaddleApp(
  settings: Record<string, string> = {},
  options: Pick<PaddleSimulatorOptions, 'dunningExhausted'> = {},
): PaddleApp {
  const apiKey = 'pdl_sdbx_apikey_test';
  const baseUrl = `${PUBLIC_URL}/simulators/paddle`;
  const simulator = createPaddleSimulator({
    baseUrl,
    apiKey,
    clientToken: 'test_simulator',
    webhook: { url: `${PUBLIC_URL}/api/paddle/webhook/`, secrets: [WEBHOOK_SECRET], clock: 'simulated' },
    catalog: demoCatalog,
    wallClock: () => test.clock.now(),
    deliver: inMemory,
    ...options,
  });
  const paddle = {
    gateway: createSdkGateway({ apiKey, environment: baseUrl }),
    webhookSecrets: [WEBHOOK_SECRET],
  };
  const test = useTestApp({ PUBLIC_URL, ...settings }, { paddle, paddleSimulator: simulator.plugin });
  beforeEach(() => {
    vi.stubGlobal('fetch', inMemory);
    simulator.control.chaos(null);
  });

  async function inMemory(input: unknown, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(String(input));
    const answer = await test.request({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body ? { payload: String(init.body) } : {}),
    });
    return new Response(answer.body, { status: answer.statusCode });
  }

  const hear = async () => {
    await simulator.control.flush();
    await test.billing.runDue();
  };

  return Object.assign(test, {
    control: simulator.control,
    hear,
    async pass(ms: number) {
      test.clock.advance(ms);
      await simulator.control.advance({ ms: 0 });
      await hear();
    },
    async subscriber({
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
      await hear();
      const { csrf, subscriptions } = await fetchSubscriptions(test, access);
      const paddleId = bought.outcome === 'completed' ? bought.subscription?.id : undefined;
      return { access, email, password, csrf, id: subscriptions[0].id, paddleId: String(paddleId) };
    },
    async signedInAgain(subscriber: Subscriber) {
      const { email, password } = subscriber;
      const { body } = await test.call(signIn, { body: { email, password } });
      const { access } = body.tokens;
      return { ...subscriber, access, csrf: (await fetchSubscriptions(test, access)).csrf };
    },
    act: ({ access, csrf, id }: Subscriber, action: SubscriptionAction) =>
      test.call(changeSubscription, { params: { id }, body: { action } }, { token: access, csrf }),
  });
}

/** What the list answers, and the form's token that it sets. */
export async function fetchSubscriptions(test: TestApp, access: string) {
  const { body, headers } = await test.call(listSubscriptions, {}, { token: access });
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat();
  const [, csrf = ''] = new RegExp(`^${CSRF_COOKIE}=([^;]+);`).exec(cookie) ?? [];
  return { subscriptions: body.subscriptions, csrf, cookie };
}
