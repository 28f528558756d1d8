import type { Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { saveMarketHoliday } from '#features/market/contract/holiday-changes.ts';
import { listMarketHolidays } from '#features/market/contract/holidays.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, type TestUser } from '#tests/e2e/support/accounts.ts';
import { chooseRowAction } from '#tests/e2e/support/admin-helpers.ts';
import { getToast, holdRequests, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const LIST = '**/api/market/holidays/';
const SAVE = '**/api/admin/market/holidays/';

/** Saves a holiday. Every test uses its own year, because the tests of a worker share one product. */
const save = (baseUrl: string, { access }: TestUser, date: string, name: string) =>
  call(baseUrl, saveMarketHoliday, { body: { date, name, is_tentative: false } }, access);

const getYearTable = (page: Page, year: string) => page.getByRole('table', { name: year });
const getRow = (page: Page, date: string) => page.getByRole('row').filter({ hasText: date });
const getField = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });

async function openAddDialog(page: Page): Promise<Locator> {
  await openPage(page, paths.adminHolidays);
  await page.getByRole('button', { name: 'Add holiday' }).click();
  return page.getByRole('dialog', { name: 'Add holiday' });
}

test('lists holidays with their weekdays, adds, moves and removes one, warns before replacing one, and fits on a mobile screen', async ({
  page,
  product,
  user,
}) => {
  await save(product.url, user, '2032-03-01', 'Eid-ul-Fitr');
  await save(product.url, user, '2033-03-23', 'Pakistan Day');
  await save(product.url, user, '2034-05-01', 'Labour Day');
  await save(product.url, user, '2036-02-05', `Kashmir Day, ${'observed '.repeat(9)}`);
  await openPage(page, paths.adminHolidays);

  await test.step('lists the published holidays of 2026 with their weekdays', async () => {
    await expect(getRow(page, 'Fri 14 Aug 2026')).toContainText('Independence Day');
    await expect(getRow(page, 'Fri 14 Aug 2026')).not.toContainText('Tentative');
    await expect(getRow(page, 'Wed 27 May 2026')).toContainText('Tentative');
    await expect(getRow(page, 'Fri 26 Jun 2026')).not.toContainText('Tentative');
    await expectNoFaultsInBothThemes(page, 'with the holidays of 2026');
  });

  await test.step('moves a holiday to another date', async () => {
    await page.getByRole('button', { name: 'Edit Mon 1 Mar 2032' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit holiday: Mon 1 Mar 2032' });
    await expect(getField(dialog, 'Holiday')).toHaveValue('Eid-ul-Fitr');
    await getField(dialog, 'Date').fill('2032-03-02');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(getToast(page, 'Holiday updated', 'Tue 2 Mar 2032')).toBeVisible();
    await expect(getRow(page, 'Tue 2 Mar 2032')).toBeVisible();
    await expect(getRow(page, 'Mon 1 Mar 2032')).toHaveCount(0);
  });

  await test.step('warns before replacing an existing holiday', async () => {
    await page.getByRole('button', { name: 'Add holiday' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add holiday' });
    await getField(dialog, 'Date').fill('2033-03-23');
    await expect(
      dialog.getByText('Wed 23 Mar 2033 is already Pakistan Day. Saving replaces it.'),
    ).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await test.step('removes a holiday after confirmation', async () => {
    const row = getRow(page, 'Mon 1 May 2034');
    const remove = () => chooseRowAction(row, 'Remove', 'Mon 1 May 2034');
    await remove();
    const dialog = page.getByRole('dialog', { name: 'Remove holiday' });
    await expectNoFaultsInBothThemes(page, 'with the dialog open');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row.getByRole('button', { name: 'More actions' })).toBeFocused();
    await remove();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(getToast(page, 'Holiday removed', 'Mon 1 May 2034 is now a trading day.')).toBeVisible();
    await expect(row).toHaveCount(0);
    const { results } = await call(product.url, listMarketHolidays, {});
    expect(results.map(({ date }) => date)).not.toContain('2034-05-01');
  });

  await test.step('adds a holiday to its year', async () => {
    await page.getByRole('button', { name: 'Add holiday' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add holiday' });
    await getField(dialog, 'Date').fill('2031-08-14');
    await expect(dialog.getByText('Thu 14 Aug 2031')).toBeVisible();
    await getField(dialog, 'Holiday').fill('Independence Day');
    await dialog.getByLabel('Tentative').check();
    await expectNoFaultsInBothThemes(page, 'with the form filled');
    await dialog.getByRole('button', { name: 'Add holiday' }).click();
    await expect(getToast(page, 'Holiday added', 'Saved Independence Day on Thu 14 Aug 2031.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(getYearTable(page, '2031').getByRole('row')).toHaveText([
      /Date/,
      /Thu 14 Aug 2031.*Tentative/,
    ]);
  });

  await test.step('fits on a mobile screen', async () => {
    await page.setViewportSize(MOBILE_VIEWPORT);

    await expect(getRow(page, 'Tue 5 Feb 2036')).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'on a mobile screen');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Edit Tue 5 Feb 2036' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('shows errors at their fields and in the open dialog if saving fails, and closes it if removing fails', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const dialog = await openAddDialog(page);
  const add = dialog.getByRole('button', { name: 'Add holiday' });
  await add.click();
  for (const label of ['Date', 'Holiday'])
    await expect(getField(dialog, label)).toHaveAttribute('aria-invalid', 'true');

  await getField(dialog, 'Date').fill('2026-08-15');
  await getField(dialog, 'Holiday').fill('Day after Independence Day');
  await dialog.getByLabel('Tentative').check();
  await add.click();
  await expect(
    dialog.getByText('The exchange is always closed on Saturdays and Sundays. Enter a weekday.'),
  ).toBeVisible();
  await expect(dialog.getByText('Sat 15 Aug 2026')).toBeVisible();
  await expect(getField(dialog, 'Date')).toBeFocused();
  await expect(getField(dialog, 'Date')).toHaveValue('2026-08-15');
  await expect(getField(dialog, 'Holiday')).toHaveValue('Day after Independence Day');
  await expect(dialog.getByLabel('Tentative')).toBeChecked();
  await expectNoFaultsInBothThemes(page, 'with an error');

  browserErrors.expectStatus(503);
  await page.route(`${SAVE}**`, (route) => route.fulfill({ status: 503, body: '{}' }));

  await getField(dialog, 'Date').fill('2035-08-14');
  await getField(dialog, 'Holiday').fill('Independence Day');
  await dialog.getByRole('button', { name: 'Add holiday' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(getField(dialog, 'Date')).toHaveValue('2035-08-14');
  await expect(getField(dialog, 'Holiday')).toHaveValue('Independence Day');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(getField(dialog, 'Holiday')).toHaveValue('Independence Day');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await chooseRowAction(page, 'Remove', 'Fri 14 Aug 2026');
  const confirmation = page.getByRole('dialog', { name: 'Remove holiday' });
  await confirmation.getByRole('button', { name: 'Remove' }).click();
  await expect(getToast(page, 'Failed to remove holiday', '503')).toBeVisible();
  await expect(confirmation).toHaveCount(0);
  await expect(getRow(page, 'Fri 14 Aug 2026')).toBeVisible();
});

test('shows a loading state, an error with a retry button, and an empty state', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  const { release } = await holdRequests(page, LIST);
  await openPage(page, paths.adminHolidays);
  await expect(page.getByText('Loading holidays...')).toBeVisible();
  release();
  await expect(page.getByText('Loading holidays...')).toHaveCount(0);
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with an error');
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ json: { results: [] } }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No holidays yet' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without holidays');
});
