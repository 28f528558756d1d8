import { paths, recordFiles } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

const VERIFY = { name: 'Verify the record' };

test('a visitor verifies the record, and compares it with heads that they saved', async ({ page }) => {
  await openPage(page, paths.home);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Public Record' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Public record' })).toBeVisible();
  await page.getByRole('button', VERIFY).click();
  await expect(page.getByText('The record is valid.')).toBeVisible();

  const heads = await (await page.request.get(recordFiles.heads)).body();
  await page
    .getByLabel('A copy of the record or of the heads')
    .setInputFiles({ name: 'tezi-heads.json', mimeType: 'application/json', buffer: heads });
  await expect(page.getByText(/^Matches the saved copy: \d+ hash/)).toBeVisible();
});

test('a visitor finds a byte that was changed, in the record or in their copy', async ({ page }) => {
  const record = await (await page.request.get(recordFiles.entries)).text();
  await page.route(`**${recordFiles.entries}*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"order_type":"buy"', '"order_type":"buz"');
    await route.fulfill({ response, body });
  });
  await openPage(page, paths.record);
  await page.getByRole('button', VERIFY).click();
  await expect(page.getByText('The record is NOT valid.')).toBeVisible();
  await expect(page.getByText(/is not what was committed to/)).toBeVisible();

  const changed = Buffer.from(record.replace('"kind":"signal.published"', '"kind":"signal.publishee"'));
  await page
    .getByLabel('A copy of the record or of the heads')
    .setInputFiles({ name: 'record.jsonl', mimeType: 'application/json', buffer: changed });
  await expect(page.getByText('The saved copy is not valid.')).toBeVisible();
});

test('explains a browser without Ed25519 and a record that cannot be loaded', async ({
  page,
  browserErrors,
}) => {
  await page.addInitScript(() => {
    crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
  });
  await openPage(page, paths.record);
  await page.getByRole('button', VERIFY).click();
  await expect(page.getByText('This browser cannot verify Ed25519 signatures.')).toBeVisible();

  browserErrors.expectStatus(503);
  await page.route(`**${recordFiles.heads}`, (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', VERIFY).click();
  await expect(page.getByText(/the server responded with 503/)).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the record and its files are shown', async ({ page }) => {
    await page.goto(paths.record);
    await expect(page.getByText('Newest signed head')).toBeVisible();
    await expect(page.getByText('Verification in the browser needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Verification script' })).toBeVisible();
    await expect(page.getByRole('button', VERIFY)).toBeHidden();
  });
});
