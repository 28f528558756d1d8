import { paths } from '#core/contract/paths.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getRow } from '#tests/e2e/support/admin-helpers.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { edit, publish } from '#tests/e2e/support/signals.ts';

test.use({ role: 'administrator' });

test("the list shows another administrator's changes as they happen", async ({ page, product }) => {
  await openPage(page, `${paths.adminDashboard}?signal_type=swing`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const { id, symbol } = await publish(product.url, { signal_type: 'swing' });
  await expect(getRow(page, symbol)).toBeVisible();
  await edit(product.url, id, { call_status: 'closed' });
  await expect(getRow(page, symbol)).toContainText('Closed');
});

test('a signal that expires while the dashboard is open is shown as expired and no longer counted', async ({
  page,
  product,
}) => {
  const { id, symbol } = await publish(product.url);
  let isExpired = false;
  let requests = 0;
  // The end of the trading session depends on the time of the test, so the responses are changed.
  await page.route(`**/api${listAdminSignals.path}?*`, async (route) => {
    requests += 1;
    const response = await route.fetch();
    const body = await response.json();
    const now = await page.evaluate(() => Date.now());
    for (const signal of body.results)
      if (signal.id === id && isExpired)
        Object.assign(signal, { is_expired: true, state: { ...signal.state, kind: 'awaiting_prices' } });
    body.active_counts.intraday = isExpired ? 0 : 1;
    body.states_change_at = new Date(now + (isExpired ? 3_600_000 : 60_000)).toISOString();
    await route.fulfill({ response, json: body });
  });
  await page.clock.install();
  await openPage(page, `${paths.adminDashboard}?search=${symbol}`);
  await expect(getRow(page, symbol)).toContainText('Active');
  // Without the stream, the list is polled.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  isExpired = true;
  const before = requests;
  await page.clock.runFor(55_000);
  expect(requests).toBe(before);
  await page.clock.runFor(25_000);
  await expect(getRow(page, symbol)).toContainText('Awaiting prices');
  await expect(page.getByText('0 active').first()).toBeVisible();
});
