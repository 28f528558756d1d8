import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { chooseRowAction } from '#tests/e2e/support/admin-helpers.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import {
  IMPORTS_URL,
  makeImport,
  makePreview,
  makeRow,
  makeWaiting,
  mockLists,
  PREVIEW_URL,
  respondUnavailable,
  WAITING_URL,
} from './import-responses.ts';

test.use({ role: 'administrator' });

const CSV = {
  name: 'meetings.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('symbol,date\nLUCK,2026-11-23\n'),
};
const getFileField = (page: Page) => page.getByLabel('File', { exact: true });
const getPreview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });

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
    status: 'rejected',
    symbol: null,
    company_name: '',
    summary: 'HUBC,31/02/2026,10:00',
    reason: '"31/02/2026" is not a valid date: February 2026 has 28 days.',
  }),
];

async function previewFile(page: Page): Promise<void> {
  await getFileField(page).setInputFiles(CSV);
  await page.getByRole('button', { name: 'Preview' }).click();
}

test('previews new, changed, unchanged and rejected rows, and moves the focus to the preview', async ({
  page,
}) => {
  await mockLists(page);
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(ROWS) }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await expect(getPreview(page)).toBeFocused();
  await expect(getPreview(page)).toContainText(
    'Board meetings. Recognized layout: Tezi table of board meetings.',
  );
  await expect(getPreview(page).getByRole('row').filter({ hasText: 'LUCK' })).toContainText('23 Nov 2026');
  await expectNoFaultsInBothThemes(page, 'with a preview');

  await getPreview(page).getByRole('tab', { name: 'Changed 1', exact: true }).click();
  await expect(getPreview(page).getByRole('row').filter({ hasText: 'OGDC' })).toContainText(
    'Meeting time: 10:00',
  );
  await expect(getPreview(page)).toContainText('Place: empty');
  await expectNoFaultsInBothThemes(page, 'with changed rows');
  await getPreview(page).getByRole('tab', { name: 'Unchanged 1' }).click();
  await expect(getPreview(page)).toContainText('Engro Corporation Limited');
  await getPreview(page).getByRole('tab', { name: 'Rejected 1' }).click();
  await expect(getPreview(page)).toContainText('February 2026 has 28 days.');
  await expectNoFaultsInBothThemes(page, 'with rejected rows');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rejected rows' }).click();
  expect((await download).suggestedFilename()).toBe('rejected rows of meetings.csv');

  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(getPreview(page)).toHaveCount(0);
  await expect(page.getByText('meetings.csv')).toBeVisible();
});

test('lists a started import even if its preview is closed before the server responds', async ({ page }) => {
  await mockLists(page);
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(ROWS) }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await expect(getPreview(page)).toBeVisible();
  let respond = () => {};
  const canRespond = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(IMPORTS_URL, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await canRespond;
    return route.fulfill({ status: 201, json: makeImport() });
  });
  await getPreview(page).getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(getPreview(page).getByRole('button', { name: 'Starting…' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(getPreview(page)).toHaveCount(0);
  respond();
  await expect(page.getByText('Import complete', { exact: true })).toBeVisible();
});

test('counts rows that are not listed', async ({ page }) => {
  await mockLists(page);
  const many = makePreview(ROWS, {
    counts: { new: 12_500, changed: 1, unchanged: 1, review: 0, rejected: 1, left_out: 0 },
  });
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: many }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await expect(getPreview(page)).toContainText('and 12,499 more, not listed.');
  await expect(getPreview(page).getByRole('button', { name: 'Import 12,501 rows' })).toBeVisible();
});

test('does not offer to import a file without changes', async ({ page }) => {
  await mockLists(page);
  const warning = 'A file with this name was imported before: Import 1 (meetings.csv, 21 Nov 2026).';
  await page.route(PREVIEW_URL, (route) =>
    route.fulfill({ json: makePreview([makeRow({ status: 'unchanged' })], { warning }) }),
  );
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await expect(getPreview(page)).toContainText('Every row matches existing data.');
  await expect(getPreview(page)).toContainText(warning);
  await expect(getPreview(page).getByRole('button', { name: /^Import/ })).toHaveCount(0);
});

test('preserves the selected file and the pasted table when a preview fails', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  browserErrors.expectStatus(400);
  await mockLists(page);
  await page.route(PREVIEW_URL, respondUnavailable);
  await openPage(page, paths.adminImports);
  await page.getByLabel('Book closures').check();
  await previewFile(page);
  await expect(page.getByRole('alert')).toContainText('The preview failed');
  await expectNoFaultsInBothThemes(page, 'with a failed preview');
  await page.getByLabel('Paste a table').check();
  const table = page.getByLabel('Table', { exact: true });
  await table.fill('Name\tFrom\tTo');
  await page.unroute(PREVIEW_URL);
  const detail = 'The layout of the file is not supported.';
  await page.route(PREVIEW_URL, (route) => route.fulfill({ status: 400, json: { detail } }));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert')).toContainText(detail);
  await expect(table).toHaveValue('Name\tFrom\tTo');
  await expect(page.getByLabel('Book closures')).toBeChecked();
  await page.getByRole('radio', { name: 'Upload a file' }).check();
  await expect(page.getByText('meetings.csv')).toBeVisible();
});

