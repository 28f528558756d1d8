import { paths } from '#core/contract/paths.ts';
import { GOOGLE_CHANNEL } from '#features/accounts/contract/google.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';
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

const LOGIN = '**/api/customers/auth/google-login/';

const FORMS = [
  { ...SIGN_IN, title: 'Google Sign In Failed' },
  { ...SIGN_UP, title: 'Google Sign Up Failed' },
] as const;

test('a rejected sign-in and a closed popup show errors, and the popup opens again', async ({ page }) => {
  const [from] = FORMS;
  const rejected = await openGoogleWindow(page, from);
  await rejected.getByRole('button', { name: 'Cancel sign-in' }).click();
  await expect(getToast(page, from.title, 'No authorization code received')).toBeVisible();
  await expect.poll(() => rejected.isClosed()).toBe(true);
  await expect(page.getByRole('button', { name: from.button })).toBeEnabled();

  const closed = await pressGoogle(page, from);
  await closed.close();
  await expect(getToast(page, from.title, 'Popup closed by user')).toBeVisible();

  await continueAs(await pressGoogle(page, from), { email: uniqueGmail() });
  await expect(page).toHaveURL(paths.home);
});

test('a blocked popup shows an error', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  for (const from of FORMS) {
    await openPage(page, from.path);
    await page.getByRole('button', { name: from.button }).click();
    const text = 'Popup blocked. Please allow popups for this site.';
    await expect(getToast(page, from.title, text)).toBeVisible();
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    await expect(page.getByRole('button', { name: from.button })).toBeEnabled();
  }
});

test('a failed sign-in shows why it failed', async ({ page, context, browserErrors }) => {
  browserErrors.expectStatus(400);
  browserErrors.expectStatus(429);
  browserErrors.expectStatus(500);
  const title = 'Google Sign In Failed';

  await test.step("with the provider's message if it rejects the code", async () => {
    const popup = await openGoogleWindow(page);
    await chooseExchange(popup, 'rejected');
    await popup.getByRole('button').first().click();
    await expect(getToast(page, title, 'The Google simulator rejected the code.')).toBeVisible();
  });

  await test.step('with a default message if the token exchange fails', async () => {
    const popup = await pressGoogle(page);
    // Without its cookie, the popup does not match the browser that started the sign-in.
    await context.clearCookies({ name: 'google_browser' });
    await popup.getByRole('button').first().click();
    await expect(getToast(page, title, 'Failed to exchange code for tokens')).toBeVisible();
  });

  await test.step('with a default message if our server fails', async () => {
    await page.route(LOGIN, (route) => route.fulfill({ status: 500, body: 'Oops' }), { times: 1 });
    await (await pressGoogle(page)).getByRole('button').first().click();
    await expect(getToast(page, title, 'Failed to authenticate with backend')).toBeVisible();
    await expect(page.getByRole('main').getByText('Google login failed')).toBeVisible();
  });

  await test.step('with the time to wait after too many attempts', async () => {
    await page.route(LOGIN, rateLimited(300));
    await (await pressGoogle(page)).getByRole('button').first().click();
    const when = 'Too many attempts. Please try again in 5 minutes.';
    await expect(getToast(page, title, when)).toBeVisible();
  });
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
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  expect(await readLocalStorage(page, 'user')).toBeNull();
});
