import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  CLOSURES_CALL,
  getClosureFiltersButton,
  getCompaniesBox,
  getFromDateField,
  gotoClosures,
  gotoClosuresWithResults,
  LAST_BUYING_DAYS_CALL,
  makeClosure,
  makeLastBuyingDay,
  openClosureFilters,
} from '#tests/e2e/support/closures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { expectAccessibleOnAllScreens } from './scan.ts';

test('the filters with open and selected companies and an invalid date, and the calendar popover', async ({
  page,
}) => {
  await openClosureFilters(page);
  const box = getCompaniesBox(page);
  await box.locator('summary').click();
  await box.getByRole('button', { name: 'Select All' }).click();
  await expect(page.getByRole('list', { name: 'Selected companies' })).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with the choices open', 'search');
  await page.keyboard.press('Escape');
  await getFromDateField(page).fill('31/02/2026');
  await getFromDateField(page).blur();
  await expect(getFromDateField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessibleOnAllScreens(page, 'with selected companies and an invalid date', 'search');
  await page.getByText('Add to calendar').click();
  await expectAccessibleOnAllScreens(page, 'with the calendar URL', 'details[open]');
});

const LONG = 'Extraordinarily-long-word-of-a-company-name-that-nothing-can-break-at-all-on-a-telephone';

test('closures with long words', async ({ page }) => {
  const results = [
    makeLastBuyingDay({
      count: 9,
      depends_on_tentative_holiday: true,
      closures: [
        makeClosure({ symbol: null, company_name: LONG }),
        makeClosure({ payout: LONG, rupees_per_share: null }),
      ],
    }),
  ];
  await page.route(LAST_BUYING_DAYS_CALL, (route) => route.fulfill({ json: { results } }));
  await gotoClosuresWithResults(page, [
    makeClosure({ company_name: `${LONG} ${LONG}`, note: LONG, payout: LONG, is_active: true }),
    makeClosure({ symbol: 'ABCDEFGHIJKLMNOPQRST', is_upcoming: true, face_value: '1234567890.00' }),
    makeClosure({ symbol: null, bc_to: null }),
  ]);
  await expectAccessibleOnAllScreens(page, 'with long words');
});

test('the failure and the empty state', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.route(CLOSURES_CALL, (route) => route.fulfill({ status: 400, body: '{}' }));
  await gotoClosures(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with a failure');
  await openPage(page, `${paths.bookClosure}?search=nosuchwordanywhere`);
  await expect(getClosureFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expectAccessibleOnAllScreens(page, 'without closures');
});
