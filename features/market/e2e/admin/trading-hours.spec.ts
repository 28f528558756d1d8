import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { chooseRowAction } from '#tests/e2e/support/admin-helpers.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

test('adds, changes and removes the hours of a half day', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, paths.adminHolidays);
  const hours = page.getByRole('region', { name: 'Trading hours' });
  await expect(hours.getByRole('listitem')).toHaveCount(10);
  await expect(hours).toContainText('09:17–12:00 (pre-open 09:00), 14:32–16:30 (pre-open 14:15)');

  await hours.getByRole('button', { name: 'Add hours' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Half day');
  await dialog.getByLabel('First date').fill('2040-12-31');
  await dialog.getByLabel('Last date').fill('2040-12-31');
  for (const group of ['Monday to Thursday', 'Friday']) {
    const fields = dialog.getByRole('group', { name: group });
    await fields.getByLabel('Opens', { exact: true }).fill('09:32');
    await fields.getByLabel('Closes', { exact: true }).fill('09:00');
  }
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await expect(dialog.getByText('A session must end after its start').first()).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with an error');
  await expectNoSidewaysScroll(page);
  for (const group of ['Monday to Thursday', 'Friday'])
    await dialog.getByRole('group', { name: group }).getByLabel('Closes', { exact: true }).fill('12:00');
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await expect(getToast(page, 'Trading hours saved', 'Half day')).toBeVisible();
  const row = hours.getByRole('listitem').filter({ hasText: 'Half day' });
  await expect(row).toContainText('09:32–12:00');

  await row.getByRole('button', { name: 'Edit Half day' }).click();
  await dialog.getByLabel('Name').fill('New Year’s Eve');
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  const renamed = hours.getByRole('listitem').filter({ hasText: 'New Year’s Eve' });
  await chooseRowAction(renamed, 'Remove', 'New Year’s Eve');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(renamed).toHaveCount(0);

  await chooseRowAction(hours, 'Remove', 'Ramazan 2026');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(getToast(page, 'Failed to remove trading hours', 'which is over')).toBeVisible();
});
