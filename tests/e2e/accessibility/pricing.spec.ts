import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { getPlanCard, gotoPricing, PLANS_CALL } from '#tests/e2e/support/pricing.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

for (const role of ['visitor', 'customer', 'administrator'] as const) {
  test.describe(`for a ${role}`, () => {
    test.use({ role });

    test('the plans', async ({ page }) => {
      await openPage(page, `${paths.pricing}?plan=pro`);
      await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
      await expectNoFaultsInBothThemes(page, 'with the plans');
      await page.setViewportSize(MOBILE_VIEWPORT);
      await expectNoFaultsInBothThemes(page, 'with the plans on a phone');
      await expectNoSidewaysScroll(page);
    });
  });
}

test('the loading and the failed state of the plans', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(PLANS_CALL, async (route) => {
    await held;
    await route.fulfill({ contentType: 'text/html', body: '' });
  });
  await gotoPricing(page);
  await expect(page.getByText('Loading pricing plans...')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'while the plans are loading');
  release();
  await expect(page.getByRole('heading', { name: 'Unable to Load Pricing' })).toBeVisible({
    timeout: 20_000,
  });
  await expectNoFaultsInBothThemes(page, 'with the failure');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});
