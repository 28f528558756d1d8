import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { edit, publish } from '#tests/e2e/support/signals.ts';
import { getRow } from './admin-helpers.ts';

test.use({ role: 'administrator' });

test("the list shows another administrator's changes as they happen", async ({ page, product }) => {
  await openPage(page, `${paths.adminDashboard}?signal_type=swing`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const { id, symbol } = await publish(product.url, { signal_type: 'swing' });
  await expect(getRow(page, symbol)).toBeVisible();
  await edit(product.url, id, { call_status: 'closed' });
  await expect(getRow(page, symbol)).toContainText('Closed');
});
