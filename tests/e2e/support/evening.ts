import { type AdvanceBody, advanceDemoClock, readDemo } from '#features/site/contract/demo.ts';
import { test as commonTest } from '#tests/e2e/fixtures.ts';
import { call } from './accounts.ts';
import { type Product, startProduct } from './product.ts';

/** Rupees of a share. */
type Prices = [open: number, high: number, low: number, close: number];

/** On a server whose clock no other test uses, and which starts on the evening of a session: what is published applies from the next one on. */
export const test = commonTest.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const product = await startProduct();
      await advanceToNextEvening(product);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

export const advance = (product: Product, body: AdvanceBody) => call(product.url, advanceDemoClock, { body });

async function advanceToNextEvening(product: Product): Promise<void> {
  await advance(product, { until: 'next-session' });
  await advance(product, { hours: 10 });
}

/** Stores bars of the next session and advances the clock to its evening. */
export async function tradeNextSession(product: Product, bars: Record<string, Prices>): Promise<void> {
  const { clock } = await call(product.url, readDemo, {});
  for (const [symbol, prices] of Object.entries(bars)) {
    const paisa = prices.map((price) => Math.round(price * 100)).join();
    const date = `(timestamptz '${clock?.next_session_at}' at time zone 'Asia/Karachi')::date`;
    await product.query(
      `insert into price_bars (symbol, date, open, high, low, close, volume) values ('${symbol}', ${date}, ${paisa}, 1000)`,
    );
  }
  await advanceToNextEvening(product);
}
