import { readPaddleProductData, startCheckout } from '#features/billing/contract/pricing.ts';
import { call, makeUniqueEmail, type TestUser } from '#tests/e2e/support/accounts.ts';

/** Buys the monthly Pro plan for a customer in the Paddle simulator, like a checkout from the pricing page. */
export async function buyAs(baseUrl: string, person: TestUser): Promise<string> {
  const price_id = await getProPrice(baseUrl);
  const { custom_data, customer_email } = await call(
    baseUrl,
    startCheckout,
    { body: { price_id } },
    person.access,
  );
  return buy(baseUrl, { priceId: price_id, customerEmail: customer_email, customData: custom_data });
}

/** Buys the plan without custom data, so that the subscription is unlinked. Returns the Paddle subscription ID. */
export async function buyUnlinked(baseUrl: string): Promise<string> {
  return buy(baseUrl, { priceId: await getProPrice(baseUrl), customerEmail: makeUniqueEmail() });
}

async function getProPrice(baseUrl: string): Promise<string> {
  const { product_groups } = await call(baseUrl, readPaddleProductData, {});
  return product_groups.pro?.monthly.paddle_price_id ?? '';
}

async function buy(baseUrl: string, purchase: object): Promise<string> {
  const { subscription } = (await control(baseUrl, 'complete-checkout', purchase)) as {
    subscription: { id: string };
  };
  await control(baseUrl, 'flush');
  return subscription.id;
}

async function control(baseUrl: string, action: string, body?: object): Promise<unknown> {
  const response = await fetch(`${baseUrl}/simulators/paddle/_control/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  const { data } = (await response.json()) as { data: unknown };
  return data;
}
