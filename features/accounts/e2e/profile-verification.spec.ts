import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast } from '#tests/e2e/support/pages.ts';
import { openProfile, rateLimited } from './account.ts';

test.use({ role: 'customer' });

const SEND = '**/api/customers/verify-email/send/';

test('an unverified email shows a notice that sends the verification email', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(429);
  await page.route(SEND, rateLimited(1500));
  await openProfile(page);
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send verification email' }).click();
  const text = 'Too many attempts. Please try again in 25 minutes.';
  await expect(page.getByRole('main').getByText(text)).toBeVisible();

  const message = 'We have sent you a link.';
  await page.unroute(SEND);
  await page.route(SEND, (route) => route.fulfill({ json: { message } }));
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(getToast(page, 'Verification email', message)).toBeVisible();
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
});
