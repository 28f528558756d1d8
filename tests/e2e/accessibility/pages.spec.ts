import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { expectNoFaults, expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

const CUSTOMER_PAGES = [
  paths.subscriptions,
  paths.profile,
  paths.mySubscription,
  paths.swingSignals,
  paths.investmentSignals,
] as string[];
const ADMINISTRATOR_PAGES = [
  paths.adminDashboard,
  paths.adminNewsSources,
  paths.adminImports,
  paths.adminHolidays,
  paths.adminCustomers,
  paths.adminBilling,
  paths.adminSecurityLog,
] as string[];
const PUBLIC_PAGES = Object.values(paths).filter(
  (path) => !CUSTOMER_PAGES.includes(path) && !ADMINISTRATOR_PAGES.includes(path),
);

for (const [role, pages] of [
  ['visitor', PUBLIC_PAGES],
  ['customer', CUSTOMER_PAGES],
  ['administrator', ADMINISTRATOR_PAGES],
] as const) {
  test.describe(`for ${role === 'administrator' ? 'an' : 'a'} ${role}`, () => {
    test.use({ role });

    for (const path of pages) {
      test(`${path} has no accessibility faults in both themes and no horizontal scrolling on a phone`, async ({
        page,
      }) => {
        await openPage(page, path);
        await expect(page).toHaveURL(path);
        // Hidden panels may still show their loading state.
        await expect(page.getByText(/^Loading|^Checking/).filter({ visible: true })).toHaveCount(0);
        await expectNoFaultsInBothThemes(page, 'on desktop');
        await page.setViewportSize(MOBILE_VIEWPORT);
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

for (const path of [paths.home, paths.intradaySignals, paths.signUp, paths.terms]) {
  test(`${path} has no accessibility faults on a phone`, async ({ page }) => {
    await page.setViewportSize(MOBILE_VIEWPORT);
    await openPage(page, path);
    await expectNoFaults(page, 'on a phone');
  });
}

test.describe('for an administrator on a phone', () => {
  test.use({ role: 'administrator', viewport: MOBILE_VIEWPORT });

  test(`${paths.adminDashboard} has no accessibility faults`, async ({ page }) => {
    await openPage(page, paths.adminDashboard);
    await expect(page.getByRole('table')).toBeVisible();
    await expectNoFaults(page, 'on a phone');
  });
});

test("a theme that differs from the device's has no accessibility faults", async ({ page }) => {
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
