import { GOOGLE_CHANNEL } from '#contract/accounts/google.ts';
import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage, readLocalStorage, getToast } from '#tests/e2e/support/pages.ts';
import { rateLimited } from './account.ts';
import {
  chooseExchange,
  continueAs,
  openGoogleWindow,
  pressGoogle,
  SIGN_IN,
  SIGN_UP,
  uniqueGmail,
} from './google.ts';

const FORMS = [
  { ...SIGN_IN, title: 'Google Sign In Failed' },
  { ...SIGN_UP, title: 'Google Sign Up Failed' },
];

for (const from of FORMS) {
  test(`a blocked popup shows an error: ${from.title}`, async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await openPage(page, from.path);
    await page.getByRole('button', { name: from.button }).click();
    const text = 'Popup blocked. Please allow popups for this site.';
    await expect(getToast(page, from.title, text)).toBeVisible();
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    await expect(page.getByRole('button', { name: from.button })).toBeEnabled();
  });

  test(`a closed popup shows an error, and can be opened again: ${from.title}`, async ({ page }) => {
    const popup = await openGoogleWindow(page, from);
    await popup.close();
    await expect(getToast(page, from.title, 'Popup closed by user')).toBeVisible();
    await continueAs(await pressGoogle(page, from), { email: uniqueGmail() });
    await expect(page).toHaveURL(paths.home);
  });

  test(`a sign-in rejected at Google shows an error: ${from.title}`, async ({ page }) => {
    const popup = await openGoogleWindow(page, from);
    await popup.getByRole('button', { name: 'Cancel sign-in' }).click();
    await expect(getToast(page, from.title, 'No authorization code received')).toBeVisible();
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect(page.getByRole('button', { name: from.button })).toBeEnabled();
  });
}

test("a failed token exchange shows the provider's message", async ({ page }) => {
  const popup = await openGoogleWindow(page);
  await chooseExchange(popup, 'rejected');
  await popup.getByRole('button').first().click();
  await expect(
    getToast(page, 'Google Sign In Failed', 'The Google simulator rejected the code.'),
  ).toBeVisible();
});

test('a failed token exchange without a message shows the default message', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const popup = await openGoogleWindow(page);
  // Without its cookie, the popup does not match the browser that started the sign-in.
  await context.clearCookies({ name: 'google_browser' });
  await popup.getByRole('button').first().click();
  await expect(getToast(page, 'Google Sign In Failed', 'Failed to exchange code for tokens')).toBeVisible();
});

test('a slow token exchange completes', async ({ page }) => {
  const popup = await openGoogleWindow(page);
  await chooseExchange(popup, 'slow');
  await popup.getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'Waiting for Google...' })).toBeVisible();
  await expect(page).toHaveURL(paths.home);
});

test('a sign-in rejected by our server shows an error', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(500);
  await page.route('**/api/customers/auth/google-login/', (route) =>
    route.fulfill({ status: 500, body: 'Oops' }),
  );
  const popup = await openGoogleWindow(page);
  await popup.getByRole('button').first().click();
  await expect(getToast(page, 'Google Sign In Failed', 'Failed to authenticate with backend')).toBeVisible();
  await expect(page.getByRole('main').getByText('Google login failed')).toBeVisible();
});

test('too many attempts show when to try again', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(429);
  await page.route('**/api/customers/auth/google-login/', rateLimited(300));
  const popup = await openGoogleWindow(page);
  await popup.getByRole('button').first().click();
  const when = 'Too many attempts. Please try again in 5 minutes.';
  await expect(getToast(page, 'Google Sign In Failed', when)).toBeVisible();
});

test('a popup falsely reported as closed still signs in', async ({ page }) => {
  await page.addInitScript(() => {
    const openWindow = window.open.bind(window);
    window.open = (...args) => {
      const opened = openWindow(...args);
      // Like a provider that isolates itself from its opener.
      return opened && ({ closed: true, close: () => opened.close() } as Window);
    };
  });
  const popup = await openGoogleWindow(page);
  await expect(getToast(page, 'Google Sign In Failed', 'Popup closed by user')).toBeVisible();
  await continueAs(popup, { email: uniqueGmail() });
  await expect(getToast(page, 'Welcome!', 'signed in with Google')).toBeVisible();
  await expect(page).toHaveURL(paths.home);
});

test('messages of other attempts and other sites are ignored', async ({ page }) => {
  await openGoogleWindow(page);
  await page.evaluate((name) => {
    const forged = { attempt: crypto.randomUUID(), ticket: 'forged' };
    const channel = new BroadcastChannel(name);
    channel.postMessage(forged);
    channel.postMessage('nonsense');
    channel.close();
    window.postMessage(forged, '*');
    window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: JSON.stringify(forged) }));
    window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: '{"broken' }));
  }, GOOGLE_CHANNEL);
  await expect(page.getByRole('button', { name: 'Waiting for Google...' })).toBeVisible();
  expect(await readLocalStorage(page, 'user')).toBeNull();
});
