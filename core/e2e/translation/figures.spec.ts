import { getSignalPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { edit, publish } from '#tests/e2e/support/signals.ts';
import { openDemoSignal } from './signals.ts';
import { expectFiguresKept } from './translate.ts';

test('translations leave the figures of a signal as they are', async ({ page, product }) => {
  await openDemoSignal(page);
  await expectFiguresKept(page);
  const { id } = await publish(product.url);
  await edit(product.url, id, { stop_loss: '98.00' });
  await openPage(page, getSignalPath(id));
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Rs. 98.00');
  await expectFiguresKept(page);
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('reads alerts whose symbols and prices are not translated', async ({ page }) => {
    const alert = {
      id: 1,
      kind: 'target_reached',
      title: 'LUCK: TP1 hit',
      lines: ['Buy at 471.00 · stop 465.00 · targets 480.00, 490.00', 'TP1 at Rs. 480.00 (+1.33 R)'],
      path: paths.signals,
      reason: 'You follow signals',
      occurred_at: '2026-11-20T10:00:00.000Z',
      is_read: true,
    };
    await page.route(/\/api\/customers\/alerts\/(\?.*)?$/, (route) =>
      route.fulfill({ json: { results: [alert], unread: 0, has_more: false } }),
    );
    await openPage(page, paths.alerts);
    await expect(page.getByRole('link', { name: 'LUCK: TP1 hit' })).toBeVisible();
    for (const text of ['LUCK', '471.00', '465.00', '490.00', 'Rs. 480.00', '+1.33 R'])
      await expect(page.getByRole('main').locator('[translate="no"]', { hasText: text }), text).toBeVisible();
    await expectFiguresKept(page);
  });
});
