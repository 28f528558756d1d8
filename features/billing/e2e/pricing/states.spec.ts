import { paths } from '#core/contract/paths.ts';
import { LIST_CALL, PRO } from '#features/billing/e2e/subscriptions/responses.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { holdRequests, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { getPlanCard, gotoPricing, PLANS_CALL, SCRIPT_CALL } from '#tests/e2e/support/pricing.ts';

const UNREACHABLE =
  'Unable to connect to pricing API. Please check your connection and try again. Last error: ';
/** Three retries follow after one, two and four seconds. */
const ALL_RETRIES_MS = 20_000;

test('loading is shown until the plans are loaded, which are not requested again within fifteen minutes', async ({
  page,
}) => {
  const { release, count } = await holdRequests(page, PLANS_CALL);
  await gotoPricing(page);
  await expect(page.getByText('Loading pricing plans...')).toBeVisible();
  release();
  await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
  await expect(page.getByText('Loading pricing plans...')).toHaveCount(0);

  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'News', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Financial News' })).toBeVisible();
  await nav.getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
  expect(count()).toBe(1);
});

test('a failure is shown after every URL has failed four times, and Try Again loads the plans', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  const requested: string[] = [];
  await page.route(PLANS_CALL, (route) => {
    requested.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 503, body: '{}' });
  });
  await gotoPricing(page);
  const failure = page.getByRole('alert');
  await expect(failure.getByRole('heading', { name: 'Unable to Load Pricing' })).toBeVisible({
    timeout: ALL_RETRIES_MS,
  });
  await expect(failure).toContainText(`${UNREACHABLE}HTTP error! status: 503`);
  await expect(failure.getByRole('listitem')).toHaveText([
    'Check your internet connection.',
    'Make sure that the backend is running.',
    'If it still fails, refresh the page later.',
  ]);
  const round = ['/api/get_paddle_product_data/', '/get_paddle_product_data/'];
  expect(requested).toEqual([...round, ...round, ...round, ...round]);

  await page.unroute(PLANS_CALL);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('without plans a message is shown and no script is loaded', async ({ page }) => {
  let scripts = 0;
  await page.route(SCRIPT_CALL, (route) => {
    scripts += 1;
    return route.continue();
  });
  await page.route(PLANS_CALL, (route) =>
    route.fulfill({
      json: {
        paddle_environment: 'sandbox',
        paddle_client_token: '',
        paddle_script_url: '',
        is_simulated: false,
        product_groups: {},
      },
    }),
  );
  await gotoPricing(page);
  await expect(page.getByText('No pricing plans available at the moment.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View intraday signals' })).toBeVisible();
  expect(scripts).toBe(0);
});

test('a script that failed to load is requested again when the billing period changes', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource: net::ERR_FAILED/);
  await page.route(SCRIPT_CALL, (route) => route.abort());
  await page.goto(paths.pricing);
  await waitForHydration(page);
  await expect(page.getByText('Prices could not be loaded.')).toBeVisible();
  await expect(page.getByText('--', { exact: true })).toHaveCount(2);
  await page.unroute(SCRIPT_CALL);
  await page.getByRole('radio', { name: 'Yearly (Save 20%)' }).check();
  await expect(getPlanCard(page, 'Pro').getByText('$576.00')).toBeVisible();
  await expect(page.getByText('Prices could not be loaded.')).toHaveCount(0);
});

test.describe('a customer whose subscriptions are not loaded', () => {
  test.use({ role: 'customer' });

  for (const [kind, response] of Object.entries({
    'an error': { status: 503, json: { detail: 'Down' } },
  })) {
    test(`can buy no plan while they load and after ${kind}, until a retry loads them`, async ({
      page,
      browserErrors,
    }) => {
      browserErrors.expectStatus(503);
      const requested = Promise.withResolvers<void>();
      const slow = Promise.withResolvers<void>();
      // Other parts of the page load the same list when they appear: only a press of Retry may end the failure.
      const isRetried = () => page.evaluate(() => 'retried' in document.documentElement.dataset);
      await page.route(LIST_CALL, async (route) => {
        requested.resolve();
        await slow.promise;
        await route.fulfill((await isRetried()) ? { json: { subscriptions: [PRO] } } : response);
      });
      await openPage(page, paths.pricing);
      await requested.promise;
      await expect(page.getByText('Loading your subscriptions...')).toHaveCount(2);
      const buttons = page.getByRole('button', { name: /Get Started/ });
      await expect(buttons).toHaveCount(0);
      slow.resolve();
      const failure = page.getByRole('alert').filter({ hasText: 'Failed to load your subscriptions.' });
      await expect(failure).toBeVisible();
      await expect(buttons).toHaveCount(0);
      const retry = failure.getByRole('button', { name: 'Retry' });
      await page.evaluate(() => {
        const mark = () => document.documentElement.toggleAttribute('data-retried', true);
        document.addEventListener('click', mark, { capture: true });
      });
      // A press while another part's request is running waits for that request, which fails.
      await expect(async () => {
        await retry.click({ timeout: 2000 });
        await expect(page.getByText('Current plan')).toBeVisible({ timeout: 2000 });
      }).toPass();
      await expect(failure).toBeHidden();
      await expect(buttons).toHaveCount(0);
    });
  }
});
