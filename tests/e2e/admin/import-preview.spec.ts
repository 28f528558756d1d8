import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#tests/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import {
  IMPORTS_URL,
  makeImport,
  makePreview,
  makeRow,
  mockLists,
  PREVIEW_URL,
  respondUnavailable,
} from './import-responses.ts';

test.use({ role: 'administrator' });

const CSV = {
  name: 'meetings.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('symbol,date\nLUCK,2026-11-23\n'),
};
const fileField = (page: Page) => page.getByLabel('File', { exact: true });
const preview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });

const ROWS = [
  makeRow(),
  makeRow({
    line: 3,
    status: 'changed',
    symbol: 'OGDC',
    company_name: 'Oil & Gas Development Company Limited',
    summary: '24 Nov 2026, 11:00: Quarterly accounts',
    changes: [
      { field: 'meeting_time', before: '10:00', after: '11:00' },
      { field: 'place', before: '', after: 'Islamabad' },
    ],
  }),
  makeRow({ line: 4, status: 'unchanged', symbol: null, company_name: 'Engro Corporation Limited' }),
  makeRow({
    line: 5,
    status: 'refused',
    symbol: null,
    company_name: '',
    summary: 'HUBC,31/02/2026,10:00',
    reason: '31/02/2026 is no day: February has 28 days in 2026.',
  }),
];

async function previewFile(page: Page): Promise<void> {
  await fileField(page).setInputFiles(CSV);
  await page.getByRole('button', { name: 'Preview' }).click();
}

test('the preview tells new, changed, unchanged and refused rows apart, and takes the focus', async ({
  page,
}) => {
  await mockLists(page);
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(ROWS) }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await expect(preview(page)).toBeFocused();
  await expect(preview(page)).toContainText(
    "Board meetings. Recognised as: Tezi's own table of board meetings.",
  );
  await expect(preview(page).getByRole('row').filter({ hasText: 'LUCK' })).toContainText('23 Nov 2026');
  await expectNoFaultsInBothThemes(page, 'with a preview');

  await preview(page).getByRole('tab', { name: 'Changed 1', exact: true }).click();
  await expect(preview(page).getByRole('row').filter({ hasText: 'OGDC' })).toContainText(
    'Meeting time: 10:00',
  );
  await expect(preview(page)).toContainText('Place: nothing');
  await expectNoFaultsInBothThemes(page, 'with changed rows');
  await preview(page).getByRole('tab', { name: 'Unchanged 1' }).click();
  await expect(preview(page)).toContainText('Engro Corporation Limited');
  await preview(page).getByRole('tab', { name: 'Refused 1' }).click();
  await expect(preview(page)).toContainText('February has 28 days in 2026.');
  await expectNoFaultsInBothThemes(page, 'with refused rows');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Refused Rows' }).click();
  expect((await download).suggestedFilename()).toBe('refused rows of meetings.csv');

  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(preview(page)).toHaveCount(0);
  await expect(page.getByText('meetings.csv')).toBeVisible();
});

test('an import that was started is listed even when its preview is closed before the server answers', async ({
  page,
}) => {
  await mockLists(page);
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(ROWS) }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await expect(preview(page)).toBeVisible();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(IMPORTS_URL, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await answered;
    return route.fulfill({ status: 201, json: makeImport() });
  });
  await preview(page).getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(preview(page).getByRole('button', { name: 'Starting…' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(preview(page)).toHaveCount(0);
  answer();
  await expect(page.getByText('Import Done', { exact: true })).toBeVisible();
});

test('more rows than are listed are counted', async ({ page }) => {
  await mockLists(page);
  const many = makePreview(ROWS, { counts: { new: 12_500, changed: 1, unchanged: 1, refused: 1 } });
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: many }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await expect(preview(page)).toContainText('and 12,499 more, counted but not listed.');
  await expect(preview(page).getByRole('button', { name: 'Import 12,501 rows' })).toBeVisible();
});

test('a file that holds nothing new offers no import', async ({ page }) => {
  await mockLists(page);
  const warning = 'The same file was imported on 21 Nov 2026, 10:42 PKT.';
  await page.route(PREVIEW_URL, (route) =>
    route.fulfill({ json: makePreview([makeRow({ status: 'unchanged' })], { warning }) }),
  );
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await expect(preview(page)).toContainText('Every row is known already and says the same.');
  await expect(preview(page)).toContainText(warning);
  await expect(preview(page).getByRole('button', { name: /^Import/ })).toHaveCount(0);
});

test('a preview that fails keeps what was chosen and pasted', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  browserErrors.expectStatus(400);
  await mockLists(page);
  await page.route(PREVIEW_URL, respondUnavailable);
  await openPage(page, paths.adminImports);
  await page.getByLabel('Book closures').check();
  await previewFile(page);
  await expect(page.getByRole('alert')).toContainText('It could not be previewed');
  await expectNoFaultsInBothThemes(page, 'with a failed preview');
  await page.getByLabel('A pasted table').check();
  const table = page.getByLabel('Table', { exact: true });
  await table.fill('Name\tFrom\tTo');
  await page.unroute(PREVIEW_URL);
  const detail = 'Its columns are of no layout that is known.';
  await page.route(PREVIEW_URL, (route) => route.fulfill({ status: 400, json: { detail } }));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert')).toContainText(detail);
  await expect(table).toHaveValue('Name\tFrom\tTo');
  await expect(page.getByLabel('Book closures')).toBeChecked();
  await page.getByRole('radio', { name: 'A file' }).check();
  await expect(page.getByText('meetings.csv')).toBeVisible();
});

test('what is no file to import is told at its field, before anything is sent', async ({ page }) => {
  await mockLists(page);
  await openPage(page, paths.adminImports);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Choose a file first.')).toBeVisible();
  await expect(fileField(page)).toBeFocused();
  await expectNoFaultsInBothThemes(page, 'without a file');
  const workbook = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]);
  await fileField(page).setInputFiles({
    name: 'payouts.xlsx',
    mimeType: 'application/zip',
    buffer: workbook,
  });
  await expect(page.getByText('payouts.xlsx is not a text file.')).toBeVisible();
  const large = Buffer.alloc(16 * 1024 * 1024 + 1, 'x');
  await fileField(page).setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: large });
  await expect(
    page.getByText('large.csv is 16.1 MB; at most 16 MB can be imported at a time.'),
  ).toBeVisible();
  await page.getByLabel('A pasted table').check();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Paste a table first.')).toBeVisible();
  await expect(page.getByLabel('Table', { exact: true })).toBeFocused();
});

test('a file can be dropped', async ({ page }) => {
  await mockLists(page);
  await openPage(page, paths.adminImports);
  const files = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['symbol,date\n'], 'dropped.csv'));
    return dropped;
  });
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: files });
  await expect(page.getByText('dropped.csv')).toBeVisible();
});

test('an import that would do something else by now is previewed anew', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(409);
  browserErrors.expectStatus(503);
  await mockLists(page);
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(ROWS) }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await page.unroute(IMPORTS_URL);
  await page.route(IMPORTS_URL, respondUnavailable);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(preview(page).getByRole('alert')).toContainText('Nothing was imported');

  await page.unroute(IMPORTS_URL);
  await page.route(IMPORTS_URL, (route) =>
    route.fulfill({ status: 409, json: { detail: 'Two of its rows were imported meanwhile.' } }),
  );
  await page.unroute(PREVIEW_URL);
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(ROWS.slice(0, 1)) }));
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(preview(page).getByRole('alert')).toContainText(
    'Two of its rows were imported meanwhile. This preview is new: the import would write 1 new row.',
  );
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a preview that was made anew');
});
