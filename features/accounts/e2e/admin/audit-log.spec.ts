import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getPath, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const getActions = (page: Page) => page.getByRole('table', { name: 'Actions' }).getByRole('row');

test('an administrator filters the audit log by actor, action and date', async ({ page }) => {
  await openPage(page, paths.adminAuditLog);
  await expect(getActions(page).nth(1)).toBeVisible();
  await expect(getActions(page).filter({ hasText: 'Signed in' })).toHaveCount(0);
  await expectNoFaultsInBothThemes(page, 'with actions');

  const filters = page.getByRole('search', { name: 'Audit log' });
  await filters.getByLabel('Action').selectOption('Administrator created');
  await filters.getByLabel('Actor').fill('operator');
  await filters.getByRole('button', { name: 'Apply filters' }).click();
  await expect(getActions(page).nth(1)).toContainText('Administrator created');
  await expect(getActions(page).nth(1)).toContainText('Operator');
  expect(getPath(page)).toBe(`${paths.adminAuditLog}?action=administrator_created&actor=operator`);

  await filters.getByLabel('To date').fill('2020-01-01');
  await filters.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByText('No actions match these filters.')).toBeVisible();
  await filters.getByRole('link', { name: 'Clear filters' }).click();
  await expect(getActions(page).nth(1)).toBeVisible();

  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});
