import type { Locator, Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expect, test as productTest } from '#tests/e2e/fixtures.ts';
import type { Person } from '#tests/e2e/support/accounts.ts';
import { open } from '#tests/e2e/support/pages.ts';
import { makeAdministrator } from '#tests/e2e/support/second-factor.ts';

/** As an administrator of the test's own, so that nobody else's sign-in asks for a code. */
export const test = productTest.extend<{ person: Person }>({
  person: async ({ product }, use) => use(await makeAdministrator(product)),
});

/** Opens the dashboard and on it what there is about the second factor. */
export async function openSecondFactor(page: Page): Promise<Locator> {
  await open(page, paths.adminDashboard);
  await page.getByRole('button', { name: 'Second Factor' }).click();
  return page.getByRole('dialog', { name: 'Second factor' });
}

export const passwordField = (within: Page | Locator) => within.getByLabel('Password', { exact: true });
export const codeField = (within: Page | Locator) => within.getByLabel('Authentication code');

/** Gives the password and gets the key for the app. */
export async function beginSetUp(within: Page | Locator, password: string): Promise<string> {
  await passwordField(within).fill(password);
  await within.getByRole('button', { name: 'Continue' }).click();
  return within.getByRole('definition').innerText();
}

/** The recovery codes as they are shown. */
export async function readRecoveryCodes(within: Page | Locator): Promise<string[]> {
  const codes = within.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allInnerTexts();
}

/** Sends the first form of the sign-in. */
export async function sendPassword(page: Page, { name, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await passwordField(page).fill(password);
  await send(page);
}

export const send = (page: Page) => page.getByRole('button', { name: 'Access Admin Panel' }).click();
