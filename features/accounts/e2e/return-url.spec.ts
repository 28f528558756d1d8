import { addNext, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer, makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { SECURITY } from './account.ts';
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

test('the header leads to sign-up and back to the page with the chosen plan', async ({ page }) => {
  const target = `${paths.pricing}?billing=yearly&plan=pro`;
  await openPage(page, target);
  const signUp = page.getByRole('banner').getByRole('link', { name: 'Sign Up' });
  await signUp.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
  await expect(signUp).toHaveAttribute('href', addNext(paths.signUp, target));
  const password = 'safe harbour';
  await submitSignUp(page, { name: 'Sana Tariq', email: makeUniqueEmail(), password, confirm: password });
  await expect(page).toHaveURL(target);
});

for (const path of [paths.profile, SECURITY, paths.mySubscription, paths.subscriptions]) {
  test(`${path} redirects a visitor to sign in and back`, async ({ page, product }) => {
    const customer = await createCustomer(product.url);
    await page.goto(path);
    await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(path)}`);
    await waitForHydration(page);
    await submitSignIn(page, customer);
    await expect(page).toHaveURL(path);
  });
}

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
      for (const next of [
        '//evil.example',
        '/\\evil.example',
        'https://evil.example',
        'javascript:alert(1)',
      ]) {
        await page.goto(`${form}?next=${encodeURIComponent(next)}`);
        await expect(page, next).toHaveURL(`${product.url}${paths.home}`);
      }
    }
  });
});
