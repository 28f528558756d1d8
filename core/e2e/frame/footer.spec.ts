import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

test('a link of the footer opens its page at the top', async ({ page }) => {
  await openPage(page, paths.terms);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Market News' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Financial News');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
