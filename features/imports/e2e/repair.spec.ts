import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

/** The first file starts the process that parses it. */
const PARSED = { timeout: 30_000 };
const getPreview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });
const getTab = (page: Page, name: string) => getPreview(page).getByRole('tab', { name, exact: true });

async function previewFile(page: Page, name: string, lines: string[]): Promise<void> {
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Preview' }).click();
}

for (const [width, viewport] of [
  ['360', MOBILE_VIEWPORT],
  ['1440', { width: 1440, height: 900 }],
] as const) {
  test(`repairs rows in the preview, at ${width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const printed = `Lucky Sement ${process.pid} ${width}`;
    const file = `repair-${process.pid}-${width}.csv`;
    const day = width === '360' ? '15' : '16';
    await openPage(page, paths.adminImports);
    await previewFile(page, file, [
      'symbol,company_name,meeting_date,meeting_time,subject',
      `,${printed},2027-02-${day},10:30,Accounts`,
      `HUBC,,31/02/2027,11:00,Repaired ${day}`,
      `PSO,,2027-02-${day},12:00,Joined`,
      'subject of two lines',
    ]);
    await expect(getTab(page, 'Needs review 1')).toHaveAttribute('aria-selected', 'true', PARSED);
    await expectNoFaultsInBothThemes(page, 'with a row that needs a company');
    await expectNoSidewaysScroll(page);
    await getPreview(page).getByRole('button', { name: 'LUCK · Lucky Cement Limited' }).click();
    await expect(getTab(page, 'New 2')).toBeVisible();

    await getTab(page, 'Rejected 2').click();
    await getPreview(page).getByText('Edit the cells of line 3').click();
    await getPreview(page).getByLabel('Meeting date').first().fill(`2027-02-${day}`);
    await expectNoFaultsInBothThemes(page, 'with the cells of a row');
    await expectNoSidewaysScroll(page);
    await getPreview(page).getByRole('button', { name: 'Check again' }).first().click();
    await expect(getTab(page, 'New 3')).toBeVisible();

    await getPreview(page).getByText('Split or join line 5').click();
    await getPreview(page).getByRole('button', { name: 'Join with the line before' }).click();
    await expect(getTab(page, 'Rejected 0')).toBeVisible();
    await expect(getPreview(page).getByText('3 repairs.')).toBeVisible();
    await getPreview(page).getByRole('button', { name: 'Revert the last one' }).click();
    await expect(getTab(page, 'Rejected 1')).toBeVisible();

    await getPreview(page).getByRole('button', { name: 'Import 3 rows' }).click();
    await expect(getToast(page, 'Import complete', `${file}: 3 new rows written.`)).toBeVisible();
    const aliases = page.getByRole('region', { name: 'Companies of printed names' });
    await expect(aliases.getByRole('row').filter({ hasText: printed })).toContainText('LUCK');
    await expectNoFaultsInBothThemes(page, 'with a chosen company');

    await page.getByRole('tab', { name: 'Stored', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search by symbol or company' }).fill('HUBC');
    const stored = page.getByRole('row').filter({ hasText: `Repaired ${day}` });
    await stored.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: /^Edit HUBC/ });
    await dialog.getByLabel('Place').fill('Lahore');
    await expectNoFaultsInBothThemes(page, 'with the form of a stored meeting');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(getToast(page, 'Change saved', 'HUBC')).toBeVisible();
    await expect(stored).not.toContainText('Never');
    await expectNoFaultsInBothThemes(page, 'with stored meetings');
    await expectNoSidewaysScroll(page);
  });
}

test('reads a file of an unknown layout by the columns that the administrator chooses', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  await openPage(page, paths.adminImports);
  await previewFile(page, 'unknown.csv', ['Firma;Tag', 'LUCK;17.02.2027']);
  const choice = page.getByRole('region', { name: 'Choose the columns' });
  await expect(choice).toBeVisible(PARSED);
  await expectNoFaultsInBothThemes(page, 'with the columns of an unknown layout');
  await choice.getByLabel('Column 1').selectOption('symbol');
  await choice.getByLabel('Column 2').selectOption('meeting_date');
  await choice.getByRole('button', { name: 'Preview with these columns' }).click();
  await expect(getTab(page, 'New 1')).toBeVisible(PARSED);
  await expect(choice).toHaveCount(0);
});
