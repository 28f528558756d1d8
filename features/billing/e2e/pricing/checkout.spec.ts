import { paths } from '#core/contract/paths.ts';
import { CANCELED, PRO } from '#features/billing/e2e/subscriptions/responses.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getPath, getToast, openPage } from '#tests/e2e/support/pages.ts';
import {
  getCheckoutFrame,
  getPlanCard,
  payByCard,
  SCRIPT_CALL,
  waitForSubscription,
} from '#tests/e2e/support/pricing.ts';

/** The parameter makes the page wait for the payment and is removed once it is confirmed. */
const AFTER_PAYMENT = /\/subscriptions(\?checkout=done)?$/;

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('pays for a plan, is led to their subscriptions, and is not offered a second one', async ({
    page,
    user,
  }) => {
    await openPage(page, `${paths.pricing}?billing=yearly`);
    await getPlanCard(page, 'Pro').getByRole('button', { name: 'Get Started Yearly' }).click();
    const checkout = getCheckoutFrame(page);
    await expect(checkout.getByLabel('Email')).toHaveValue(user.email);
    await expect(checkout.getByLabel('Email')).toHaveJSProperty('readOnly', true);
    await expect(checkout.getByText(/^Pro.* – \$576\.00 per year$/)).toBeVisible();
    await payByCard(page);
    await expect(page).toHaveURL(AFTER_PAYMENT);

    await waitForSubscription(page, user);
    await openPage(page, paths.pricing);
    await expect(page.getByText('You are subscribed to Pro: Active.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Change to .* Monthly$/ })).toHaveCount(2);
    await expect(page.getByRole('button', { name: /^Get Started/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Manage Subscription' }).click();
    await expect.poll(() => getPath(page)).toMatch(/^\/subscriptions\/[\w-]+$/);
  });

  test('who has subscribed in another tab gets a message instead of a second checkout', async ({
    page,
    user,
    openBrowser,
    browserErrors,
  }) => {
    browserErrors.expectStatus(409);
    await openPage(page, paths.pricing);
    await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();

    const other = await openBrowser(user);
    await openPage(other, paths.pricing);
    await getPlanCard(other, 'Intermediate').getByRole('button', { name: 'Get Started Monthly' }).click();
    await payByCard(other);
    await expect(other).toHaveURL(AFTER_PAYMENT);
    await waitForSubscription(other, user);

    await getPlanCard(page, 'Pro').getByRole('button', { name: 'Get Started Monthly' }).click();
    const rejection = 'You already have a subscription.';
    await expect(getToast(page, 'Checkout did not open', rejection)).toBeVisible();
    await expect(getPlanCard(page, 'Pro').getByRole('alert')).toContainText(rejection);
    await expect(getPlanCard(page, 'Intermediate').getByText('Current plan')).toBeVisible();
    await expect(page.locator('iframe.paddle-frame')).toHaveCount(0);
  });

  test('who returns before the payment is confirmed gets a message instead of a second checkout', async ({
    page,
    user,
  }) => {
    await page.route('**/api/subscriptions/', (route) => route.fulfill({ json: { subscriptions: [] } }));
    await openPage(page, paths.pricing);
    const button = getPlanCard(page, 'Pro').getByRole('button', { name: 'Get Started Monthly' });
    await button.click();
    await payByCard(page);
    await expect.poll(() => getPath(page)).toBe(`${paths.subscriptions}?checkout=done`);
    await openPage(page, paths.pricing);
    await button.click();
    await expect(getPlanCard(page, 'Pro').getByRole('alert')).toContainText('You have just paid for a plan.');
    await expect(page.locator('iframe.paddle-frame')).toHaveCount(0);
    await waitForSubscription(page, user);
    await page.unroute('**/api/subscriptions/');
    await openPage(page, paths.pricing);
    await expect(page.getByText('You are subscribed to Pro: Active.')).toBeVisible();
  });

  test('a customer whose subscription ends sees that a new one is charged immediately, and how to keep the old one', async ({
    page,
  }) => {
    await page.route('**/api/subscriptions/', (route) =>
      route.fulfill({ json: { subscriptions: [{ ...PRO, ...CANCELED }] } }),
    );
    await openPage(page, paths.pricing);
    const notice = page.getByRole('main').getByText('A new plan starts and is charged immediately.');
    await expect(notice).toContainText('You are subscribed to Pro: Active (cancels 21 Dec 2026).');
    await expect(notice.getByRole('link')).toHaveAttribute('href', `/subscriptions/${PRO.id}`);
    await expect(getPlanCard(page, 'Pro').getByRole('button', { name: 'Get Started Monthly' })).toBeVisible();
  });

  test('sees a message if Paddle cannot be initialized, can try again, close the checkout and open it again', async ({
    page,
    browserErrors,
  }) => {
    browserErrors.expect(/net::ERR_FAILED/, /^console error: Paddle not initialized$/);
    await page.route(SCRIPT_CALL, (route) => route.abort());
    await openPage(page, paths.pricing);
    await expect(page.getByText('Prices could not be loaded.')).toBeVisible();
    const logged = page.waitForEvent('console', (message) => message.text() === 'Paddle not initialized');
    const button = getPlanCard(page, 'Pro').getByRole('button', { name: 'Get Started Monthly' });
    await button.click();
    expect((await logged).type()).toBe('error');
    const problem = 'The checkout of our payment provider Paddle could not be loaded.';
    await expect(getToast(page, 'Checkout did not open', problem)).toBeVisible();
    await expect(getPlanCard(page, 'Pro').getByRole('alert')).toContainText(problem);
    await page.unroute(SCRIPT_CALL);
    await button.click();
    await expect(getCheckoutFrame(page).getByRole('dialog')).toBeVisible();
    await expect(getPlanCard(page, 'Pro').getByRole('alert')).toHaveCount(0);

    await getCheckoutFrame(page).getByRole('button', { name: 'Close checkout' }).click();
    await expect(page.locator('iframe.paddle-frame')).toHaveCount(0);
    await expect(button).toBeFocused();
    await button.click();
    await expect(getCheckoutFrame(page).getByText(/^Pro.* – \$60\.00 per month$/)).toBeVisible();
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('sees that plans are for customers', async ({ page }) => {
    await openPage(page, paths.pricing);
    await expect(getPlanCard(page, 'Pro').getByText('Plans are for customers')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Get Started/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Sign Up & Subscribe/ })).toHaveCount(0);
  });
});
