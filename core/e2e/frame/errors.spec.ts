import type { Page } from '@playwright/test';
import { ALERT_SETTINGS_PATH, paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer } from '#tests/e2e/support/accounts.ts';
import { getToast, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';

/** React cannot remove the element that was not inserted. */
const FAILED_INSERTION = [/thrown by the test/, /Failed to execute 'removeChild'/];

/** Makes the page fail as soon as it inserts an element in front of another. */
const failNextInsertion = (page: Page) =>
  page.evaluate(() => {
    const { insertBefore } = Node.prototype;
    Node.prototype.insertBefore = () => {
      Node.prototype.insertBefore = insertBefore;
      throw new Error('thrown by the test');
    };
  });

async function expectSuccess(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be displayed');
  await expect(page.getByText('need not be repeated')).toBeVisible();
}

test('the 404 page shows the signed-in user and links to the home page', async ({
  openBrowser,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(404);
  const page = await openBrowser(await createCustomer(product.url));
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'home' }).click();
  await expect(page).toHaveURL(paths.home);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Page not found/);
});

test('a page that throws shows Unexpected Application Error! within the frame, and Reload restores it', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/thrown by the test/);
  const throwing =
    'export const clientLoader = () => null; export default function Throwing() { throw new Error("thrown by the test"); }';
  await page.route('**/assets/charting-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: throwing }),
  );
  await openPage(page, paths.home);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Charting' });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(link).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'on the error page');

  await page.unroute('**/assets/charting-*.js');
  await page.getByRole('main').getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Advanced Charting' })).toBeVisible();
});

test('a page that fails while a change is saved says that it was saved', async ({
  openBrowser,
  product,
  browserErrors,
}) => {
  browserErrors.expect(...FAILED_INSERTION);
  const page = await openBrowser(await createCustomer(product.url));
  await openPage(page, paths.profile);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First Name').fill('Sana');
  await failNextInsertion(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectSuccess(page, 'Profile updated successfully');
  await expect(page).toHaveTitle(/^Unexpected application error/);
  await page.getByRole('main').getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Sana');
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('reads that an action without a message of its own was done if the page fails meanwhile', async ({
    page,
    product,
    browserErrors,
  }) => {
    browserErrors.expect(...FAILED_INSERTION);
    await openPage(page, ALERT_SETTINGS_PATH);
    await page.getByLabel('URL', { exact: true }).fill(`${product.url}/simulators/webhooks/hook`);
    await failNextInsertion(page);
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    await expectSuccess(page, 'Your last action was done');
  });

  test('does not read about an action of another page on a page that throws', async ({
    page,
    browserErrors,
  }) => {
    browserErrors.expect(/thrown by the test/);
    await page.route('**/assets/charting-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export const clientLoader = () => null; export default function Throwing() { throw new Error("thrown by the test"); }',
      }),
    );
    await openPage(page, paths.profile);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('First Name').fill('Sana');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(getToast(page, 'Profile updated successfully', '')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Charting' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByRole('main')).not.toContainText('need not be repeated');
  });
});

test('the request ID of an error leads to its line in the log', async ({
  openBrowser,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(500);
  const page = await openBrowser(await createCustomer(product.url));
  await product.query('alter table subscriptions rename to subscriptions_lost');
  try {
    await page.goto(paths.subscriptions);
    const error = page.getByRole('main').getByText(/Request ID: [\w-]{16}/);
    await expect(error).toBeVisible();
    const [, requestId = ''] = /Request ID: ([\w-]{16})/.exec(await error.innerText()) ?? [];
    const lines = product
      .output()
      .split('\n')
      .filter((line) => line.includes(`"${requestId}"`))
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request failed',
        reqId: requestId,
        method: 'GET',
        route: '/api/subscriptions/',
        status: 500,
      }),
    ]);
    await product.query('alter table subscriptions_lost rename to subscriptions');
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await expect(error).toBeHidden();
  } finally {
    await product.query('alter table if exists subscriptions_lost rename to subscriptions');
  }
});
