import { verifyEmail } from '#contract/accounts/verify-email.ts';
import { changeAlertSettings, readAlertSettings } from '#contract/alerts/endpoints.ts';
import { ALERT_SETTINGS_PATH } from '#contract/paths.ts';
import { expectAccessible, expectNoFaultsInBothThemes } from '#tests/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { openEmail, VERIFY_SUBJECT, waitForEmailLink } from '#tests/e2e/support/mailbox.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

test.describe.configure({ mode: 'default' });
test.use({ role: 'customer' });

test('a customer links a chat of Telegram after seeing what will be sent, receives alerts there and stops them', async ({
  page,
  context,
  product,
}) => {
  await openPage(page, ALERT_SETTINGS_PATH);
  const telegram = page.locator('section', { has: page.getByRole('heading', { name: 'Telegram' }) });
  await expect(telegram.getByText('This is what one looks like:')).toBeVisible();
  await expect(telegram.getByRole('blockquote')).toContainText(/stop/);
  await telegram.getByRole('button', { name: 'Link a chat' }).click();
  const opened = context.waitForEvent('page');
  await telegram.getByRole('link', { name: 'Open the chat in Telegram' }).click();
  const chat = await opened;
  await chat.getByRole('button', { name: 'Start' }).click();

  await expect(telegram.getByText('Ayesha answered the link. Is this your chat?')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a chat to confirm');
  await telegram.getByRole('button', { name: 'Yes, send my alerts there' }).click();
  await expect(page.getByRole('columnheader', { name: 'Telegram' })).toBeVisible();
  await expectAccessible(page, 'with a linked chat');

  const { id, symbol } = await publish(product.url);
  const alert = chat.getByRole('listitem').filter({ hasText: `${symbol}: new intraday signal` });
  await expect(async () => {
    await chat.reload();
    await expect(alert).toContainText('Buy at 100.00', { timeout: 1_000 });
  }).toPass();
  await expect(alert.getByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    `${product.url}/signals/${id}`,
  );

  await chat.getByLabel('Message').fill('/stop');
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(async () => {
    await page.reload();
    await expect(telegram.getByRole('button', { name: 'Link a chat' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('columnheader', { name: 'Telegram' })).toHaveCount(0);
});

test('a customer unsubscribes from emails by their link, and so does a mail client by one request', async ({
  page,
  product,
  user,
  request,
}) => {
  const link = await waitForEmailLink(product.url, user.email, VERIFY_SUBJECT);
  await call(product.url, verifyEmail, { body: { token: link.split('#token=')[1] ?? '' } });
  const turnOn = () => call(product.url, changeAlertSettings, { body: { email: 'at_once' } }, user.access);
  const readFrequency = async () => (await call(product.url, readAlertSettings, {}, user.access)).email;
  await turnOn();
  const { symbol } = await publish(product.url);
  const email = await openEmail(page, user.email, `${symbol}: new intraday signal`);
  const unsubscribe = email.getByRole('link', { name: /\/api\/alerts\/unsubscribe\// });
  const url = (await unsubscribe.getAttribute('href')) ?? '';

  // Scanners of emails open every link.
  expect((await request.get(url)).status()).toBe(200);
  expect(await readFrequency()).toBe('at_once');
  const response = await request.post(url, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect([response.status(), await readFrequency()]).toEqual([200, 'off']);

  await turnOn();
  await unsubscribe.click();
  await expect(page.getByRole('heading', { name: 'Unsubscribe from alert emails?' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'before the confirmation');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await expectAccessible(page, 'after the confirmation');
  await page.getByRole('link', { name: 'alert settings' }).click();
  await expect(page.getByLabel('Alerts by email')).toHaveValue('off');
});
