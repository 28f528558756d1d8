import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getPath,
  holdRequests,
  MOBILE_VIEWPORT,
  openPage,
  waitForHydration,
} from '#tests/e2e/support/pages.ts';

const FAILURE = 'This page could not be loaded';

const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

const getTitle = (page: Page) => page.getByRole('heading', { level: 1 });

test('without a connection a link shows an error with Retry, and Back the previous page', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(
    /ERR_INTERNET_DISCONNECTED|Error loading route module|dynamically imported module|could not be loaded/,
  );
  for (const [name, path, title] of [
    ['News', paths.news, 'Financial News'],
    ['Pricing', paths.pricing, 'Pricing'],
  ] as const) {
    await test.step(name, async () => {
      await openPage(page, paths.charting);
      await context.setOffline(true);
      await follow(page, name);
      await expect(getTitle(page)).toHaveText(FAILURE);
      expect(getPath(page)).toBe(path);
      await expect(page).toHaveTitle(/Page not loaded/);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(getTitle(page)).toHaveText(FAILURE);
      await page.goBack();
      await expect(getTitle(page)).toHaveText('Advanced Charting');

      await follow(page, name);
      await expect(getTitle(page)).toHaveText(FAILURE);
      await context.setOffline(false);
      await expect(getTitle(page)).toHaveText(title);
    });
  }
});

test('a page whose code cannot be loaded is opened by Retry or from the server, and a slow one shows progress', async ({
  page,
  browserErrors,
}) => {
  await test.step('Retry opens the page once the server responds', async () => {
    browserErrors.expect(/net::ERR_FAILED|Error loading route module|dynamically imported module/);
    await openPage(page, paths.charting);
    await page.route(/\/(assets\/|news$)/, (route) => route.abort());
    await follow(page, 'News');
    await expect(getTitle(page)).toHaveText(FAILURE);
    await expect(page.getByRole('button', { name: 'Retry' })).not.toHaveAttribute('aria-disabled');
    await page.setViewportSize(MOBILE_VIEWPORT);
    await expectNoSidewaysScroll(page);
    await expectNoFaultsInBothThemes(page, 'with a page that could not be loaded');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(getTitle(page)).toHaveText('Financial News');
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await waitForHydration(page);
  await test.step('a page whose code no longer exists is loaded from the server', async () => {
    browserErrors.expect(/status of 404|Error loading route module|dynamically imported module/);

    await page.route('**/assets/board-meetings-*.js', (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    await follow(page, 'Board Meetings');
    await expect(getTitle(page)).toHaveText('Board Meetings');
  });

  await waitForHydration(page);
  await test.step('slow navigation shows progress', async () => {
    const { release } = await holdRequests(page, '**/assets/book-closures-*.js');
    const progress = page.getByRole('progressbar', { name: 'Loading page' });
    await expect(progress).toHaveCount(0);
    await follow(page, 'Book Closures');
    await expect(progress).toBeVisible();
    release();
    await expect(getTitle(page)).toHaveText('Book Closures');
    await expect(progress).toHaveCount(0);
  });
});
