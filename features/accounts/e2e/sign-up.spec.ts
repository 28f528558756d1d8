import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer, makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { getToast, holdRequests, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';
import { submitSignUp } from './forms.ts';

const makeFields = () => ({
  name: 'Bilal Ahmed Qureshi',
  email: makeUniqueEmail(),
  password: 'safe harbour',
  confirm: 'safe harbour',
});

test('a visitor signs up, sees a welcome toast, goes home and is signed in, with the name split at the first space', async ({
  page,
}) => {
  const fields = makeFields();
  await openPage(page, paths.signUp);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
  await submitSignUp(page, fields);
  await expect(
    getToast(page, 'Account created!', 'Welcome to Tezi. You have been successfully registered.'),
  ).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText(fields.email)).toBeVisible();

  const access = await readLocalStorage(page, 'access_token');
  expect(access).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(await readLocalStorage(page, 'refresh_token')).toBeTruthy();
  expect(JSON.parse((await readLocalStorage(page, 'user')) ?? '')).toEqual({
    id: fields.email,
    email: fields.email,
    name: 'Bilal Ahmed Qureshi',
    firstName: 'Bilal',
    lastName: 'Ahmed Qureshi',
    accessToken: access,
  });
});

const REJECTED = [
  ['blank', { name: '', email: '', password: '', confirm: '' }, 'Please fill in all fields', 'Full Name'],
  ['without a confirmation', { confirm: '' }, 'Please fill in all fields', 'Confirm Password'],
  ['with spaces as the name', { name: '   ' }, 'Please fill in all fields', 'Full Name'],
  ['with a different confirmation', { confirm: 'safe harbor' }, 'Passwords do not match', 'Confirm Password'],
  [
    'with a password of five characters',
    { password: '12345', confirm: '12345' },
    'Password must be at least 6 characters long',
    'Password',
  ],
] as const;

test('an invalid form, a registered email and a server error are shown, and a second submission creates no second account', async ({
  page,
  product,
  browserErrors,
}) => {
  await test.step('an invalid form is rejected, keeps the typed values and focuses the field', async () => {
    await openPage(page, paths.signUp);
    for (const [which, wrong, text, field] of REJECTED) {
      await test.step(`${which}: "${text}"`, async () => {
        const fields = { ...makeFields(), ...wrong };
        await submitSignUp(page, fields);
        await expect(getToast(page, 'Error', text).first()).toBeVisible();
        await expect(page.getByLabel(field, { exact: true })).toBeFocused();
        await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true');
        await expect(page.getByLabel('Email', { exact: true })).toHaveValue(fields.email);
        await expect(page).toHaveURL(paths.signUp);
        expect(await readLocalStorage(page, 'access_token')).toBeNull();
      });
    }
  });

  await test.step('an email that is already registered is rejected, regardless of case', async () => {
    const { email } = await createCustomer(product.url);
    browserErrors.expectStatus(400);

    await submitSignUp(page, { ...makeFields(), email: email.toUpperCase() });
    await expect(getToast(page, 'Sign up failed', 'Please try again')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(page.getByRole('main')).toContainText(/already|exists/i);
    expect(await readLocalStorage(page, 'access_token')).toBeNull();
  });

  await test.step('a server error is shown, and the form can be submitted again', async () => {
    browserErrors.expectStatus(503);
    await page.route(
      '**/api/customers/auth/register/',
      (route) => route.fulfill({ status: 503, body: '{}' }),
      {
        times: 1,
      },
    );
    const fields = makeFields();

    await submitSignUp(page, fields);
    await expect(getToast(page, 'Error', 'An error occurred during sign up')).toBeVisible();
    await expect(page.getByLabel('Full Name')).toHaveValue(fields.name);
  });

  await test.step('the button shows progress, and a second submission creates no second account', async () => {
    const { release, count } = await holdRequests(page, '**/api/customers/auth/register/');

    // A single word becomes first and last name, and six characters are enough.
    await submitSignUp(page, { ...makeFields(), name: 'Bilal', password: 'sixsix', confirm: 'sixsix' });
    const busy = page.getByRole('button', { name: 'Creating account...' });
    await expect(busy).toBeVisible();
    // Users can click a button with `aria-disabled`; Playwright would wait.
    await busy.click({ force: true });
    await page.keyboard.press('Enter');
    release();
    await expect(page).toHaveURL(paths.home);
    expect(count()).toBe(1);
    expect(JSON.parse((await readLocalStorage(page, 'user')) ?? '')).toMatchObject({
      firstName: 'Bilal',
      lastName: 'Bilal',
    });
  });
});
