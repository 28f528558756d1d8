import { ALERT_SETTINGS_PATH, getSignalPath, paths } from '#core/contract/paths.ts';
import { expectAccessible, expectNoFaultsInBothThemes } from '#core/e2e/accessibility/scan.ts';
import { verifyEmail } from '#features/accounts/contract/sign-in.ts';
import { changeAlertSettings, readAlertSettings } from '#features/alerts/contract/endpoints.ts';
import { ALERT_KINDS, describeKind } from '#features/alerts/contract/kinds.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { openEmail, VERIFY_SUBJECT, waitForEmailLink } from '#tests/e2e/support/mailbox.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
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

  await expect(telegram.getByText('A chat answered the link. Is it yours?')).toBeVisible();
  await expect(telegram.getByRole('term')).toHaveText(['Name', 'Username']);
  await expect(telegram.getByRole('definition')).toHaveText(['Ayesha', 'None']);
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

test('a customer is alerted once of a signal that is replaced, and the page of the old one leads to the new one', async ({
  page,
  product,
}) => {
  const old = await publish(product.url);
  const replaces = { signal_id: old.id, reason: 'Published with the wrong stop loss.' };
  const replacement = await publish(product.url, { stop_loss: '96.00', replaces });
  await expect(async () => {
    await openPage(page, paths.alerts);
    await expect(page.getByRole('link', { name: `${old.symbol}: intraday signal replaced` })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  const rows = page.getByRole('listitem');
  await expect(rows.filter({ hasText: replacement.symbol })).toHaveCount(1);
  await expect(rows.filter({ hasText: `${old.symbol}: intraday signal withdrawn` })).toBeVisible();
  await expect(page.getByText('You receive alerts about signals.')).toHaveCount(1);
  await expectNoFaultsInBothThemes(page, 'with a replaced signal');

  await openPage(page, getSignalPath(old.id));
  await page.getByRole('link', { name: new RegExp(`^${replacement.symbol}, signal`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: replacement.symbol })).toBeVisible();
});

test('on a phone each kind of alert is a row, whose dialog sets its channels', async ({
  page,
  product,
  user,
}) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, ALERT_SETTINGS_PATH);
  for (const kind of ALERT_KINDS.map((each) => describeKind(each).label))
    await expect(page.getByRole('button', { name: kind })).toBeVisible();
  const row = page.getByRole('button', { name: describeKind('company_news').label });
  await row.click();
  const dialog = page.getByRole('dialog', { name: describeKind('company_news').label });
  await dialog.getByLabel('News: Inbox').selectOption('Silent');
  await dialog.getByLabel('News: Push').selectOption('Off');
  await expectNoFaultsInBothThemes(page, 'with the channels of a kind');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row).toBeFocused();
  await expect(row).toContainText('Inbox (silent)');
  await expect(row).not.toContainText('Push');
  await expect
    .poll(async () => (await call(product.url, readAlertSettings, {}, user.access)).preferences)
    .toEqual(
      expect.arrayContaining([
        { kind: 'company_news', channel: 'inbox', mode: 'silent' },
        { kind: 'company_news', channel: 'push', mode: 'off' },
      ]),
    );
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('columnheader', { name: 'Push' })).toBeVisible();
});
