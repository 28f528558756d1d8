import { expect, test } from '#tests/e2e/fixtures.ts';
import { toast } from '#tests/e2e/support/pages.ts';
import { openProfile, PROFILE_CALL, profileOf, tooMany } from './account.ts';

test.use({ reader: 'customer' });

const SEND = '**/api/customers/verify-email/send/';

test('an address that is not verified is said so calmly, and its mail can be asked for', async ({
  page,
  person,
}) => {
  const message = 'We have sent you a link.';
  await page.route(SEND, (route) => route.fulfill({ json: { message } }));
  await openProfile(page);
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send verification mail' }).click();
  await expect(toast(page, 'Verification mail sent', person.email)).toBeVisible();
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
});

test('after too many mails the page says when to ask again', async ({ page, surprises }) => {
  surprises.expectStatus(429);
  await page.route(SEND, tooMany(1500));
  await openProfile(page);
  await page.getByRole('button', { name: 'Send verification mail' }).click();
  const text = 'Too many attempts. Please try again in 25 minutes.';
  await expect(toast(page, 'Failed to send the mail', text)).toBeVisible();
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
});

test('an address that is verified carries a badge', async ({ page, person }) => {
  await page.route(PROFILE_CALL, (route) => route.fulfill({ json: profileOf(person) }));
  await openProfile(page);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send verification mail' })).toHaveCount(0);
});
