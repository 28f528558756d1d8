import type { Page } from '@playwright/test';
import { listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { getToast, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const HEADINGS = 'company_name,meeting_date,meeting_time,subject';
let made = 0;

/** Names that no other test uses: of a file, and of companies. */
function ownNames() {
  made += 1;
  const own = `${process.pid}-${made}`;
  return { file: `meetings-${own}.csv`, cement: `Margalla Cement ${own}`, sugar: `Indus Sugar ${own}` };
}

const preview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });
const tab = (page: Page, name: string) => preview(page).getByRole('tab', { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function previewFile(page: Page, name: string, lines: string[]): Promise<void> {
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview(page)).toBeFocused();
}

async function importPreviewed(page: Page, button: string, said: string): Promise<void> {
  await preview(page).getByRole('button', { name: button }).click();
  await expect(getToast(page, 'Import Done', said)).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
}

async function undo(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: `Undo ${name}` })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Undo Import' })
    .getByRole('button', { name: 'Undo Import' })
    .click();
  await expect(getToast(page, 'Import Undone', name)).toBeVisible();
}

/** What traders are told of a company's meetings: day, time and subject of each. */
async function meetingsOf(address: string, company: string): Promise<string[]> {
  const { results } = await call(address, listBoardMeetings, { query: { search: company } });
  return results.map(
    ({ meeting_date, formatted_time, subject }) => `${meeting_date} ${formatted_time} ${subject}`,
  );
}

test('a file is previewed, imported, imported again without effect, changed, and taken back', async ({
  page,
  product,
}) => {
  const { file, cement, sugar } = ownNames();
  const first = [
    HEADINGS,
    `${cement},2026-12-01,10:30,Accounts`,
    `${sugar},2026-12-02,14:00,Dividend`,
    `${sugar},31/02/2026,14:00,Never`,
  ];
  await openPage(page, paths.adminImports);
  await previewFile(page, file, first);
  await expect(tab(page, 'New 2')).toBeVisible();
  await tab(page, 'Refused 1').click();
  await expect(rowOf(page, 'Never')).toContainText('31/02/2026');
  await importPreviewed(page, 'Import 2 rows', `${file}: 2 new rows written.`);
  await expect(rowOf(page, file)).toContainText('2 new, 0 changed, 0 unchanged, 1 refused');
  expect(await meetingsOf(product.url, cement)).toEqual(['2026-12-01 10:30 AM Accounts']);

  await previewFile(page, file, first);
  await expect(tab(page, 'Unchanged 2')).toBeVisible();
  await expect(preview(page)).toContainText('There is nothing to import');
  await page.getByRole('button', { name: 'Cancel' }).click();

  const later = file.replace('meetings', 'corrected');
  const corrected = [HEADINGS, `${cement},2026-12-01,11:00,Accounts`, `${sugar},2026-12-03,9:30,Bonus`];
  await previewFile(page, later, corrected);
  await tab(page, 'Changed 1').click();
  await expect(preview(page)).toContainText('Meeting time: 10:30');
  await importPreviewed(page, 'Import 2 rows', `${later}: 1 new and 1 changed row written.`);
  expect(await meetingsOf(product.url, cement)).toEqual(['2026-12-01 11:00 AM Accounts']);

  // What a later import changed cannot be taken back from under it.
  await expect(rowOf(page, file)).toHaveCount(1);
  await expect(page.getByRole('button', { name: `Undo ${file}` })).toHaveCount(0);
  await undo(page, later);
  expect(await meetingsOf(product.url, cement)).toEqual(['2026-12-01 10:30 AM Accounts']);
  await undo(page, file);
  expect(await meetingsOf(product.url, cement)).toEqual([]);
  expect(await meetingsOf(product.url, sugar)).toEqual([]);
  await expect(rowOf(page, file)).toContainText('Undone');
});

test("a newspaper's table is pasted as it was copied", async ({ page, product }) => {
  const { cement } = ownNames();
  await openPage(page, paths.adminImports);
  await page.getByRole('radio', { name: 'A pasted table' }).check();
  await page
    .getByLabel('Table', { exact: true })
    .fill(`NAME\tDATE\tTIME\n${cement}\t07.12.2026\t12:00 Noon\n`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(tab(page, 'New 1')).toBeVisible();
  await importPreviewed(page, 'Import 1 row', '1 new row written.');
  const [meeting] = await meetingsOf(product.url, cement);
  expect(meeting).toContain('2026-12-07 12:00 PM');
});

test('an announcement waits as a filing until its meeting is confirmed', async ({ page, product }) => {
  const { file, cement } = ownNames();
  await openPage(page, paths.adminImports);
  await previewFile(page, file, [
    'DATE,TIME,SYMBOL,NAME,TITLE',
    `"Nov 20, 2026",10:51 AM,,${cement},Board Meeting Other Than Financial Results`,
  ]);
  await importPreviewed(page, 'Import 1 row', `${file}: 1 new row written.`);
  expect(await meetingsOf(product.url, cement)).toEqual([]);

  await page.getByRole('tab', { name: /^Filings waiting/ }).click();
  const card = page.getByRole('article', { name: cement });
  await expect(card).toContainText('Filed 20 Nov 2026, 10:51 PKT');
  await card.getByLabel('Date').fill('2026-12-04');
  await card.getByLabel('Time').fill('14:30');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(getToast(page, 'Meeting Confirmed', cement)).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await meetingsOf(product.url, cement)).toEqual([
    '2026-12-04 2:30 PM Board Meeting Other Than Financial Results',
  ]);
});

test('a file of no known layout is refused as a whole, and stays chosen', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(400);
  const { file } = ownNames();
  await openPage(page, paths.adminImports);
  const buffer = Buffer.from('one,two\n1,2\n');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: file, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert')).toContainText('The file is of no layout that is known');
  await expect(page.getByText(file)).toBeVisible();
});
