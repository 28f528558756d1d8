import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { getPlanCard, gotoPricing, PLANS_CALL } from '#tests/e2e/support/pricing.ts';
import { expectAccessible, expectAccessibleOnAllScreens, expectNoFaultsInBothThemes } from './scan.ts';

for (const role of ['visitor', 'customer', 'administrator'] as const) {
  test.describe(`for a ${role}`, () => {
    test.use({ role });

    test('the plans', async ({ page }) => {
      await openPage(page, `${paths.pricing}?plan=pro`);
      await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
      await expectAccessibleOnAllScreens(page, 'with the plans');
    });
  });
}

test('the loading and the failed state of the plans, until Refresh Page reloads it', async ({ page }) => {
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
  await expect(page.getByRole('alert')).toContainText('Server returned unexpected format instead of JSON');
  await expectAccessible(page, 'with the failure');
  await page.unroute(PLANS_CALL);
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
});
