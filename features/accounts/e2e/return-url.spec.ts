import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer, makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { SECURITY } from './account.ts';
import { submitSignIn, submitSignUp } from './forms.ts';

test('sign-in returns to the previous page, and Back skips the form', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  const person = await createCustomer(product.url);
  await openPage(page, paths.charting);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click();
  await expect(page).toHaveURL(paths.news);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  // A failed attempt does not add the form to the history.
  await submitSignIn(page, { ...person, password: 'not this one' });
  await expect(page.getByRole('main')).toContainText('No active account found');
  await submitSignIn(page, person);
  await expect(page).toHaveURL(paths.news);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Financial News');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advanced Charting');
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

test('a page of customers redirects a visitor to sign in and back', async ({ page, product }) => {
  const customer = await createCustomer(product.url);
  await page.goto(SECURITY);
  await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(SECURITY)}`);
  await waitForHydration(page);
  await submitSignIn(page, customer);
  await expect(page).toHaveURL(SECURITY);
});

test('sign-in does not redirect to another site', async ({ page, product }) => {
  const person = await createCustomer(product.url);
  await openPage(page, `${paths.signIn}?next=${encodeURIComponent('//evil.example')}`);
  await submitSignIn(page, person);
  await expect(page).toHaveURL(`${product.url}${paths.home}`);
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('who is already signed in is redirected from both forms, but not to another site', async ({
    page,
    product,
  }) => {
    await page.goto(`${paths.signIn}?next=${encodeURIComponent(paths.pricing)}`);
    await expect(page).toHaveURL(paths.pricing);
    await page.goto(paths.signUp);
    await expect(page).toHaveURL(paths.home);
    // A unit test covers more forms of such URLs.
    for (const form of [paths.signIn, paths.signUp]) {
      for (const next of ['/\\evil.example', 'https://evil.example']) {
        await page.goto(`${form}?next=${encodeURIComponent(next)}`);
        await expect(page, next).toHaveURL(`${product.url}${paths.home}`);
      }
    }
  });
});
