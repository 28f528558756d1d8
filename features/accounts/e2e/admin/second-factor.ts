import type { Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test as productTest } from '#tests/e2e/fixtures.ts';
import type { TestUser } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { createAdministrator } from '#tests/e2e/support/second-factor.ts';

/** Signs in as a new administrator per test, so that a second factor does not affect other tests. */
export const test = productTest.extend<{ person: TestUser }>({
  user: async ({ product }, use) => use(await createAdministrator(product)),
});

/** Opens the second factor dialog on the dashboard. */
export async function openSecondFactor(page: Page): Promise<Locator> {
  await openPage(page, paths.adminDashboard);
  await page.getByRole('button', { name: 'Second factor' }).click();
  return page.getByRole('dialog', { name: 'Second factor' });
}

export const passwordField = (within: Page | Locator) => within.getByLabel('Password', { exact: true });
export const codeField = (within: Page | Locator) => within.getByLabel('Authentication code');

/** Submits the password. Returns the key for the authenticator app. */
export async function startSetup(within: Page | Locator, password: string): Promise<string> {
  await passwordField(within).fill(password);
  await within.getByRole('button', { name: 'Continue' }).click();
  return within.getByRole('definition').innerText();
}

/** Returns the displayed recovery codes. */
export async function readRecoveryCodes(within: Page | Locator): Promise<string[]> {
  const codes = within.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allInnerTexts();
}

/** Submits username and password. */
export async function sendPassword(page: Page, { name, password }: TestUser): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await passwordField(page).fill(password);
  await send(page);
}

export const send = (page: Page) => page.getByRole('button', { name: 'Access Admin Panel' }).click();
