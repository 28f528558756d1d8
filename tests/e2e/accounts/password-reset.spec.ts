import type { Page } from '@playwright/test';
import { requestPasswordReset } from '#contract/accounts/passwords.ts';
import { signIn } from '#contract/accounts/sign-in.ts';
import { paths } from '#contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#tests/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, makeCustomer, uniqueEmail } from '#tests/e2e/support/accounts.ts';
import { mailedLink, openMail, RESET_SUBJECT } from '#tests/e2e/support/mailbox.ts';
import { addressOf, hydrated, open, PHONE, stored, toast } from '#tests/e2e/support/pages.ts';
import { submitSignIn } from './forms.ts';

const NEW_PASSWORD = 'a quite new password';

async function askFor(page: Page, email: string): Promise<void> {
  await open(page, paths.forgotPassword);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
}

async function setPassword(page: Page, password: string, confirm = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(confirm);
  await page.getByRole('button', { name: 'Change Password' }).click();
}

test('a forgotten password is set anew by mail, from the sign-in page to the sign-in', async ({
  page,
  product,
}) => {
  const { email } = await makeCustomer(product.address);
  await open(page, paths.signIn);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot Password?');
  expect(addressOf(page)).toBe(paths.forgotPassword);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused();

  await page.getByRole('link', { name: "the demo's mailbox" }).click();
  const mail = await openMail(page, email, RESET_SUBJECT);
  await mail.getByRole('link', { name: /#token=/ }).click();
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
  expect(addressOf(page), 'the address without the token').toBe(paths.resetPassword);

  await setPassword(page, NEW_PASSWORD);
  await expect(toast(page, 'Password changed', 'Sign in with the new one.')).toBeVisible();
  await expect(page).toHaveURL(paths.signIn);
  await submitSignIn(page, { email, password: NEW_PASSWORD });
  await expect(page).toHaveURL(paths.home);
  await openMail(page, email, 'Your Tezi password was changed');
});

test('an address without an account is told the same', async ({ page, product }) => {
  const { email } = await makeCustomer(product.address);
  const texts: string[] = [];
  for (const asked of [email, uniqueEmail()]) {
    await askFor(page, asked);
    texts.push((await page.getByRole('main').innerText()).replaceAll(asked, ''));
  }
  expect(texts[1]).toBe(texts[0]);
  await expectNoFaultsInBothThemes(page, 'after asking');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test('a link can be asked for again after a while; too often is told when', async ({
  page,
  product,
  surprises,
}) => {
  surprises.expectStatus(429);
  const { email } = await makeCustomer(product.address);
  await page.clock.install();
  await askFor(page, email);
  for (let time = 2; time <= 3; time += 1) {
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await page.clock.fastForward(30_000);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('You can have it sent again in half a minute.')).toBeVisible();
  }
  await page.clock.fastForward(30_000);
  await page.getByRole('button', { name: 'Send again' }).click();
  const refusal = /^Too many attempts\. Please try again in (29|30) minutes\.$/;
  await expect(page.getByRole('main').getByText(refusal)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('an e-mail that cannot be one is refused at its field', async ({ page, surprises }) => {
  surprises.expectStatus(400);
  await open(page, paths.forgotPassword);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(toast(page, 'Error', 'Please fill in all fields')).toBeVisible();
  await page.getByLabel('Email').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Enter a valid email address.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectNoFaultsInBothThemes(page, 'with an error');
});

test('a link that is asked for before the page is interactive is sent', async ({
  browser,
  page,
  product,
}) => {
  const { email } = await makeCustomer(product.address);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.address });
  const plain = await context.newPage();
  await plain.goto(paths.forgotPassword);
  await plain.getByLabel('Email').fill(email);
  await plain.keyboard.press('Enter');
  await expect(plain.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  expect(plain.url()).not.toContain('example.com');
  await context.close();
  await openMail(page, email, RESET_SUBJECT);
});

test.describe('a mailed link', () => {
  async function linkOf(address: string, email: string): Promise<string> {
    await call(address, requestPasswordReset, { body: { email } });
    return mailedLink(address, email, RESET_SUBJECT);
  }

  test('asks for a password that is long enough, typed twice, and not everybody’s', async ({
    page,
    product,
    surprises,
  }) => {
    surprises.expectStatus(400);
    const { email } = await makeCustomer(product.address);
    await open(page, await linkOf(product.address, email));
    await setPassword(page, '');
    await expect(toast(page, 'Error', 'Please fill in all fields')).toBeVisible();
    await setPassword(page, NEW_PASSWORD, 'something else');
    await expect(page.getByRole('main').getByText('New passwords do not match')).toBeVisible();
    await setPassword(page, 'seven c');
    await expect(
      page.getByRole('main').getByText('Password must be at least 8 characters long'),
    ).toBeVisible();
    await setPassword(page, 'password1');
    await expect(page.getByRole('main').getByText('This password is too common.')).toBeVisible();
    await expect(page.getByLabel('New Password', { exact: true })).toBeFocused();
    await expectNoFaultsInBothThemes(page, 'with an error');
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await setPassword(page, NEW_PASSWORD);
    await expect(page).toHaveURL(paths.signIn);
  });

  test('that was used says so, and leads to a new one', async ({ page, product, surprises }) => {
    surprises.expectStatus(400);
    const { email } = await makeCustomer(product.address);
    const link = await linkOf(product.address, email);
    await open(page, link);
    await setPassword(page, NEW_PASSWORD);
    await expect(page).toHaveURL(paths.signIn);
    await open(page, link);
    await setPassword(page, NEW_PASSWORD);
    await expect(page.getByText('This link does not work any more. Please ask for a new one.')).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with an ended link');
    await page.getByRole('link', { name: 'Ask for a New Link' }).click();
    await expect(page).toHaveURL(paths.forgotPassword);
  });

  test('that is missing from the address is asked for', async ({ page }) => {
    await open(page, paths.resetPassword);
    await expect(page.getByText('The link is missing')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask for a New Link' })).toBeVisible();
  });

  test('opened on a page that has one already takes its place', async ({ page, product, surprises }) => {
    surprises.expectStatus(400);
    const { email } = await makeCustomer(product.address);
    await open(page, `${paths.resetPassword}#token=ended`);
    await setPassword(page, NEW_PASSWORD);
    await expect(page.getByText('This link has ended')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Ask for a New Link' })).toBeFocused();
    // Only the part behind the # differs: the browser loads nothing.
    await page.goto(await linkOf(product.address, email));
    await setPassword(page, NEW_PASSWORD);
    await expect(page).toHaveURL(paths.signIn);
  });

  test.describe('where somebody is signed in', () => {
    test.use({ reader: 'customer' });

    test('works just the same, and signs them out', async ({ page, person, product }) => {
      await open(page, await linkOf(product.address, person.email));
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
      await setPassword(page, NEW_PASSWORD);
      await expect(page).toHaveURL(paths.signIn);
      await hydrated(page);
      for (const key of ['user', 'access_token', 'refresh_token']) expect(await stored(page, key)).toBeNull();
      await call(product.address, signIn, { body: { email: person.email, password: NEW_PASSWORD } });
    });
  });
});
