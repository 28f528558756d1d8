import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';

const NOTICE = 'Live data is currently unavailable.';
const LIST_CALL = '**/api/signals/psx-signals/*';

/** Serves the document as the server does while its database is unavailable. */
async function serveStale(page: Page): Promise<void> {
  await page.route(`**${paths.intradaySignals}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.includes(NOTICE)
      ? html // A slow server has inserted the notice itself.
      : html.replace(
          '<div data-stale-notice="true">',
          `$&<p>Shown as of 21 Nov 2026, 10:42 PKT. ${NOTICE}</p>`,
        );
    await route.fulfill({ response, body });
  });
}

test('a stale page shows a notice until the browser has live data', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  let isAway = true;
  await page.route(LIST_CALL, (route) =>
    isAway ? route.fulfill({ status: 503, json: { detail: 'Not available.' } }) : route.continue(),
  );
  await serveStale(page);
  await openPage(page, paths.intradaySignals);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Failed to load signals.');
  await expect(page.getByText(NOTICE)).toBeVisible();
  isAway = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(NOTICE)).toHaveCount(0);
});

test('unknown query parameters do not change a page', async ({ page }) => {
  await page.goto(`${paths.news}?utm_source=mail&search=bank`);
  await waitForHydration(page);
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
  await expect(signIn).toHaveAttribute('href', '/customers/auth/login?next=%2Fnews%3Fsearch%3Dbank');
});
