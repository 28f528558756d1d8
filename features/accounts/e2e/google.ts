import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

interface Form {
  path: string;
  button: string;
}

export const SIGN_IN: Form = { path: paths.signIn, button: 'Sign in with Google' };
export const SIGN_UP: Form = { path: paths.signUp, button: 'Sign up with Google' };

/** A Gmail address that no other test uses. */
export const uniqueGmail = () => `trader-${randomBytes(6).toString('hex')}@gmail.com`;

/** Opens a sign-in page and presses the Google button. Returns the popup with the simulator's page. */
export async function openGoogleWindow(page: Page, from = SIGN_IN): Promise<Page> {
  await openPage(page, from.path);
  return pressGoogle(page, from);
}

export async function pressGoogle(page: Page, from = SIGN_IN): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: from.button }).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Choose an account' }).waitFor();
  return popup;
}

/** Chooses the outcome of the token exchange on the simulator's page. */
export async function chooseExchange(popup: Page, outcome: 'slow' | 'rejected'): Promise<void> {
  await popup.getByRole('link', { name: outcome }).click();
  await popup.locator('a[aria-current]', { hasText: outcome }).waitFor();
}

/** Signs in with a typed account on the simulator's page. */
export async function continueAs(
  popup: Page,
  person: { name?: string; email: string; isVerified?: boolean },
): Promise<void> {
  await popup.getByText('Use another account').click();
  await popup.getByLabel('Name').fill(person.name ?? 'Ayesha Khan');
  await popup.getByLabel('Email', { exact: true }).fill(person.email);
  await popup.getByLabel('The email address is verified').setChecked(person.isVerified ?? true);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await closed;
}
