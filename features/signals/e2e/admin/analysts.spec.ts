import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { chooseRowAction, field, openAddDialog, showMore } from '#tests/e2e/support/admin-helpers.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

test('an analyst is added, chosen in the form of a signal, deactivated and removed', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const name = 'Hina Qureshi';
  const option = `${name}, RA-0200`;
  await openPage(page, paths.adminAnalysts);
  await page.getByRole('button', { name: 'Add analyst' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add analyst' });
  await field(dialog, 'Name').fill(name);
  await field(dialog, 'Registration number').fill('RA-0200');
  await field(dialog, 'Valid from').fill('2026-01-01');
  await field(dialog, 'Valid until').fill('2025-01-01');
  await dialog.getByRole('button', { name: 'Add analyst' }).click();
  await expect(field(dialog, 'Valid until')).toHaveAccessibleDescription(
    /The last day must not be before the first one/,
  );
  await expectNoFaultsInBothThemes(page, 'with an error');
  await field(dialog, 'Valid until').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Add analyst' }).click();
  await expect(getToast(page, 'Analyst added', name)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('RA-0200');
  await expect(row).toContainText('from 1 Jan 2026 until 31 Dec 2099');
  await expectNoFaultsInBothThemes(page, 'with analysts');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const form = await openAddDialog(page);
  await showMore(form);
  await field(form, 'Analyst').selectOption(option);
  await expect(field(form, 'Analyst').locator('option:checked')).toHaveText(option);

  await openPage(page, paths.adminAnalysts);
  await chooseRowAction(page, 'Deactivate', name);
  await expect(row).toContainText('Not active');
  await chooseRowAction(page, 'Remove', name);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
});
