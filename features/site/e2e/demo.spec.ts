import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectAccessible } from '#core/e2e/accessibility/scan.ts';
import { test as commonTest, expect } from '#tests/e2e/fixtures.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';

/** On a server whose clock no other test uses. */
const test = commonTest.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default' });

const getClock = (page: Page) => page.getByRole('region', { name: 'Clock' });

async function readTime(page: Page): Promise<number> {
  return Date.parse((await getClock(page).getByRole('time').getAttribute('datetime')) ?? '');
}

async function advance(page: Page, by: string, days: number): Promise<void> {
  const before = await readTime(page);
  await getClock(page).getByRole('button', { name: by, exact: true }).click();
  await expect.poll(() => readTime(page)).toBeGreaterThanOrEqual(before + days * 86_400_000);
}

/** Returns the last payment date of the signed-in customer. */
async function readLastPayment(page: Page): Promise<string> {
  await openPage(page, paths.mySubscription);
  const plan = page.getByRole('region', { name: 'Premium Access' });
  return (await plan.locator('dt', { hasText: 'Last payment date' }).locator('+ dd').textContent()) ?? '';
}

test('a subscriber is chosen on the home page, and the product follows the advanced clock', async ({
  page,
  browserErrors,
}) => {
  test.setTimeout(300_000);
  // The access token expires and is refreshed.
  browserErrors.expect(/401 \(Unauthorized\)/);
  await openPage(page, paths.home);
  await page.getByRole('form', { name: 'Demo sign-in' }).getByRole('button', { name: 'Subscriber' }).click();
  await expect(page).toHaveURL(paths.swingSignals);
  await expect(page.getByText(/^[1-9]\d* signals? found$/)).toBeVisible();
  const lastPayment = await readLastPayment(page);

  await openPage(page, paths.demo);
  await advance(page, '30 days', 30);
  await advance(page, '7 days', 7);
  const now = new Date(await readTime(page));

  // Still signed in, and the renewal is a payment of the advanced time.
  const renewed = await readLastPayment(page);
  expect(Date.parse(renewed)).toBeGreaterThan(Date.parse(lastPayment));
  await openPage(page, paths.intradaySignals);
  const shown = await page.getByText('As of').getByRole('time').getAttribute('datetime');
  expect(Math.abs(Date.parse(shown ?? '') - now.getTime())).toBeLessThan(10 * 60_000);

  await openPage(page, paths.demo);
  await page.getByRole('link', { name: 'Open the mailbox' }).click();
  await expect(page).toHaveURL(paths.mailbox);
});

test('an open page follows the clock that another tab advances', async ({ page, openBrowser }) => {
  await openPage(page, paths.demo);
  const other = await openBrowser();
  await openPage(other, paths.demo);
  await advance(other, '1 day', 1);
  const advanced = await readTime(other);
  await page.getByRole('link', { name: 'Open the mailbox' }).click();
  await expect(page).toHaveURL(paths.mailbox);
  await page.goBack();
  await expect.poll(() => readTime(page)).toBeGreaterThanOrEqual(advanced);
});

test('the accounts of the demo page sign in and out', async ({ page }) => {
  await openPage(page, paths.demo);
  await expectAccessible(page, 'on the demo page');
  await page.getByRole('button', { name: 'Sign in as Administrator' }).click();
  await expect(page).toHaveURL(paths.adminDashboard);
  await openPage(page, paths.demo);
  await page.getByRole('button', { name: 'Sign in as Past due' }).click();
  await expect(page).toHaveURL(paths.subscriptions);
  await openPage(page, paths.demo);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(paths.home);
  await waitForHydration(page);
  await expect(page.getByText('You are a visitor')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('without scripts the clock advances and the page explains that signing in needs them', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(product.url + paths.demo);
  await expect(page.getByText('Signing in needs JavaScript.')).toBeVisible();
  await advance(page, '1 hour', 1 / 24);
  await context.close();
});
