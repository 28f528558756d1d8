import { DEVELOPERS_PATH, KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import { ALERT_SETTINGS_PATH, getCompanyPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { ADMIN_PAGES } from '#tests/support/pages/admin-pages.ts';
import { COLOR_RULES, expectAccessible, expectAccessibleOnAllScreens, expectNoFaults } from './scan.ts';

const SIGN_IN_PAGES = [
  paths.signIn,
  paths.signUp,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.adminSignIn,
];
const MARKET_PAGES = [
  paths.today,
  paths.signals,
  paths.psxSignals,
  paths.intradaySignals,
  paths.boardMeetings,
  paths.bookClosure,
  paths.news,
  paths.newsDetails,
  paths.companies,
  paths.market,
  paths.screener,
  paths.performance,
  paths.pastSignals,
  paths.verify,
  paths.watchlist,
  paths.positions,
  getCompanyPath('LUCK'),
  getCompanyPath('786'),
  paths.charting,
  DEVELOPERS_PATH,
];
const CUSTOMER_PAGES = [
  paths.subscriptions,
  paths.order,
  paths.profile,
  paths.alerts,
  ALERT_SETTINGS_PATH,
  KEYS_PATH,
  paths.mySubscription,
  paths.positions,
  ...['closed', 'income', 'returns', 'following', 'trades', 'actions', 'taxes', 'levels', 'import'].map(
    (view) => `${paths.positions}?view=${view}`,
  ),
  paths.swingSignals,
  paths.investmentSignals,
];
const GROUPED_PAGES: string[] = [...SIGN_IN_PAGES, ...MARKET_PAGES, ...CUSTOMER_PAGES, ...ADMIN_PAGES];
const OTHER_PAGES = Object.values(paths).filter((path) => !GROUPED_PAGES.includes(path));

/** Pages that are scanned on mobile too. */
const MOBILE_PAGES: string[] = [
  paths.home,
  paths.today,
  paths.intradaySignals,
  paths.boardMeetings,
  paths.bookClosure,
  paths.news,
  paths.companies,
  paths.market,
  paths.screener,
  paths.performance,
  paths.pastSignals,
  paths.positions,
  getCompanyPath('LUCK'),
  paths.signUp,
  paths.terms,
  paths.adminDashboard,
];

for (const [group, role, pages] of [
  ['sign-in', 'visitor', SIGN_IN_PAGES],
  ['market', 'visitor', MARKET_PAGES],
  ['other public', 'visitor', OTHER_PAGES],
  ['customer', 'customer', CUSTOMER_PAGES],
  ['administration', 'administrator', ADMIN_PAGES],
] as const) {
  test.describe(`the ${group} pages`, () => {
    test.use({ role });

    test('have no accessibility faults in both themes and no horizontal scrolling on mobile', async ({
      page,
    }) => {
      test.slow();
      for (const path of pages) {
        await test.step(path, async () => {
          await openPage(page, path);
          await expect(page).toHaveURL(path);
          // Hidden panels may still show their loading state.
          await expect(page.getByText(/^Loading|^Checking/).filter({ visible: true })).toHaveCount(0);
          const expectGood = MOBILE_PAGES.includes(path) ? expectAccessibleOnAllScreens : expectAccessible;
          await expectGood(page, `on ${path}`);
        });
      }
    });
  });
}

test("a theme that differs from the device's has no accessibility faults", async ({ page }) => {
  await openPage(page, paths.intradaySignals);
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Theme' });
  for (const [device, chosen] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: device });
    await toggle.click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', chosen);
    await expectNoFaults(page, `${chosen} on a ${device} device`, COLOR_RULES);
  }
});
