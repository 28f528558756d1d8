import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { DAY } from '#server/platform/clock.ts';
import { fillSignUp, submitSignIn } from '#tests/e2e/accounts/forms.ts';
import { getCard } from '#tests/e2e/admin/admin-helpers.ts';
import { test as commonTest, expect } from '#tests/e2e/fixtures.ts';
import { uniqueEmail } from '#tests/e2e/support/accounts.ts';
import { letPass } from '#tests/e2e/support/paddle-control.ts';
import { addressOf, hydrated, open, toast } from '#tests/e2e/support/pages.ts';
import { payByCard, plan } from '#tests/e2e/support/pricing.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';
import { publish } from '#tests/e2e/support/signals.ts';

/** On a product whose time no other test has to live in. */
const test = commonTest.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test.describe.configure({ timeout: 120_000 });

const WARNING =
  "You're viewing free signals only. Upgrade to premium to access Swing and Investment signals.";
const PASSWORD = 'correct horse battery';
/** The first payment succeeds, every later one fails. */
const FAILS_LATER = '4000 0027 6000 3184';

test('a visitor chooses a plan, signs up, pays and reads premium signals until what was cancelled ends', async ({
  page,
  product,
  surprises,
}) => {
  const { symbol } = await publish(product.address, { signal_type: 'swing' });
  const email = uniqueEmail();

  await open(page, paths.pricing);
  await plan(page, 'Pro').getByRole('link', { name: 'Sign Up & Subscribe Monthly' }).click();
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  await fillSignUp(page, { name: 'Ayesha Khan', email, password: PASSWORD, confirm: PASSWORD });
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await buyPro(page);
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  expect(addressOf(page)).toBe(paths.subscriptions);

  // Within the page, whose answers from before the payment must not be shown again.
  await page.getByRole('link', { name: 'View Premium Signals' }).click();
  await expect(getCard(page, symbol)).toBeVisible();
  await expect(page.getByText(WARNING)).toHaveCount(0);

  await open(page, paths.mySubscription);
  await page.getByRole('link', { name: 'Manage Billing' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(toast(page, 'Subscription updated', 'It is now: Active (cancels ')).toBeVisible();
  await expect(page.getByText(/^This subscription ends on \d/)).toBeVisible();
  await open(page, paths.swingSignals);
  await expect(getCard(page, symbol)).toBeVisible();

  await letPass(product.address, 32 * DAY);
  // Sessions end as well in so long a time.
  surprises.expectStatus(401);
  await page.goto(paths.subscriptions);
  await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(paths.subscriptions)}`);
  await hydrated(page);
  await submitSignIn(page, { email, password: PASSWORD });
  await expect(page.getByRole('main').getByText('Canceled', { exact: true })).toBeVisible();
  await expectClosed(page, symbol);
  await open(page, paths.mySubscription);
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible();
});

test.describe('a customer', () => {
  test.use({ reader: 'customer' });

  test('a renewal that fails leaves premium open for its grace, closes it then, and a new card opens it again', async ({
    page,
    person,
    product,
    surprises,
  }) => {
    const { symbol } = await publish(product.address, { signal_type: 'investment' });
    await open(page, paths.pricing);
    await buyPro(page, FAILS_LATER);
    await expect(page.getByText('Your payment is confirmed')).toBeVisible();

    await letPass(product.address, 32 * DAY);
    surprises.expectStatus(401);
    await page.goto(paths.subscriptions);
    await expect(page).toHaveURL(/\/customers\/auth\/login/);
    await hydrated(page);
    await submitSignIn(page, person);
    await expect(page.getByRole('main').getByText('Past Due', { exact: true })).toBeVisible();
    await open(page, paths.investmentSignals);
    await expect(getCard(page, symbol)).toBeVisible();

    await letPass(product.address, 8 * DAY);
    await expectClosed(page, symbol, paths.investmentSignals);

    await open(page, paths.mySubscription);
    await expect(page.getByText('A payment of your subscription is overdue.')).toBeVisible();
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
    await open(page, paths.investmentSignals);
    await expect(getCard(page, symbol)).toBeVisible();
  });
});

async function buyPro(page: Page, cardNumber?: string): Promise<void> {
  await plan(page, 'Pro').getByRole('button', { name: 'Get Started Monthly' }).click();
  await payByCard(page, cardNumber);
}

/** Nothing of the premium signal is in the page, which says what opens it. */
async function expectClosed(page: Page, symbol: string, address: string = paths.swingSignals) {
  await open(page, address);
  await expect(page.getByRole('main').getByText(WARNING)).toBeVisible();
  expect(await page.content()).not.toContain(symbol);
}
