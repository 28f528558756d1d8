import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { uniqueEmail } from '#tests/e2e/support/accounts.ts';
import { open, toast } from '#tests/e2e/support/pages.ts';
import { rateLimited } from './account.ts';
import { submitSignIn, submitSignUp } from './forms.ts';

const WHEN = 'Too many attempts. Please try again in 5 minutes.';

test.beforeEach(({ surprises }) => surprises.expectStatus(429));

test('after too many sign-ins the form shows when to try again', async ({ page }) => {
  await page.route('**/api/customers/auth/login/', rateLimited(300));
  await open(page, paths.signIn);
  await submitSignIn(page, { email: uniqueEmail(), password: 'not this one' });
  await expect(toast(page, 'Sign in failed', WHEN)).toBeVisible();
  await expect(page.getByRole('main').getByText(WHEN)).toBeVisible();
});

test('after too many sign-ups the form shows when to try again', async ({ page }) => {
  await page.route('**/api/customers/auth/register/', rateLimited(300));
  await open(page, paths.signUp);
  const password = 'safe harbour';
  await submitSignUp(page, { name: 'Sana Tariq', email: uniqueEmail(), password, confirm: password });
  await expect(toast(page, 'Sign up failed', WHEN)).toBeVisible();
  await expect(page.getByRole('main').getByText(WHEN)).toBeVisible();
});

test('after too many administrator sign-ins the form shows when to try again', async ({ page }) => {
  await page.route('**/api/admin/auth/login/', rateLimited(300));
  await open(page, paths.adminSignIn);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Access Admin Panel' }).click();
  await expect(toast(page, 'Access denied', WHEN)).toBeVisible();
  await expect(page.getByRole('main').getByText(WHEN)).toBeVisible();
});
