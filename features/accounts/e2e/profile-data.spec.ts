import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, readLocalStorage } from '#tests/e2e/support/pages.ts';
import { openSecurity, rateLimited } from './account.ts';
import { submitSignIn } from './forms.ts';

test.use({ role: 'customer' });

const EXPORT = '**/api/customers/export/';
const DELETE = '**/api/customers/delete-account/';

async function openDeleteDialog(page: Page) {
  await page.getByRole('button', { name: 'Delete account' }).click();
  return page.getByRole('dialog', { name: 'Delete account' });
}

test('Download my data saves a file, a wrong password deletes nothing, and too many attempts show when to try again', async ({
  page,
  user,
  browserErrors,
}) => {
  await test.step('Download my data saves a file with the stored data', async () => {
    await openSecurity(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^tezi-account-\d{4}-\d{2}-\d{2}\.json$/);
    const content = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(content).toMatchObject({
      account: { email: user.email, first_name: 'Ayesha', last_name: 'Khan', has_password: true },
      sessions: [{ ended_at: null }],
    });
  });

  await test.step('a wrong password is shown in the dialog and deletes nothing', async () => {
    browserErrors.expectStatus(400);

    const dialog = await openDeleteDialog(page);
    const password = dialog.getByLabel('Your Password');
    await expect(password).toBeFocused();
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(password).toHaveAccessibleDescription('Enter your password to confirm.');
    await password.fill('not this one');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription('Current password is incorrect');
    await expect(password).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
  });

  await test.step('too many downloads or wrong passwords show when to try again', async () => {
    browserErrors.expectStatus(429);
    await page.route(EXPORT, rateLimited(3000));
    await page.route(DELETE, rateLimited(120));

    await page.getByRole('button', { name: 'Download my data' }).click();
    const text = 'Too many attempts. Please try again in 50 minutes.';
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(`Failed to download your data${text}`);

    const dialog = await openDeleteDialog(page);
    await dialog.getByLabel('Your Password').fill('not this one');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    const limited = 'Too many attempts. Please try again in 2 minutes.';
    await expect(getToast(page, 'Failed to delete account', limited)).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveText(limited);
  });
});

test('a deleted account is gone and can no longer be signed in to', async ({ page, user, browserErrors }) => {
  await openSecurity(page);
  const dialog = await openDeleteDialog(page);
  await expect(dialog).toContainText('What is deleted');
  await expect(dialog).toContainText('Only payment records that the law requires us to keep.');
  await dialog.getByLabel('Your Password').fill(user.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(getToast(page, 'Account deleted', '')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const key of ['user', 'access_token', 'refresh_token'])
    expect(await readLocalStorage(page, key), key).toBeNull();
  await expect(page.locator('body')).not.toContainText(user.email);

  browserErrors.expectStatus(401);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await submitSignIn(page, user);
  await expect(getToast(page, 'Sign in failed', '')).toBeVisible();
});
