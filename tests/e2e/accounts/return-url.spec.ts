import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer, makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { submitSignIn, submitSignUp } from './forms.ts';

test('sign-in returns to the previous page, and Back skips the form', async ({ page, product }) => {
  const person = await createCustomer(product.url);
  await openPage(page, paths.charting);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click();
  await expect(page).toHaveURL(paths.news);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await submitSignIn(page, person);
  await expect(page).toHaveURL(paths.news);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Financial News');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advanced Charting');
});

test('a failed attempt does not add the form to the history', async ({ page, product, browserErrors }) => {
  browserErrors.expectStatus(401);
  const person = await createCustomer(product.url);
  await openPage(page, paths.pricing);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await submitSignIn(page, { ...person, password: 'not this one' });
  await expect(page.getByRole('main')).toContainText(/invalid|no active|incorrect|unable/i);
  await submitSignIn(page, person);
  await expect(page).toHaveURL(paths.pricing);
  await page.goBack();
  await expect(page).toHaveURL(paths.pricing);
});

test('sign-in returns to the query of the page, also through the sign-up form', async ({ page }) => {
  const target = `${paths.psxSignals}?signal_type=intraday`;
  await openPage(page, target);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
  const password = 'safe harbour';
  await submitSignUp(page, { name: 'Sana Tariq', email: makeUniqueEmail(), password, confirm: password });
  await expect(page).toHaveURL(target);
});

for (const path of [paths.profile, paths.mySubscription, paths.subscriptions]) {
  test(`${path} redirects a visitor to sign in and back`, async ({ page, product }) => {
    const person = await createCustomer(product.url);
    await page.goto(path);
    await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(path)}`);
    await submitSignIn(page, person);
    await expect(page).toHaveURL(path);
  });
}

/** Values that a browser could interpret as the URL of another site. */
const EXTERNAL_URLS = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '///evil.example/path',
  'evil.example',
];

test('sign-in does not redirect to another site', async ({ page, product }) => {
  const person = await createCustomer(product.url);
  await openPage(page, `${paths.signIn}?next=${encodeURIComponent('//evil.example')}`);
  await submitSignIn(page, person);
  await expect(page).toHaveURL(`${product.url}${paths.home}`);
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('who is already signed in is redirected from both forms', async ({ page }) => {
    await page.goto(`${paths.signIn}?next=${encodeURIComponent(paths.pricing)}`);
    await expect(page).toHaveURL(paths.pricing);
    await page.goto(paths.signUp);
    await expect(page).toHaveURL(paths.home);
  });

  for (const form of [paths.signIn, paths.signUp]) {
    test(`is redirected from ${form} to the home page if the target is another site`, async ({
      page,
      product,
    }) => {
      for (const next of EXTERNAL_URLS) {
        await page.goto(`${form}?next=${encodeURIComponent(next)}`);
        await expect(page, next).toHaveURL(`${product.url}${paths.home}`);
      }
    });
  }
});
