import { readPaddleProductData, startCheckout } from '#contract/billing/pricing.ts';
import { call, type Person, uniqueEmail } from '#tests/e2e/support/accounts.ts';

/** Buys the monthly Pro plan for a customer in the Paddle simulator, like a checkout from the pricing page. */
export async function buyAs(address: string, person: Person): Promise<string> {
  const price_id = await getProPrice(address);
  const { custom_data, customer_email } = await call(
    address,
    startCheckout,
    { body: { price_id } },
    person.access,
  );
  return buy(address, { priceId: price_id, customerEmail: customer_email, customData: custom_data });
}

/** Buys the plan without custom data, so that the subscription is unlinked. Returns the Paddle subscription ID. */
export async function buyUnlinked(address: string): Promise<string> {
  return buy(address, { priceId: await getProPrice(address), customerEmail: uniqueEmail() });
}

async function getProPrice(address: string): Promise<string> {
  const { product_groups } = await call(address, readPaddleProductData, {});
  return product_groups.pro?.monthly.paddle_price_id ?? '';
}

async function buy(address: string, purchase: object): Promise<string> {
  const { subscription } = (await control(address, 'complete-checkout', purchase)) as {
    subscription: { id: string };
  };
  await control(address, 'flush');
  return subscription.id;
}

async function control(address: string, action: string, body?: object): Promise<unknown> {
  const response = await fetch(`${address}/simulators/paddle/_control/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  const { data } = (await response.json()) as { data: unknown };
  return data;
}
