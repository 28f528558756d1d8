import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { holdRequests, openPage } from '#tests/e2e/support/pages.ts';

const FAILURE = 'Failed to load news articles. Please try again.';

test('a list says that it is loading, and shows an error instead of earlier results while offline', async ({
  page,
  context,
  browserErrors,
}) => {
  await test.step('a list says that it is loading while earlier results are visible', async () => {
    await openPage(page, paths.news);
    const { release } = await holdRequests(page, '**/api/news/articles/?*');
    await page.getByRole('searchbox', { name: 'Search news' }).fill('bank');
    await expect(page.getByText('Loading news...')).toBeVisible();
    release();
    await expect(page.getByText('Loading news...')).toHaveCount(0);
  });

  await test.step('a list shows an error instead of earlier results while offline', async () => {
    browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);

    await expect(page.getByText(/^Found \d/)).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('searchbox', { name: 'Search news' }).fill('cement');
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: FAILURE })).toBeVisible();
    await expect(page.getByText(/^Found \d/)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText(/^Found \d/)).toBeVisible();
    await expect(page.getByText(FAILURE)).toHaveCount(0);
  });
});

test('a list whose refresh fails says that its results may be out of date', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  await page.clock.install();
  await openPage(page, paths.boardMeetings);
  await expect(page.getByText(/^Found \d/)).toBeVisible();
  await page.route('**/api/board-meetings/?*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.clock.fastForward('06:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.clock.runFor(10_000);
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('Failed to fetch board meetings: 503');
  await expect(failure).toContainText('The results below may be out of date.');
  await expect(page.getByText(/^Found \d/)).toBeVisible();
});

test('signals show an error instead of another type while offline', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  await openPage(page, paths.psxSignals);
  await context.setOffline(true);
  await page.getByRole('tab', { name: /Intraday/ }).click();
  await expect(page.getByText('Failed to load signals. Please try again.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^\d+ signals? found$/)).toBeVisible();
});
