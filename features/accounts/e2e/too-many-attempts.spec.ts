import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { getToast, openPage } from '#tests/e2e/support/pages.ts';
import { rateLimited } from './account.ts';
import { submitSignIn, submitSignUp } from './forms.ts';

const WHEN = 'Too many attempts. Please try again in 5 minutes.';

test('after too many attempts the forms show when to try again', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(429);

  await test.step('sign-in', async () => {
    await page.route('**/api/customers/auth/login/', rateLimited(300));
    await openPage(page, paths.signIn);
    await submitSignIn(page, { email: makeUniqueEmail(), password: 'not this one' });
    await expect(getToast(page, 'Sign in failed', WHEN)).toBeVisible();
    await expect(page.getByRole('main').getByText(WHEN)).toBeVisible();
  });

  await test.step('sign-up', async () => {
    await page.route('**/api/customers/auth/register/', rateLimited(300));
    await openPage(page, paths.signUp);
    const password = 'safe harbour';
    await submitSignUp(page, { name: 'Sana Tariq', email: makeUniqueEmail(), password, confirm: password });
    await expect(getToast(page, 'Sign up failed', WHEN)).toBeVisible();
    await expect(page.getByRole('main').getByText(WHEN)).toBeVisible();
  });

  await test.step("an administrator's sign-in", async () => {
    await page.route('**/api/admin/auth/login/', rateLimited(300));
    await openPage(page, paths.adminSignIn);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Access Admin Panel' }).click();
    await expect(getToast(page, 'Sign in failed', WHEN)).toBeVisible();
    await expect(page.getByRole('main').getByText(WHEN)).toBeVisible();
  });
});
