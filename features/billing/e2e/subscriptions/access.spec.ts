import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { PRO } from './responses.ts';

const PAGES = [paths.subscriptions, getSubscriptionPath(PRO.id), paths.mySubscription];

test('each page redirects a visitor to sign-in and back', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page).toHaveURL(`${paths.signIn}?next=${encodeURIComponent(path)}`);
  }
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('sees that each page is for customers, without API calls', async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) requested.push(request.url());
    });
    for (const path of [...PAGES, paths.profile]) {
      await openPage(page, path);
      await expect(page.getByText('This page is for customers')).toBeVisible();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      expect(requested, path).toEqual([]);
    }
  });
});
