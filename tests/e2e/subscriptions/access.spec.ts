import { getSubscriptionPath, paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { PRO } from './responses.ts';

const PAGES = [paths.subscriptions, getSubscriptionPath(PRO.id), paths.mySubscription];

for (const address of PAGES) {
  test(`${address} leads a visitor to sign in and back`, async ({ page }) => {
    await page.goto(address);
    await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(address)}`);
  });
}

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  for (const address of PAGES) {
    test(`finds at ${address} that it is for customers, and nothing is asked`, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request.url());
      });
      await openPage(page, address);
      await expect(page.getByText('This page is for customers')).toBeVisible();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      expect(asked).toEqual([]);
    });
  }
});
