import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { open } from '#tests/e2e/support/pages.ts';

interface Form {
  address: string;
  button: string;
}

export const SIGN_IN: Form = { address: paths.signIn, button: 'Sign in with Google' };
export const SIGN_UP: Form = { address: paths.signUp, button: 'Sign up with Google' };

/** A Gmail address that no other test uses. */
export const uniqueGmail = () => `trader-${randomBytes(6).toString('hex')}@gmail.com`;

/** Opens a sign-in page and presses its button; gives Google's window on the stand-in's page. */
export async function openGoogleWindow(page: Page, from = SIGN_IN): Promise<Page> {
  await open(page, from.address);
  return pressGoogle(page, from);
}

export async function pressGoogle(page: Page, from = SIGN_IN): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: from.button }).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Choose an account' }).waitFor();
  return popup;
}

/** Chooses on the stand-in's page how the code's exchange goes. */
export async function chooseExchange(popup: Page, answer: 'slow' | 'refused'): Promise<void> {
  await popup.getByRole('link', { name: answer }).click();
  await popup.locator('a[aria-current]', { hasText: answer }).waitFor();
}

/** Continues on the stand-in's page as anybody. */
export async function continueAs(
  popup: Page,
  person: { name?: string; email: string; isVerified?: boolean },
): Promise<void> {
  await popup.getByText('Somebody else').click();
  await popup.getByLabel('Name').fill(person.name ?? 'Ayesha Khan');
  await popup.getByLabel('E-mail').fill(person.email);
  await popup.getByLabel('The address is verified').setChecked(person.isVerified ?? true);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await closed;
}
