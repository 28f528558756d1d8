import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { fillSignUp, submitSignIn } from '#features/accounts/e2e/forms.ts';
import { test as commonTest, expect } from '#tests/e2e/fixtures.ts';
import { makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { getCard } from '#tests/e2e/support/admin-helpers.ts';
import { advanceTime } from '#tests/e2e/support/paddle-control.ts';
import { getPath, getToast, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { getPlanCard, payByCard } from '#tests/e2e/support/pricing.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';
import { publish } from '#tests/e2e/support/signals.ts';

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
test.describe.configure({ mode: 'default', timeout: 300_000 });

const WARNING =
  "You're viewing free signals only. Upgrade to premium to access Swing and Investment signals.";
const PASSWORD = 'correct horse battery';
/** The first payment succeeds, every later one fails. */
const FAILS_LATER = '4000 0027 6000 3184';

test('a visitor selects a plan, signs up, pays, cancels and sees premium signals until the end of the period', async ({
  page,
  product,
  browserErrors,
}) => {
  const { symbol } = await publish(product.url, { signal_type: 'swing' });
  const email = makeUniqueEmail();

  await openPage(page, paths.pricing);
  await getPlanCard(page, 'Pro').getByRole('link', { name: 'Sign Up & Subscribe Monthly' }).click();
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  await fillSignUp(page, { name: 'Ayesha Khan', email, password: PASSWORD, confirm: PASSWORD });
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await buyPro(page);
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  expect(getPath(page)).toBe(paths.subscriptions);

  // Client-side navigation: responses from before the payment must not be shown.
  await page.getByRole('link', { name: 'View premium signals' }).click();
  await expect(getCard(page, symbol)).toBeVisible();
  await expect(page.getByText(WARNING)).toHaveCount(0);

  await openPage(page, paths.mySubscription);
  await page.getByRole('link', { name: 'Manage Billing' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(getToast(page, 'Subscription updated', 'It is now: Active (cancels ')).toBeVisible();
  await expect(page.getByText(/^This subscription ends on \d/)).toBeVisible();
  await openPage(page, paths.swingSignals);
  await expect(getCard(page, symbol)).toBeVisible();

  await advanceTime(product.url, 32 * DAY);
  // The session expires in this time, too.
  browserErrors.expectStatus(401);
  await page.goto(paths.subscriptions);
  await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(paths.subscriptions)}`);
  await waitForHydration(page);
  await submitSignIn(page, { email, password: PASSWORD });
  await expect(page.getByRole('main').getByText('Canceled', { exact: true })).toBeVisible();
  await expectLocked(page, symbol);
  await openPage(page, paths.mySubscription);
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible();
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('a failed renewal ends premium access after the grace period, and a new card restores it', async ({
    page,
    user,
    product,
    browserErrors,
  }) => {
    const { symbol } = await publish(product.url, { signal_type: 'investment' });
    await openPage(page, paths.pricing);
    await buyPro(page, FAILS_LATER);
    await expect(page.getByText('Your payment is confirmed')).toBeVisible();

    await advanceTime(product.url, 32 * DAY);
    browserErrors.expectStatus(401);
    await page.goto(paths.subscriptions);
    await expect(page).toHaveURL(/\/customers\/auth\/login/);
    await waitForHydration(page);
    await submitSignIn(page, user);
    await expect(page.getByRole('main').getByText('Past Due', { exact: true })).toBeVisible();
    await openPage(page, paths.investmentSignals);
    await expect(getCard(page, symbol)).toBeVisible();

    await advanceTime(product.url, 8 * DAY);
    await expectLocked(page, symbol, paths.investmentSignals);

    await openPage(page, paths.mySubscription);
    await expect(page.getByText('A payment for your subscription is overdue.')).toBeVisible();
    await page.getByRole('link', { name: 'Manage Subscription' }).click();
    await page.getByRole('link', { name: 'Manage Subscription' }).click();
    await expect(page.getByText('Your last payment failed')).toBeVisible();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Update Payment Method' }).click();
    const portal = await opened;
    await portal.getByLabel('Card number').fill('4242424242424242');
    await portal.getByLabel('Expiry').fill('09/35');
    await portal.getByLabel('Security code').fill('123');
    await portal.getByLabel('Name on card').fill('Ayesha Khan');
    await portal.getByRole('button', { name: 'Save card' }).click();
    await expect(portal.getByRole('heading', { name: 'Your card was changed' })).toBeVisible();
    await portal.close();

    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await openPage(page, paths.investmentSignals);
    await expect(getCard(page, symbol)).toBeVisible();
  });
});

async function buyPro(page: Page, cardNumber?: string): Promise<void> {
  await getPlanCard(page, 'Pro').getByRole('button', { name: 'Get Started Monthly' }).click();
  await payByCard(page, cardNumber);
}

/** Expects that the page shows how to unlock the premium signal, but not the signal. */
async function expectLocked(page: Page, symbol: string, path: string = paths.swingSignals) {
  await openPage(page, path);
  await expect(page.getByRole('main').getByText(WARNING)).toBeVisible();
  expect(await page.content()).not.toContain(symbol);
}
