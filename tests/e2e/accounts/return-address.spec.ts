import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { makeCustomer, uniqueEmail } from '#tests/e2e/support/accounts.ts';
import { open } from '#tests/e2e/support/pages.ts';
import { submitSignIn, submitSignUp } from './forms.ts';

test('signing in returns to the page that it was asked from, and Back does not lead to the form', async ({
  page,
  product,
}) => {
  const person = await makeCustomer(product.address);
  await open(page, paths.charting);
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

test('a wrong try before does not put the form into the history', async ({ page, product, surprises }) => {
  surprises.expectStatus(401);
  const person = await makeCustomer(product.address);
  await open(page, paths.pricing);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await submitSignIn(page, { ...person, password: 'not this one' });
  await expect(page.getByRole('main')).toContainText(/invalid|no active|incorrect|unable/i);
  await submitSignIn(page, person);
  await expect(page).toHaveURL(paths.pricing);
  await page.goBack();
  await expect(page).toHaveURL(paths.pricing);
});

test('the query of the page is kept through sign-in, also by way of the sign-up form', async ({ page }) => {
  const target = `${paths.psxSignals}?signal_type=intraday`;
  await open(page, target);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
  const password = 'safe harbour';
  await submitSignUp(page, { name: 'Sana Tariq', email: uniqueEmail(), password, confirm: password });
  await expect(page).toHaveURL(target);
});

for (const address of [paths.profile, paths.mySubscription, paths.subscriptions]) {
  test(`${address} sends a visitor to sign in and shows itself afterwards`, async ({ page, product }) => {
    const person = await makeCustomer(product.address);
    await page.goto(address);
    await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(address)}`);
    await submitSignIn(page, person);
    await expect(page).toHaveURL(address);
  });
}

/** What a browser could read as another site's address. */
const ELSEWHERE = [
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

test('signing in does not lead to another site', async ({ page, product }) => {
  const person = await makeCustomer(product.address);
  await open(page, `${paths.signIn}?next=${encodeURIComponent('//evil.example')}`);
  await submitSignIn(page, person);
  await expect(page).toHaveURL(`${product.address}${paths.home}`);
});

test.describe('a customer', () => {
  test.use({ reader: 'customer' });

  test('who is signed in already is sent on from both forms', async ({ page }) => {
    await page.goto(`${paths.signIn}?next=${encodeURIComponent(paths.pricing)}`);
    await expect(page).toHaveURL(paths.pricing);
    await page.goto(paths.signUp);
    await expect(page).toHaveURL(paths.home);
  });

  for (const form of [paths.signIn, paths.signUp]) {
    test(`is sent home from ${form} when it names another site to go to`, async ({ page, product }) => {
      for (const next of ELSEWHERE) {
        await page.goto(`${form}?next=${encodeURIComponent(next)}`);
        await expect(page, next).toHaveURL(`${product.address}${paths.home}`);
      }
    });
  }
});
