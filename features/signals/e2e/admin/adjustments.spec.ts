import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import type { UnconfirmedAdjustment } from '#features/signals/contract/track-record/adjustments.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const BONUS: UnconfirmedAdjustment = {
  id: 7,
  symbol: 'MARI',
  ex_date: '2026-11-04',
  kind: 'bonus',
  description: '10%(B), 20%(D)',
  factor: '0.909090909091',
  last_close: '100.00',
  adjusted_closes: ['90.91', '89.09'],
  previous_close: null,
  recorded_at: '2026-11-04T04:00:00.000Z',
  signals: [
    {
      id: '6f1c3c1e-6a51-4a3c-8b8e-6a3a4b6f5d10',
      signal_type: 'swing',
      order_type: 'sell',
      created_at: '2026-11-01T20:00:00.000Z',
    },
  ],
};

test('an adjustment is decided about with its prices and signals in sight, also after a rejection', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(409);
  browserErrors.expectStatus(500);
  const results = [BONUS];
  const list = '**/api/admin/adjustments/';
  await page.route(list, (route) => route.fulfill({ json: { results } }));
  await page.route(list, (route) => route.fulfill({ status: 500, json: {} }), { times: 2 });
  await openPage(page, paths.adminPrices);
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();

  const section = page.getByRole('table', { name: 'Adjustments to confirm' });
  for (const text of ['10%(B), 20%(D)', '0.909091', 'Rs. 90.91 or Rs. 89.09', 'Not stored'])
    await expect(section).toContainText(text);
  await expect(section.getByRole('link', { name: 'Swing Sell of 2 Nov 2026' })).toBeVisible();

  await section.getByRole('button', { name: 'Confirm… the bonus of MARI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm the bonus of MARI' });
  for (const text of ['Rs. 90.91 or Rs. 89.09', 'Swing Sell of 2 Nov 2026', 'This is final'])
    await expect(dialog).toContainText(text);
  await expectNoFaultsInBothThemes(page, 'with the dialog open');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);

  const review = '**/api/admin/adjustments/7/review/';
  const bodies: unknown[] = [];
  await page.route(review, (route) => {
    bodies.push(route.request().postDataJSON());
    results.length = 0;
    return route.fulfill({ status: 204 });
  });
  const detail = 'Another administrator has changed this adjustment.';
  await page.route(review, (route) => route.fulfill({ status: 409, json: { detail } }), { times: 1 });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toContainText(detail);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(getToast(page, 'Adjustment confirmed', 'Signals are evaluated with it')).toBeVisible();
  expect(bodies).toEqual([{ review: 'confirmed' }]);
  await expect(page.getByText('None. Bonuses, rights and splits that')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Adjustments to confirm' })).toBeFocused();
});
