import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { DEMO_ADMIN } from '#server/startup/public-passwords.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { makeCustomer, type Person, uniqueEmail } from '#tests/e2e/support/accounts.ts';
import { addressOf, hold, hydrated, stored, toast } from '#tests/e2e/support/pages.ts';
import { fillSignUp } from './forms.ts';

/** Holds every script back, as a slow connection would, until it is told to let them come. */
async function withoutScriptsYet(page: Page, address: string): Promise<() => void> {
  const { release } = await hold(page, '**/assets/*.js');
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return release;
}

async function fillSignIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

/** Presses Enter and waits for the page that the server makes in answer. */
async function submitToServer(page: Page): Promise<string> {
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.request().isNavigationRequest(),
  );
  await page.keyboard.press('Enter');
  return (await answer).url();
}

test('a sign-in that is sent before the page is interactive counts, and nothing of it is in the address', async ({
  page,
  product,
}) => {
  const person = await makeCustomer(product.address);
  const letScriptsCome = await withoutScriptsYet(page, `${paths.signIn}?next=%2Fcharting`);
  await fillSignIn(page, person);
  const posted = await submitToServer(page);
  expect(decodeURIComponent(posted)).not.toContain(person.password);
  expect(decodeURIComponent(posted)).not.toContain(person.email);
  letScriptsCome();
  await expect(page).toHaveURL(paths.charting);
  await expect(toast(page, 'Welcome back!', 'You have been successfully signed in.')).toBeVisible();
  expect(await stored(page, 'refresh_token')).toBeTruthy();
});

test('a sign-up that is sent before the page is interactive counts', async ({ page }) => {
  const email = uniqueEmail();
  const letScriptsCome = await withoutScriptsYet(page, paths.signUp);
  await fillSignUp(page, { name: 'Hina Raza', email, password: 'safe harbour', confirm: 'safe harbour' });
  expect(decodeURIComponent(await submitToServer(page))).not.toContain('safe harbour');
  letScriptsCome();
  await expect(page).toHaveURL(paths.home);
  await expect(toast(page, 'Account created!', 'Welcome to Tezi.')).toBeVisible();
  expect(JSON.parse((await stored(page, 'user')) ?? '')).toMatchObject({ email, firstName: 'Hina' });
});

test('a wrong password that is sent before the page is interactive is refused on the page that comes back', async ({
  page,
  product,
}) => {
  const person = await makeCustomer(product.address);
  const letScriptsCome = await withoutScriptsYet(page, paths.signIn);
  await fillSignIn(page, { ...person, password: 'not this one' });
  await submitToServer(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  letScriptsCome();
  await hydrated(page);
  await expect(toast(page, 'Sign in failed', 'Invalid email or password. Please try again.')).toBeVisible();
  expect(addressOf(page)).toBe(paths.signIn);
});

test("an administrator's sign-in that is sent before the page is interactive counts", async ({ page }) => {
  const letScriptsCome = await withoutScriptsYet(page, paths.adminSignIn);
  await page.getByLabel('Username').fill(DEMO_ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password);
  await submitToServer(page);
  letScriptsCome();
  await expect(page).toHaveURL(paths.adminDashboard);
  await expect(page.getByRole('button', { name: 'Add New Signal' })).toBeVisible();
});
