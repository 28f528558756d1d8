import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { open, PHONE } from '#tests/e2e/support/pages.ts';
import { comeToPricing, OFFER_CALL, plan } from '#tests/e2e/support/pricing.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

for (const reader of ['visitor', 'customer', 'administrator'] as const) {
  test.describe(`for a ${reader}`, () => {
    test.use({ reader });

    test('the plans', async ({ page }) => {
      await open(page, `${paths.pricing}?plan=pro`);
      await expect(plan(page, 'Pro').getByText('$60.00')).toBeVisible();
      await expectNoFaultsInBothThemes(page, 'with the plans');
      await page.setViewportSize(PHONE);
      await expectNoFaultsInBothThemes(page, 'with the plans on a phone');
      await expectNoSidewaysScroll(page);
    });
  });
}

test('plans that are loading, and that could not be loaded', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(OFFER_CALL, async (route) => {
    await held;
    await route.fulfill({ contentType: 'text/html', body: '' });
  });
  await comeToPricing(page);
  await expect(page.getByText('Loading pricing plans...')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'while the plans are loading');
  release();
  await expect(page.getByRole('heading', { name: 'Unable to Load Pricing' })).toBeVisible({
    timeout: 20_000,
  });
  await expectNoFaultsInBothThemes(page, 'with the failure');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});
