import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { DEMO_ADMIN } from '#core/server/config/demo.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer, makeUniqueEmail, type TestUser } from '#tests/e2e/support/accounts.ts';
import {
  getPath,
  getToast,
  holdRequests,
  readLocalStorage,
  waitForHydration,
} from '#tests/e2e/support/pages.ts';
import { fillSignUp } from './forms.ts';

/** Opens a page and holds its scripts, like a slow connection. Returns the function that releases them. */
async function openBeforeHydration(page: Page, url: string): Promise<() => void> {
  const { release } = await holdRequests(page, '**/assets/*.js');
  await page.goto(url, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return release;
}

async function fillSignIn(page: Page, person: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

/** Presses Enter and waits for the page that the server renders in response. */
async function submitToServer(page: Page): Promise<string> {
  const navigation = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.request().isNavigationRequest(),
  );
  await page.keyboard.press('Enter');
  return (await navigation).url();
}

test('a sign-in submitted before hydration succeeds, and its fields are not in the URL', async ({
  page,
  product,
}) => {
  const person = await createCustomer(product.url);
  const releaseScripts = await openBeforeHydration(page, `${paths.signIn}?next=%2Fcharting`);
  await fillSignIn(page, person);
  const posted = await submitToServer(page);
  expect(decodeURIComponent(posted)).not.toContain(person.password);
  expect(decodeURIComponent(posted)).not.toContain(person.email);
  releaseScripts();
  await expect(page).toHaveURL(paths.charting);
  await expect(getToast(page, 'Welcome back!', 'You have been successfully signed in.')).toBeVisible();
  expect(await readLocalStorage(page, 'refresh_token')).toBeTruthy();
});

test('a sign-up submitted before hydration succeeds', async ({ page }) => {
  const email = makeUniqueEmail();
  const releaseScripts = await openBeforeHydration(page, paths.signUp);
  await fillSignUp(page, { name: 'Hina Raza', email, password: 'safe harbour', confirm: 'safe harbour' });
  expect(decodeURIComponent(await submitToServer(page))).not.toContain('safe harbour');
  releaseScripts();
  await expect(page).toHaveURL(paths.home);
  await expect(getToast(page, 'Account created!', 'Welcome to Tezi.')).toBeVisible();
  expect(JSON.parse((await readLocalStorage(page, 'user')) ?? '')).toMatchObject({
    email,
    firstName: 'Hina',
  });
});

test('a wrong password submitted before hydration is rejected on the returned page', async ({
  page,
  product,
}) => {
  const person = await createCustomer(product.url);
  const releaseScripts = await openBeforeHydration(page, paths.signIn);
  await fillSignIn(page, { ...person, password: 'not this one' });
  await submitToServer(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  releaseScripts();
  await waitForHydration(page);
  await expect(
    getToast(page, 'Sign in failed', 'Invalid email or password. Please try again.'),
  ).toBeVisible();
  expect(getPath(page)).toBe(paths.signIn);
});

test("an administrator's sign-in submitted before hydration succeeds", async ({ page }) => {
  const releaseScripts = await openBeforeHydration(page, paths.adminSignIn);
  await page.getByLabel('Username').fill(DEMO_ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password);
  await submitToServer(page);
  releaseScripts();
  await expect(page).toHaveURL(paths.adminDashboard);
  await expect(page.getByRole('button', { name: 'Add New Signal' })).toBeVisible();
});
