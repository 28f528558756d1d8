import { paths } from '#core/contract/paths.ts';
import { expect, test as withDemo } from '#tests/e2e/fixtures.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { getPlanCard } from '#tests/e2e/support/pricing.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';

/** Mocked by the test; no server listens there. */
const PADDLE = 'http://paddle.localhost:9';

/** A server that sells through a real Paddle account, so that the script is on another site. */
const test = withDemo.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const product = await startProduct({
        PADDLE_ENVIRONMENT: 'sandbox',
        PADDLE_API_KEY: 'pdl_sdbx_apikey_journey',
        PADDLE_CLIENT_TOKEN: 'test_journey',
        PADDLE_WEBHOOK_SECRETS: 'pdl_ntfset_journey',
        PADDLE_API_BASE_URL: PADDLE,
        PADDLE_PRICE_PRO_MONTHLY: 'pri_01journey000000000000month',
        PADDLE_PRICE_PRO_YEARLY: 'pri_01journey0000000000000year',
        LOG_LEVEL: 'fatal',
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default' });

/** Runs in the page instead of Paddle's script. */
function installStub(): void {
  const formattedTotals = { subtotal: 'Rs 9,000' };
  const calls: string[] = [];
  Object.assign(window, {
    calls,
    Paddle: {
      Initialized: false,
      Environment: { set: (environment: string) => calls.push(environment) },
      Initialize({ token }: { token: string }) {
        this.Initialized = true;
        calls.push(token);
      },
      PricePreview: async ({ items }: { items: { priceId: string }[] }) => ({
        data: {
          details: { lineItems: items.map(({ priceId }) => ({ price: { id: priceId }, formattedTotals })) },
        },
      }),
    },
  });
}

test.beforeEach(async ({ context, browserErrors }) => {
  browserErrors.expect(/request to another site: http:\/\/paddle\.localhost:9\/paddle\/v2\/paddle\.js/);
  await context.route(`${PADDLE}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${installStub})()` }),
  );
});

test('the pricing page alone may load Paddle’s script, in a document of its own, and initializes it once', async ({
  page,
  browserErrors,
}) => {
  await test.step('other pages may not load Paddle’s script', async () => {
    browserErrors.expect(/Content Security Policy/);
    await openPage(page, paths.home);
    const isLoaded = await page.evaluate(
      (src) =>
        new Promise<boolean>((resolve) => {
          const script = Object.assign(document.createElement('script'), { src });
          script.onload = () => resolve(true);
          script.onerror = () => resolve(false);
          document.head.append(script);
        }),
      `${PADDLE}/paddle/v2/paddle.js`,
    );
    expect(isLoaded).toBe(false);
  });

  await test.step('navigation to the pricing page reloads the document, but changing the billing period does not', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Pricing', exact: true })
      .click();
    await expect(page).toHaveURL(paths.pricing);
    await waitForHydration(page);
    await expect(getPlanCard(page, 'Pro').getByText('Rs 9,000')).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('radio', { name: 'Yearly (Save 20%)' }).check();
    await expect(page).toHaveURL(`${paths.pricing}?billing=yearly`);
    await page.getByRole('link', { name: 'Tezi home' }).first().click();
    await expect(page).toHaveURL(new RegExp(`${paths.home}$`));
    await page.goBack();
    await expect(getPlanCard(page, 'Pro').getByText('Rs 9,000')).toBeVisible();
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  await test.step('the pricing page may load Paddle’s script and initializes it once', async () => {
    // The prices are stored for the tab.
    await page.evaluate(() => sessionStorage.clear());
    await openPage(page, paths.pricing);
    await expect(getPlanCard(page, 'Pro').getByText('Rs 9,000')).toBeVisible();
    await page.getByRole('radio', { name: 'Yearly (Save 20%)' }).check();
    await expect(getPlanCard(page, 'Pro').getByText('Rs 9,000')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { calls: string[] }).calls)).toEqual([
      'sandbox',
      'test_journey',
    ]);
  });
});
