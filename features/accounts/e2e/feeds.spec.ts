import { KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import { expectAccessibleOnAllScreens } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'customer' });

test('a customer creates a secret feed and an API key, which are shown once, and revokes them', async ({
  page,
  request,
}) => {
  await openPage(page, KEYS_PATH);
  await page.getByRole('button', { name: 'Create the URL' }).first().click();
  const url = await page.getByLabel('Secret URL').inputValue();
  const calendar = await request.get(url);
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR');

  await page.getByRole('button', { name: 'Create the key' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a name' })).toBeVisible();
  await page.getByLabel('Name').fill('My spreadsheet');
  await page.getByLabel('Expires').selectOption('In 30 days');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const key = await page.getByLabel('Key My spreadsheet').inputValue();
  const read = () => request.get('/api/news/articles/', { headers: { Authorization: `Bearer ${key}` } });
  expect((await read()).status()).toBe(200);
  await expectAccessibleOnAllScreens(page, 'with a feed and a key');

  await page.reload();
  await expect(page.getByRole('button', { name: 'Revoke My spreadsheet' })).toBeVisible();
  await expect(page.getByText(/Last used/)).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: 'Revoke My spreadsheet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You have no keys.')).toBeVisible();
  expect((await read()).status()).toBe(401);

  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('This feed has no URL yet.')).toHaveCount(2);
  expect((await request.get(url)).status()).toBe(404);
});
