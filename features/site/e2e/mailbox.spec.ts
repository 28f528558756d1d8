import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer } from '#tests/e2e/support/accounts.ts';
import { openEmail, VERIFY_SUBJECT, waitForEmailLink } from '#tests/e2e/support/mailbox.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test('an email appears on the open page automatically, with its time and links', async ({
  page,
  product,
}) => {
  await openPage(page, paths.mailbox);
  await expect(page.getByText('Emails that this demo would have sent, newest first.')).toBeVisible();
  const { email } = await createCustomer(product.url);
  const mail = page.getByRole('article').filter({ hasText: `To ${email}` });
  await expect(mail.getByRole('heading', { name: VERIFY_SUBJECT })).toBeVisible();
  await expect(mail.getByRole('time')).toHaveText(/ PKT$/);
  await expect(mail.getByText('Hello Ayesha,')).toBeVisible();
  const links = await mail
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  for (const link of links) expect(new URL(link).origin).toBe(product.url);
  await expectNoFaultsInBothThemes(page, 'with an email');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});

test('an empty mailbox explains how emails get there', async ({ page }) => {
  await page.route('**/api/demo/mailbox/', (route) => route.fulfill({ json: { count: 0, results: [] } }));
  await openPage(page, paths.mailbox);
  await expect(page.getByRole('heading', { name: 'No emails yet' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'when empty');
});

test('an unavailable server does not remove the emails shown', async ({ page, product, browserErrors }) => {
  const { email } = await createCustomer(product.url);
  await waitForEmailLink(product.url, email, VERIFY_SUBJECT);
  browserErrors.expect(/net::ERR_FAILED/);
  await page.route('**/api/demo/mailbox/', (route) => route.abort());
  await openEmail(page, email, VERIFY_SUBJECT);
  await expect(page.getByText('The server is not responding.')).toBeVisible();
  await expect(page.getByText(`To ${email}`).first()).toBeVisible();
});
