import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { waitForHydration, openPage, MOBILE_VIEWPORT } from '#tests/e2e/support/pages.ts';
import { expectNoFaults, expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

const OF_A_CUSTOMER = [
  paths.subscriptions,
  paths.profile,
  paths.mySubscription,
  paths.swingSignals,
  paths.investmentSignals,
] as string[];
const OF_AN_ADMINISTRATOR = [
  paths.adminDashboard,
  paths.adminNewsSources,
  paths.adminImports,
  paths.adminHolidays,
  paths.adminCustomers,
  paths.adminBilling,
  paths.adminSecurityLog,
] as string[];
const OF_EVERYBODY = Object.values(paths).filter(
  (address) => !OF_A_CUSTOMER.includes(address) && !OF_AN_ADMINISTRATOR.includes(address),
);

for (const [role, pages] of [
  ['visitor', OF_EVERYBODY],
  ['customer', OF_A_CUSTOMER],
  ['administrator', OF_AN_ADMINISTRATOR],
] as const) {
  test.describe(`for ${role === 'administrator' ? 'an' : 'a'} ${role}`, () => {
    test.use({ role });

    for (const address of pages) {
      test(`${address} has no accessibility fault in either theme and no sideways scroll on a phone`, async ({
        page,
      }) => {
        await openPage(page, address);
        await expect(page).toHaveURL(address);
        // What is drawn ahead in a panel that is not open yet waits there until it is opened.
        await expect(page.getByText(/^Loading|^Checking/).filter({ visible: true })).toHaveCount(0);
        await expectNoFaultsInBothThemes(page, 'on a desk');
        await page.setViewportSize(MOBILE_VIEWPORT);
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

for (const address of [paths.home, paths.intradaySignals, paths.signUp, paths.terms]) {
  test(`${address} has no accessibility fault on a phone`, async ({ page }) => {
    await page.setViewportSize(MOBILE_VIEWPORT);
    await openPage(page, address);
    await expectNoFaults(page, 'on a phone');
  });
}

test.describe('for an administrator on a phone', () => {
  test.use({ role: 'administrator', viewport: MOBILE_VIEWPORT });

  test(`${paths.adminDashboard} has no accessibility fault`, async ({ page }) => {
    await openPage(page, paths.adminDashboard);
    await expect(page.getByRole('table')).toBeVisible();
    await expectNoFaults(page, 'on a phone');
  });
});

test('a theme that was chosen against the device has no fault either', async ({ page }) => {
  for (const [device, chosen] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: device });
    await openPage(page, paths.intradaySignals);
    await page.evaluate((theme) => localStorage.setItem('tezi:theme', theme), chosen);
    await page.reload();
    await waitForHydration(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', chosen);
    await expectNoFaults(page, `${chosen} on a ${device} device`);
  }
});
