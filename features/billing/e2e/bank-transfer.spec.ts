import type { Page } from '@playwright/test';
import { toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { fillSignUp, submitSignIn } from '#features/accounts/e2e/forms.ts';
import { listOrders, placeOrder } from '#features/billing/contract/orders.ts';
import { getOrderPath } from '#features/billing/contract/pricing.ts';
import { expect, test as withDemo } from '#tests/e2e/fixtures.ts';
import {
  call,
  createCustomer,
  makeUniqueEmail,
  revokeElsewhere,
  signInAdministrator,
} from '#tests/e2e/support/accounts.ts';
import { openEmail } from '#tests/e2e/support/mailbox.ts';
import { getPath, getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { getPlanCard } from '#tests/e2e/support/pricing.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';

/** A site without Paddle: only a demo with a URL on this machine simulates it. */
const test = withDemo.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const product = await startProduct({
        PUBLIC_URL: 'http://tezi.example',
        BANK_TRANSFER_PRICE_INTERMEDIATE_MONTHLY: '2500',
        BANK_TRANSFER_PRICE_PRO_MONTHLY: '5000',
        BANK_TRANSFER_PRICE_PRO_YEARLY: '48000',
        BANK_TRANSFER_ACCOUNT_TITLE: 'Tezi (Private) Limited',
        BANK_TRANSFER_BANK: 'Meezan Bank',
        BANK_TRANSFER_IBAN: 'PK03MEZN0000000000001234',
        BANK_TRANSFER_RAAST_ID: '03001234567',
        BANK_TRANSFER_SELLER_SERVICES_TAX_NUMBER: 'S1234567-8',
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default', timeout: 300_000 });
test.beforeEach(({ page }) => page.setViewportSize(MOBILE_VIEWPORT));

const NAME = 'Name on the sending account';
const PRO = { plan: 'pro', interval: 'month' } as const;
const PASSWORD = 'correct horse battery';
/** A reminder is due within a minute. */
const REMINDER_MS = 90_000;
const PDF = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

const expectGood = async (page: Page, when: string) => {
  await expectNoFaultsInBothThemes(page, when);
  await expectNoSidewaysScroll(page);
};
const placeByButton = (page: Page) => page.getByRole('button', { name: 'Place order' }).click();
const upload = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel(/^Upload (a|another) receipt$/).setInputFiles(file);

test('a customer pays by bank transfer on a phone, gets access and the receipt, and renews in two presses', async ({
  page,
  context,
  product,
  openBrowser,
}) => {
  const email = makeUniqueEmail();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, paths.pricing);
  const card = getPlanCard(page, 'Pro');
  await expect(card.getByText('PKR 5,000.00')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Sign Up & Subscribe/ })).toHaveCount(0);
  await expectGood(page, 'on the pricing page without Paddle');
  await card.getByRole('link', { name: 'Pay by bank transfer (Rs 5,000)' }).click();
  await fillSignUp(page, { name: 'Ayesha Khan', email, password: PASSWORD, confirm: PASSWORD });
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();

  // By the keyboard alone.
  const name = page.getByLabel(NAME);
  await name.focus();
  await expectGood(page, 'on a new order');
  await page.keyboard.type('Muhammad Ayesha Khan');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Transfer exactly this amount')).toBeVisible();
  expect(getPath(page)).toBe(paths.order);
  await page.getByRole('button', { name: 'Copy Amount' }).press('Enter');
  const amount = await page.evaluate(() => navigator.clipboard.readText());
  expect(Number(amount)).toBeGreaterThan(4_900);
  expect(Number(amount)).toBeLessThan(5_000);
  await upload(page, PDF);
  await expect(page.getByText('Thank you. 1 of 3 receipts uploaded.')).toBeVisible();
  await expectGood(page, 'on an open order');
  await openPage(page, paths.mySubscription);
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByText('Transfer exactly this amount')).toBeVisible();

  const admin = await openBrowser(await signInAdministrator(product.url));
  await admin.setViewportSize({ width: 1440, height: 900 });
  await importStatement(admin, [`Raast P2P Fund transfer - from AYESHA KHAN MBM900001,,${amount}`]);
  await openPage(admin, paths.adminTransfers);
  await expect(admin.getByRole('button', { name: 'Confirm 1 payment' })).toBeVisible();
  await expectGood(admin, 'on the bank transfers');
  await admin.getByRole('button', { name: 'Confirm 1 payment' }).click();
  await expect(getToast(admin, 'Payments confirmed', '1 customer has access.')).toBeVisible();

  await openPage(page, paths.order);
  await expect(page.getByText('Your payment is confirmed')).toBeVisible();
  await expectGood(page, 'on a paid order');
  await page.getByRole('link', { name: 'View premium signals' }).click();
  await expect(page.getByText("You're viewing free signals only.")).toHaveCount(0);
  const receipt = await openEmail(page, email, 'your payment for Pro');
  await expect(receipt).toContainText('Sales tax on services: S1234567-8');
  await expect(receipt).toContainText(`Amount: PKR ${Number(amount).toLocaleString('en')}.00`);

  await product.query(
    `update local_payments set ends_at = now() + interval '6 days' where user_id = (select id from users where email = '${email}')`,
  );
  await expect(async () => {
    await page.goto(paths.mailbox);
    await expect(page.getByText('Your premium access ends on')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: REMINDER_MS });
  const reminder = await openEmail(page, email, 'Your premium access ends on');
  const link = await reminder.getByRole('link', { name: '/order?' }).getAttribute('href');
  const { pathname, search } = new URL(link ?? '');
  expect(pathname + search).toBe(getOrderPath(PRO));
  await openPage(page, pathname + search);
  await expect(page.getByLabel(NAME)).toHaveValue('Muhammad Ayesha Khan');
  await placeByButton(page);
  await expect(page.getByText('Transfer exactly this amount')).toBeVisible();

  // The other way to renew, once this order is canceled.
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('You have no open order.')).toBeVisible();
  await openPage(page, paths.mySubscription);
  await page.getByRole('link', { name: 'Pay for another month' }).click();
  await placeByButton(page);
  await expect(page.getByText('Transfer exactly this amount')).toBeVisible();
});

