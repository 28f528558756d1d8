import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import type { readSetup, SetupItem } from '#features/operations/contract/system.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const SETUP = '**/api/admin/setup/';
const PUSH: SetupItem = {
  id: 'alerts-push',
  group: 'Messages',
  title: 'Push messages are sent',
  purpose: 'Alerts on phones and computers, also while the site is closed.',
  settings: ['PUSH_VAPID_PRIVATE_KEY', 'PUSH_CONTACT'],
  is_essential: false,
  has_test: false,
  state: 'off',
  cause: 'No push messages are sent: there is no key.',
  action: 'Make a key on this page.',
  path: null,
};
const EMAIL: SetupItem = {
  ...PUSH,
  id: 'email',
  title: 'Emails are sent',
  is_essential: true,
  has_test: true,
  settings: ['SMTP_URL', 'MAIL_FROM'],
  cause: 'No emails are sent: SMTP_URL is none.',
};
const PRICES: SetupItem = {
  ...EMAIL,
  id: 'prices',
  group: 'Market',
  title: 'End-of-day prices are stored',
  has_test: false,
  cause: 'No prices are stored.',
  action: 'Import a file of prices.',
  path: paths.adminImports,
};

test('the setup of the demo is complete', async ({ page }) => {
  await openPage(page, paths.adminInbox);
  const navigation = page.getByRole('navigation', { name: 'Administration' });
  await navigation.getByRole('link', { name: 'Operation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Setup' })).toBeVisible();
  // A news source of the demo fails.
  await expect(page.getByText(/^(Everything essential is set up|Some items do not work)$/)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'the setup');
});

test('what is missing is named, tried and made on a phone', async ({ page }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  const json: EndpointOutput<typeof readSetup> = { items: [PRICES, EMAIL, PUSH], missing: 2 };
  await page.route(SETUP, (route) => route.fulfill({ json }));
  const finding = {
    state: 'failing',
    cause: 'No email was sent: the mail server rejects the sign-in (535).',
    action: 'Check SMTP_URL.',
  };
  await page.route('**/api/admin/setup/email/test/', (route) => route.fulfill({ json: finding }));
  const key = { setting: 'PUSH_VAPID_PRIVATE_KEY', value: 'x'.repeat(43) };
  await page.route('**/api/admin/setup/push-key/', (route) => route.fulfill({ json: key }));
  await openPage(page, paths.adminSetup);
  await expect(page.getByText('Essential items that are missing: 2')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText(finding.cause)).toBeVisible();
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(page.getByText(`PUSH_VAPID_PRIVATE_KEY=${key.value}`)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'an incomplete setup');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Import a file of prices.' }).click();
  await expect(page).toHaveURL(paths.adminImports);
});

test('an administrator of an incomplete site begins with the setup', async ({ page, user }) => {
  await page.evaluate(() => localStorage.clear());
  await page.route('**/api/admin/auth/login/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), missing_setup: 3 } });
  });
  await openPage(page, paths.adminSignIn);
  await page.getByLabel('Username').fill(user.name);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(page).toHaveURL(paths.adminSetup);
});
