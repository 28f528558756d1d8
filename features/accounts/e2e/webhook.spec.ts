import { ALERT_SETTINGS_PATH } from '#core/contract/paths.ts';
import { expectAccessibleOnAllScreens } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

test.use({ role: 'customer' });

test('a customer adds a webhook, whose receiver verifies the alert of a signal, and removes it', async ({
  page,
  context,
  product,
}) => {
  await openPage(page, ALERT_SETTINGS_PATH);
  await page.getByLabel('URL', { exact: true }).fill(`${product.url}/simulators/webhooks/hook`);
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  await expect(page.getByRole('columnheader', { name: 'Webhook' })).toBeVisible();

  const receiver = await context.newPage();
  await receiver.goto('/simulators/webhooks/');
  await receiver.getByLabel('Secret').fill(secret);
  await receiver.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('accepted, HTTP 200')).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with a webhook');

  const { symbol } = await publish(product.url);
  await expect(async () => {
    await receiver.reload();
    // The receiver also lists the messages of other customers, whose secrets it does not have.
    const alerts = receiver.getByRole('listitem').filter({ hasText: `"symbol": "${symbol}"` });
    await expect(alerts.filter({ hasText: 'Signature valid' }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.reload();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the webhook' }).click();
  await expect(page.getByRole('button', { name: 'Add the webhook' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Webhook' })).toHaveCount(0);
});
