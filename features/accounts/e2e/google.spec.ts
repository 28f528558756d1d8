import { addNext, paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer } from '#tests/e2e/support/accounts.ts';
import { getToast, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';
import { continueAs, openGoogleWindow, pressGoogle, SIGN_IN, SIGN_UP, uniqueGmail } from './google.ts';

const readUser = async (page: Parameters<typeof readLocalStorage>[0]) =>
  JSON.parse((await readLocalStorage(page, 'user')) ?? 'null');

test('the first button of the popup signs a verified user in, who returns to the previous page', async ({
  page,
}) => {
  await openPage(page, addNext(paths.signIn, paths.swingSignals));
  const popup = await pressGoogle(page);
  await expectNoFaultsInBothThemes(popup, "on the simulator's page");
  await expect(page.getByText('This demo uses a Google simulator')).toBeVisible();
  expect(new URL(popup.url()).pathname).toMatch(/^\/simulators\/google\//);
  const size = await popup.evaluate(() => [window.innerWidth, window.innerHeight]);
  expect(size).toEqual([500, 600]);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toHaveAttribute('aria-disabled', 'true');
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button').first().click();
  await closed;
  await expect(getToast(page, 'Welcome!', 'signed in with Google')).toBeVisible();
  await expect(page).toHaveURL(paths.swingSignals);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  expect(await readUser(page)).toMatchObject({
    id: expect.stringMatching(/^\d{21}$/),
    email: 'ayesha.siddiqui@gmail.com',
    name: 'Ayesha Siddiqui',
  });
  for (const key of ['access_token', 'refresh_token']) expect(await readLocalStorage(page, key)).toBeTruthy();
  expect(await readLocalStorage(page, 'google-sign-in')).toBeNull();
});

test('a new user signs up, and signs in to the same account in another browser', async ({
  page,
  openBrowser,
}) => {
  const person = { name: 'Sana Malik', email: uniqueGmail() };
  await continueAs(await openGoogleWindow(page, SIGN_UP), person);
  await expect(getToast(page, 'Welcome!', 'signed up with Google')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
  const first = await readUser(page);
  expect(first).toMatchObject({ email: person.email, name: 'Sana Malik' });

  const elsewhere = await openBrowser();
  await continueAs(await openGoogleWindow(elsewhere, SIGN_IN), person);
  await expect(elsewhere).toHaveURL(paths.home);
  expect((await readUser(elsewhere)).id).toBe(first.id);
});

test('an email for which Google is not authoritative does not open its existing account', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const { email } = await createCustomer(product.url);
  await continueAs(await openGoogleWindow(page), { email });
  await expect(getToast(page, 'Google Sign In Failed', 'Failed to authenticate with backend')).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText('An account with this email already exists. Please sign in with your password.'),
  ).toBeVisible();
  expect(await readLocalStorage(page, 'user')).toBeNull();
});
