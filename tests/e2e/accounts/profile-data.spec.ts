import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { stored, toast } from '#tests/e2e/support/pages.ts';
import { openProfile, openSecurity, PROFILE_CALL, profileOf, tooMany } from './account.ts';
import { submitSignIn } from './forms.ts';

test.use({ reader: 'customer' });

const EXPORT = '**/api/customers/export/';
const DELETE = '**/api/customers/delete-account/';

async function askToDelete(page: Page) {
  await page.getByRole('button', { name: 'Delete Account' }).click();
  return page.getByRole('dialog', { name: 'Delete Account' });
}

test('Download my data gives a file with what is kept', async ({ page, person }) => {
  await openSecurity(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tezi-account-\d{4}-\d{2}-\d{2}\.json$/);
  const content = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(content).toMatchObject({
    account: { email: person.email, first_name: 'Ayesha', last_name: 'Khan', has_password: true },
    sessions: [{ ended_at: null }],
  });
});

test('a download that is refused says what to do', async ({ page, surprises }) => {
  surprises.expectStatus(429);
  await page.route(EXPORT, tooMany(3000));
  await openSecurity(page);
  await page.getByRole('button', { name: 'Download my data' }).click();
  const text = 'Too many attempts. Please try again in 50 minutes.';
  await expect(toast(page, 'Failed to download your data', text)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(text);
});

test('an account that is deleted is gone, and nobody signs in to it any more', async ({
  page,
  person,
  surprises,
}) => {
  await openSecurity(page);
  const dialog = await askToDelete(page);
  await expect(dialog).toContainText('What is removed');
  await expect(dialog).toContainText('Records of payments that the law asks us to keep. Nothing else.');
  await dialog.getByLabel('Your Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(toast(page, 'Account deleted', '')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  for (const key of ['user', 'access_token', 'refresh_token'])
    expect(await stored(page, key), key).toBeNull();
  await expect(page.locator('body')).not.toContainText(person.email);

  surprises.expectStatus(401);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await submitSignIn(page, person);
  await expect(toast(page, 'Sign in failed', '')).toBeVisible();
});

test('a wrong password is said in the question, and deletes nothing', async ({ page, surprises }) => {
  surprises.expectStatus(400);
  await openSecurity(page);
  const dialog = await askToDelete(page);
  const password = dialog.getByLabel('Your Password');
  await expect(password).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
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

test('after too many wrong passwords the question says when to try again', async ({ page, surprises }) => {
  surprises.expectStatus(429);
  await page.route(DELETE, tooMany(120));
  await openSecurity(page);
  const dialog = await askToDelete(page);
  await dialog.getByLabel('Your Password').fill('not this one');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Too many attempts. Please try again in 2 minutes.');
});

test('an account without a password is confirmed with Google', async ({ page, person }) => {
  await page.route(PROFILE_CALL, (route) =>
    route.fulfill({ json: { ...profileOf(person), has_password: false, has_google: true } }),
  );
  await openProfile(page);
  await page.getByRole('tab', { name: 'Account Security' }).click();
  const dialog = await askToDelete(page);
  await expect(dialog.getByLabel('Your Password')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Confirm with Google' })).toBeVisible();
});
