import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { listBoardMeetings } from '#features/corporate-actions/contract/board-meetings.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { getToast, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

/** The first file starts the process that parses it. */
const PARSED = { timeout: 30_000 };
const HEADINGS = 'symbol,company_name,meeting_date,meeting_time,subject';
let fileCount = 0;

/** Returns a file name and company names that no other test uses. */
function makeNames() {
  fileCount += 1;
  const id = `${process.pid}-${fileCount}`;
  return { file: `meetings-${id}.csv`, cement: `Margalla Cement ${id}`, sugar: `Indus Sugar ${id}` };
}

const getPreview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });
const getTab = (page: Page, name: string) => getPreview(page).getByRole('tab', { name, exact: true });
const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function previewFile(page: Page, name: string, lines: string[]): Promise<void> {
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(getPreview(page)).toBeFocused(PARSED);
}

async function importPreviewed(page: Page, button: string, description: string): Promise<void> {
  await getPreview(page).getByRole('button', { name: button }).click();
  await expect(getToast(page, 'Import complete', description)).toBeVisible();
  await expect(getPreview(page)).toHaveCount(0);
}

async function revert(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: `Revert ${name}` })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Revert import' })
    .getByRole('button', { name: 'Revert import' })
    .click();
  await expect(getToast(page, 'Import reverted', name)).toBeVisible();
}

/** Lists the date, time and subject of a company's public meetings. */
async function listMeetings(baseUrl: string, company: string): Promise<string[]> {
  const { results } = await call(baseUrl, listBoardMeetings, { query: { search: company } });
  return results.map(
    ({ meeting_date, formatted_time, subject }) => `${meeting_date} ${formatted_time} ${subject}`,
  );
}

test('previews, imports, re-imports, corrects and reverts a file', async ({ page, product }) => {
  const { file, cement, sugar } = makeNames();
  const first = [
    HEADINGS,
    `-,${cement},2026-12-01,10:30,Accounts`,
    `-,${sugar},2026-12-02,14:00,Dividend`,
    `-,${sugar},31/02/2026,14:00,Never`,
  ];
  await openPage(page, paths.adminImports);
  await previewFile(page, file, first);
  await expect(getTab(page, 'New 2')).toBeVisible();
  await getTab(page, 'Rejected 1').click();
  await expect(getRow(page, 'Never')).toContainText('31/02/2026');
  await importPreviewed(page, 'Import 2 rows', `${file}: 2 new rows written.`);
  await expect(getRow(page, file)).toContainText('2 new, 0 changed, 0 unchanged, 1 rejected');
  expect(await listMeetings(product.url, cement)).toEqual(['2026-12-01 10:30 AM Accounts']);

  await previewFile(page, file, first);
  await expect(getTab(page, 'Unchanged 2')).toBeVisible();
  await expect(getPreview(page)).toContainText('Nothing to import');
  await page.getByRole('button', { name: 'Cancel' }).click();

  const later = file.replace('meetings', 'corrected');
  const corrected = [HEADINGS, `-,${cement},2026-12-01,11:00,Accounts`, `-,${sugar},2026-12-03,9:30,Bonus`];
  await previewFile(page, later, corrected);
  await getTab(page, 'Changed 1').click();
  await expect(getPreview(page)).toContainText('Meeting time: 10:30');
  await importPreviewed(page, 'Import 2 rows', `${later}: 1 new and 1 changed row written.`);
  expect(await listMeetings(product.url, cement)).toEqual(['2026-12-01 11:00 AM Accounts']);

  // An import cannot be reverted while a later import has changed the same rows.
  await expect(getRow(page, file)).toHaveCount(1);
  await expect(page.getByRole('button', { name: `Revert ${file}` })).toHaveCount(0);
  await revert(page, later);
  expect(await listMeetings(product.url, cement)).toEqual(['2026-12-01 10:30 AM Accounts']);
  await revert(page, file);
  expect(await listMeetings(product.url, cement)).toEqual([]);
  expect(await listMeetings(product.url, sugar)).toEqual([]);
  await expect(getRow(page, file)).toContainText('Reverted');
});

test('imports a pasted newspaper table after its company is said to have no symbol', async ({
  page,
  product,
}) => {
  const { cement } = makeNames();
  await openPage(page, paths.adminImports);
  await page.getByRole('radio', { name: 'Paste a table' }).check();
  await page
    .getByLabel('Table', { exact: true })
    .fill(`NAME\tDATE\tTIME\n${cement}\t07.12.2026\t12:00 Noon\n`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(getTab(page, 'Needs review 1')).toHaveAttribute('aria-selected', 'true', PARSED);
  await expect(getPreview(page)).toContainText(`"${cement}" is not in the company directory.`);
  await getPreview(page).getByRole('button', { name: 'Company without symbol' }).click();
  await expect(getTab(page, 'New 1')).toBeVisible();
  await importPreviewed(page, 'Import 1 row', '1 new row written.');
  const [meeting] = await listMeetings(product.url, cement);
  expect(meeting).toContain('2026-12-07 12:00 PM');
});

test('imports all rows that need review once they are confirmed together', async ({ page }) => {
  const { file, cement, sugar } = makeNames();
  await openPage(page, paths.adminImports);
  await page.getByRole('radio', { name: 'Book closures' }).check();
  await previewFile(page, file, [
    'symbol,company,book_closure_from,book_closure_to,payout',
    `ZZ1,${cement},2026-12-08,2026-12-15,20%`,
    `ZZ2,${sugar},2026-12-09,2026-12-16,20%`,
  ]);
  await getPreview(page).getByRole('button', { name: 'Confirm all rows' }).click();
  await expect(getPreview(page).getByRole('checkbox', { checked: true })).toHaveCount(2);
  await importPreviewed(page, 'Import 2 rows', `${file}: 2 new rows written.`);
  await revert(page, file);
});

test('publishes the meeting of an announcement after its filing is confirmed', async ({ page, product }) => {
  const { file, cement } = makeNames();
  await openPage(page, paths.adminImports);
  await previewFile(page, file, [
    'DATE,TIME,SYMBOL,NAME,TITLE',
    `"Nov 20, 2026",10:51 AM,,${cement},Board Meeting Other Than Financial Results`,
  ]);
  await getPreview(page).getByRole('button', { name: 'Company without symbol' }).click();
  await importPreviewed(page, 'Import 1 row', `${file}: 1 new row written.`);
  expect(await listMeetings(product.url, cement)).toEqual([]);

  await page.getByRole('tab', { name: /^Pending filings/ }).click();
  const card = page.getByRole('article', { name: cement });
  await expect(card).toContainText('Filed 20 Nov 2026, 10:51 PKT');
  await card.getByLabel('Date').fill('2026-12-04');
  await card.getByLabel('Time').fill('14:30');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(getToast(page, 'Meeting confirmed', cement)).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await listMeetings(product.url, cement)).toEqual([
    '2026-12-04 2:30 PM Board Meeting Other Than Financial Results',
  ]);
});

test('rejects a file with an unsupported layout, and preserves the selection', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const { file } = makeNames();
  await openPage(page, paths.adminImports);
  const buffer = Buffer.from('one,two\n1,2\n');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: file, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert')).toContainText('The layout of the file is not supported.', PARSED);
  await expect(page.getByText(file, { exact: true })).toBeVisible();
});