test('shows an error at the field for a missing or invalid file, without sending it', async ({ page }) => {
  await mockLists(page);
  await openPage(page, paths.adminImports);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Choose a file first.')).toBeVisible();
  await expect(getFileField(page)).toBeFocused();
  await expectNoFaultsInBothThemes(page, 'without a file');
  const workbook = Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }));
  await getFileField(page).setInputFiles({
    name: 'payouts.xlsx',
    mimeType: 'application/zip',
    buffer: workbook,
  });
  await expect(page.getByText('payouts.xlsx: It is a workbook or an archive')).toBeVisible();
  const large = Buffer.alloc(8 * 1024 * 1024 + 1, 'x');
  await getFileField(page).setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: large });
  await expect(page.getByText('large.csv is 8.1 MB. The limit is 8 MB.')).toBeVisible();
  await page.getByLabel('Paste a table').check();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Paste a table first.')).toBeVisible();
  await expect(page.getByLabel('Table', { exact: true })).toBeFocused();
});

test('accepts a dropped file', async ({ page }) => {
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

test('previews a file again if the result of its import has changed', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(409);
  browserErrors.expectStatus(503);
  await mockLists(page);
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(ROWS) }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  await page.unroute(IMPORTS_URL);
  await page.route(IMPORTS_URL, respondUnavailable);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(getPreview(page).getByRole('alert')).toContainText('Nothing was imported');

  await page.unroute(IMPORTS_URL);
  await page.route(IMPORTS_URL, (route) =>
    route.fulfill({
      status: 409,
      json: { detail: 'The result of the import has changed since the preview.' },
    }),
  );
  await page.unroute(PREVIEW_URL);
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(ROWS.slice(0, 1)) }));
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(getPreview(page).getByRole('alert')).toContainText(
    'The result of the import has changed since the preview. This is a new preview: the import would write 1 new row.',
  );
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a new preview');
});

test('imports the rows that the administrator confirms one by one', async ({ page }) => {
  await mockLists(page);
  const reason = '"Rose Cement" is not in the company directory.';
  const rows = [
    makeRow(),
    makeRow({
      line: 3,
      status: 'review',
      symbol: null,
      company_name: 'Rose Cement',
      summary: '21 Oct 2026 to 28 Oct 2026: 20% (F)',
      reason,
      text: 'Rose Cement 21-10-2026 28-10-2026 20% (F)',
      cells: [
        { text: 'Rose Cement', role: 'Company' },
        { text: '21-10-2026', role: 'First day of the closure' },
      ],
      values: [{ field: 'bc_from', value: '21 Oct 2026' }],
    }),
    makeRow({ line: 4, status: 'left_out', summary: 'CEMENT', reason: 'The line is a heading.' }),
  ];
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(rows) }));
  await openPage(page, paths.adminImports);
  await previewFile(page);
  const preview = getPreview(page);
  await expect(preview.getByRole('tab', { name: 'Needs review 1' })).toHaveAttribute('aria-selected', 'true');
  await expect(preview).toContainText(reason);
  await expect(preview).toContainText('21-10-2026: First day of the closure');
  await expect(preview.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with rows that need review');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  await preview.getByRole('checkbox', { name: 'Confirm line 3' }).check();

  const request = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/imports/'));
  await page.route(IMPORTS_URL, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: makeImport() })
      : route.fallback(),
  );
  await preview.getByRole('tab', { name: 'Left out 1' }).click();
  await expect(preview).toContainText('The line is a heading.');
  await preview.getByRole('button', { name: 'Import 2 rows' }).click();
  expect((await request).postDataJSON()).toMatchObject({
    expected: { new: 1, changed: 0, review: 1 },
    confirmed: ['3'],
  });
});

test('previews a download whose rows wait for review, and imports or dismisses it', async ({ page }) => {
  const waiting = [makeWaiting(), makeWaiting({ id: 900_002, file_name: '2026-11-19.csv', review: 1 })];
  const file = { kind: 'prices', file_name: '2026-11-20.csv', content: 'symbol,date,close\n' };
  const reason = 'NEWX is not in the company directory.';
  const rows = [2, 3].map((line) => makeRow({ line, status: 'review', symbol: 'NEWX', reason }));
  await mockLists(page, { waiting });
  await page.route(`${WAITING_URL}900001/`, (route) => route.fulfill({ json: file }));
  await page.route(PREVIEW_URL, (route) => route.fulfill({ json: makePreview(rows) }));
  await openPage(page, paths.adminImports);
  const section = page.getByRole('region', { name: 'Waiting for review' });
  await expect(section.getByRole('row').filter({ hasText: '2026-11-20.csv' })).toContainText(
    '2 rows need review',
  );
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  await section.getByRole('button', { name: 'Review 2026-11-20.csv' }).click();
  await expect(getPreview(page)).toBeFocused();
  await expectNoFaultsInBothThemes(page, 'with a download');
  await getPreview(page).getByRole('button', { name: 'Confirm all rows' }).click();

  await page.route(IMPORTS_URL, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: makeImport({ file_name: file.file_name }) })
      : route.fulfill({ json: { results: [] } }),
  );
  await page.route(WAITING_URL, (route) => route.fulfill({ json: { results: waiting.slice(1) } }));
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/admin/imports/')),
    getPreview(page).getByRole('button', { name: 'Import 2 rows' }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ ...file, confirmed: ['2', '3'], waiting_id: 900_001 });
  await expect(section.getByRole('row').filter({ hasText: '2026-11-20.csv' })).toHaveCount(0);

  await page.route(`${WAITING_URL}900002/dismiss/`, (route) => route.fulfill({ status: 204 }));
  await page.route(WAITING_URL, (route) => route.fulfill({ json: { results: [] } }));
  await chooseRowAction(section, 'Dismiss', '2026-11-19.csv');
  await page
    .getByRole('dialog', { name: 'Dismiss download' })
    .getByRole('button', { name: 'Dismiss' })
    .click();
  await expect(section).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Import a file' })).toBeFocused();
});