test.describe('a signed-in customer', () => {
  test.use({ role: 'customer' });

  test('keeps what was typed when the session has ended', async ({ page, user, product, browserErrors }) => {
    browserErrors.expectStatus(401);
    await openPage(page, getOrderPath(PRO));
    await page.getByLabel(NAME).fill('Bilal Ahmed');
    await revokeElsewhere(product.url, user);
    // The page may notice the end of the session before the button is pressed.
    await page
      .getByRole('button', { name: 'Place order' })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(getOrderPath(PRO))}`);
    await submitSignIn(page, user);
    await expect(page.getByLabel(NAME)).toHaveValue('Bilal Ahmed');
  });

  test('reads why an order failed and why a file cannot be uploaded, and tries again', async ({
    page,
    user,
    product,
    browserErrors,
  }) => {
    browserErrors.expectStatus(400);
    browserErrors.expectStatus(500);
    await openPage(page, getOrderPath(PRO));
    await page.getByLabel(NAME).fill('Ayesha Khan');
    await page.route('**/api/customers/orders/', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await placeByButton(page);
    await expect(page.getByRole('alert').filter({ hasText: 'The order was not placed: 500.' })).toBeVisible();
    await page.unroute('**/api/customers/orders/');
    await placeByButton(page);
    await expect(page.getByText('Transfer exactly this amount')).toBeVisible();
    const alert = page.getByRole('main').getByRole('alert');
    await upload(page, { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
    await expect(alert.filter({ hasText: 'Choose an image (JPEG, PNG or WebP) or a PDF.' })).toBeVisible();
    await upload(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(6 * 1024 * 1024) });
    await expect(alert.filter({ hasText: 'photo.jpg is larger than 5 MB.' })).toBeVisible();
    await upload(page, { name: 'shot.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await expect(page.getByText('Thank you. 1 of 3 receipts uploaded.')).toBeVisible();
    await expect(alert.filter({ hasText: /\S/ })).toHaveCount(0);
    const { orders } = await call(product.url, listOrders, {}, user.access);
    expect(orders.map(({ status, receipts }) => [status, receipts])).toEqual([['open', 1]]);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('confirms certain payments together, without the one that is unchecked', async ({ page, product }) => {
    const rows: string[] = [];
    const codes: string[] = [];
    for (const payer_name of ['Hamza Malik', 'Sana Raza', 'Omar Farooq']) {
      const { access } = await createCustomer(product.url);
      const order = await call(product.url, placeOrder, { body: { ...PRO, payer_name } }, access);
      rows.push(`Money Received from ${payer_name.toUpperCase()} MBM80000${rows.length},,${order.amount}`);
      codes.push(order.code);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await importStatement(page, rows);
    await openPage(page, paths.adminTransfers);
    await page.getByRole('checkbox', { name: `Confirm order ${codes[1]}` }).uncheck();
    await page.getByRole('button', { name: 'Confirm 2 payments' }).click();
    await expect(getToast(page, 'Payments confirmed', '2 customers have access.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /^Confirm order / })).toHaveCount(1);
    await expect(page.getByRole('checkbox', { name: `Confirm order ${codes[1]}` })).not.toBeChecked();
  });
});

/** Imports a statement with these rows of today: text, debit and credit. */
async function importStatement(admin: Page, rows: readonly string[]): Promise<void> {
  const date = toKarachiDate(new Date());
  const content = ['Booking Date,Description,Debit,Credit', ...rows.map((row) => `${date},${row}`), ''];
  await openPage(admin, paths.adminTransfers);
  await admin.getByRole('link', { name: 'Import statement' }).click();
  await admin.getByLabel('File', { exact: true }).setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content.join('\r\n')),
  });
  await admin.getByRole('button', { name: 'Preview' }).click();
  await admin.getByRole('button', { name: /^Import \d+ rows?$/ }).click();
  await expect(getToast(admin, 'Import complete', 'statement.csv').first()).toBeVisible();
}
