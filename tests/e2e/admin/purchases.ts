import { readPaddleProductData, startCheckout } from '#contract/billing/pricing.ts';
import { call, type Person, uniqueEmail } from '#tests/e2e/support/accounts.ts';

/** Has the simulated Paddle sell the Pro plan for a month to that customer, as a checkout from the pricing page would. */
export async function buyAs(address: string, person: Person): Promise<string> {
  const price_id = await proPrice(address);
  const { custom_data, customer_email } = await call(
    address,
    startCheckout,
    { body: { price_id } },
    person.access,
  );
  return buy(address, { priceId: price_id, customerEmail: customer_email, customData: custom_data });
}

/** The same with nothing that vouches for anybody. Gives the subscription's id at Paddle. */
export async function buyAsNobody(address: string): Promise<string> {
  return buy(address, { priceId: await proPrice(address), customerEmail: uniqueEmail() });
}

async function proPrice(address: string): Promise<string> {
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
  const answer = await fetch(`${address}/simulators/paddle/_control/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  const { data } = (await answer.json()) as { data: unknown };
  return data;
}
