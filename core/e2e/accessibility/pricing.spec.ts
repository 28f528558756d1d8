import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { getPlanCard } from '#tests/e2e/support/pricing.ts';
import { expectAccessibleOnAllScreens } from './scan.ts';

test.use({ role: 'customer' });

test('the plans for a customer, with the chosen one', async ({ page }) => {
  await openPage(page, `${paths.pricing}?plan=pro`);
  await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with the plans');
});
