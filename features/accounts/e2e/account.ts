import type { Page, Route } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { call, type TestUser } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

export const SECURITY = `${paths.profile}?tab=security`;

export const PROFILE_CALL = '**/api/customers/profile/';
export const SESSIONS_CALL = '**/api/customers/sessions/';

export async function openProfile(page: Page): Promise<void> {
  await openPage(page, paths.profile);
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
}

/** Opens the security tab and waits for the devices, after which the page sends no further requests. */
export async function openSecurity(page: Page): Promise<void> {
  await openPage(page, SECURITY);
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
}

export interface NewPassword {
  current: string;
  next: string;
  confirm: string;
}

export async function fillPasswords(page: Page, { current, next, confirm }: NewPassword): Promise<void> {
  await page.getByLabel('Current Password').fill(current);
  await page.getByLabel('New Password', { exact: true }).fill(next);
  await page.getByLabel('Confirm New Password').fill(confirm);
}

export const updateButton = (page: Page) => page.getByRole('button', { name: 'Update Password' });

/** Signs the customer in on another device. */
export async function signInElsewhere(baseUrl: string, person: TestUser): Promise<TestUser> {
  const { tokens } = await call(baseUrl, signIn, {
    body: { email: person.email, password: person.password },
  });
  return { ...person, ...tokens };
}

/** Returns a route handler that responds like the rate limit. */
export const rateLimited = (seconds: number) => (route: Route) =>
  route.fulfill({
    status: 429,
    headers: { 'Retry-After': String(seconds) },
    json: { detail: `Request was throttled. Expected available in ${seconds} seconds.` },
  });

/** Creates a profile response. */
export const makeProfile = ({ email }: TestUser) => ({
  first_name: 'Ayesha',
  last_name: 'Khan',
  email,
  phone: null,
  email_verified: true,
  has_password: true,
  has_google: false,
});
