import { addNext, paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer, makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { openEmail, VERIFY_SUBJECT, waitForEmailLink } from '#tests/e2e/support/mailbox.ts';
import { getPath, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { submitSignUp } from './forms.ts';

const VERIFIED = 'Your email address is verified.';
const EXPIRED = 'This link is no longer valid. Please request a new one.';

test('sign-up sends an email whose link verifies the email address', async ({ page }) => {
  const email = makeUniqueEmail();
  await openPage(page, paths.signUp);
  await submitSignUp(page, { name: 'Hina Raza', email, password: 'safe harbour', confirm: 'safe harbour' });
  await expect(page).toHaveURL(paths.home);
  const mail = await openEmail(page, email, VERIFY_SUBJECT);
  await mail.getByRole('link', { name: /#token=/ }).click();
  await expect(page.getByText(VERIFIED)).toBeVisible();
  expect(getPath(page), 'the URL without the token').toBe(paths.verifyEmail);
  await expect(page.getByRole('link', { name: 'Go to signals' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'when verified');
});

test('a visitor uses the link once, and a second use shows that it has been used', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const person = await createCustomer(product.url);
  const link = await waitForEmailLink(product.url, person.email, VERIFY_SUBJECT);
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/customers/verify-email/')) calls += 1;
  });
  await openPage(page, link);
  await expect(page.getByText(VERIFIED)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(calls).toBe(1);
  const profile = await call(product.url, readProfile, {}, person.access);
  expect(profile.email_verified).toBe(true);

  await openPage(page, paths.home);
  await openPage(page, link);
  await expect(page.getByText(`This link has already been used. ${VERIFIED}`)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    paths.signIn,
  );
  await expectNoFaultsInBothThemes(page, 'with a used link');

  await openPage(page, paths.home);
  await openPage(page, `${paths.verifyEmail}#token=unknown`);
  await expect(page.getByText(EXPIRED)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    addNext(paths.signIn, paths.verifyEmail),
  );
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});

test('verification can be retried with the same link if the server does not respond', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expect(/net::ERR_FAILED/);
  const person = await createCustomer(product.url);
  const link = await waitForEmailLink(product.url, person.email, VERIFY_SUBJECT);
  await page.route('**/api/customers/verify-email/', (route) => route.abort());
  await openPage(page, link);
  await expect(page.getByText('The server did not respond. Please try again.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a failure');
  await page.unroute('**/api/customers/verify-email/');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(VERIFIED)).toBeVisible();
});

test.describe('a signed-in customer', () => {
  test.use({ role: 'customer' });

  test('requests another link if the first does not work', async ({ page, user, browserErrors }) => {
    browserErrors.expectStatus(400);
    await openPage(page, `${paths.verifyEmail}#token=expired`);
    await expect(page.getByText(EXPIRED)).toBeVisible();
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByText(`A new link is on its way to ${user.email}.`)).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'after sending');
    const mail = await openEmail(page, user.email, VERIFY_SUBJECT);
    await mail.getByRole('link', { name: /#token=/ }).click();
    await expect(page.getByText(VERIFIED)).toBeVisible();
  });

  test('a customer whose email is already verified sees that', async ({ page, user, product }) => {
    await openPage(page, await waitForEmailLink(product.url, user.email, VERIFY_SUBJECT));
    await expect(page.getByText(VERIFIED)).toBeVisible();
    await openPage(page, paths.home);
    await openPage(page, paths.verifyEmail);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByText('Your email address is already verified.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Go to signals' })).toBeFocused();
  });
});
