import type { Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { test as base, expect } from '#tests/e2e/fixtures.ts';
import { chooseRowAction } from '#tests/e2e/support/admin-helpers.ts';
import { getToast, holdRequests, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { type FeedServer, startFeedServer } from '#tests/support/news/feed-server.ts';

const test = base.extend<object, { publisher: FeedServer }>({
  publisher: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const server = await startFeedServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
});

test.use({ role: 'administrator' });

const LIST = '**/api/admin/news/sources/';

let feedCount = 0;

/** Serves a feed of two articles at a unique URL. */
function createFeed(publisher: FeedServer) {
  feedCount += 1;
  const name = `Publisher ${feedCount} of ${process.pid}`;
  const path = `/feeds/${feedCount}.xml`;
  const item = (title: string, number: number) =>
    `<item><title>${title}</title><link>https://publisher.example/${feedCount}/${number}</link>` +
    `<pubDate>Sat, 21 Nov 2026 10:0${number}:00 +0500</pubDate><description>Text</description></item>`;
  const items = item('Cement sales rise in October', 1) + item('Rupee gains against the dollar', 2);
  publisher.respond(path, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>${name}</title>${items}</channel></rss>`);
  });
  return { name, path, url: publisher.url(path) };
}

const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });

async function openAddDialog(page: Page): Promise<Locator> {
  await openPage(page, paths.adminNewsSources);
  await page.getByRole('button', { name: 'Add source' }).click();
  return page.getByRole('dialog', { name: 'Add source' });
}

async function addSource(page: Page, { name, url }: { name: string; url: string }): Promise<Locator> {
  const dialog = await openAddDialog(page);
  await field(dialog, 'Name').fill(name);
  await field(dialog, 'Feed URL').fill(url);
  await dialog.getByRole('button', { name: 'Add source' }).click();
  await expect(getToast(page, 'Source added', name)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  return getRow(page, name);
}

/** The poller may be fetching the source already; then the list shows the result later, or after the next fetch. */
async function fetchNow(row: Locator, result: string): Promise<void> {
  await expect(async () => {
    await row.getByRole('button', { name: 'Fetch now' }).click({ timeout: 10_000 });
    await expect(row).toContainText(result, { timeout: 10_000 });
  }).toPass();
}

test.beforeEach(({ browserErrors }) => browserErrors.expectStatus(409));

test('adds and fetches a source, and lists its articles on the news page', async ({ page, publisher }) => {
  const source = createFeed(publisher);
  const row = await addSource(page, source);
  await fetchNow(row, 'Healthy');
  await expect(row).toContainText('2 articles in total');
  await expect(row).toContainText(/Last success \d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2} PKT/);
  await page.goto(`${paths.news}?source=${encodeURIComponent(source.name)}`);
  await expect(page.getByText('Cement sales rise in October')).toBeVisible();
});

test('shows the error of a failing source and accepts a corrected URL', async ({ page, publisher }) => {
  const { name, url } = createFeed(publisher);
  const row = await addSource(page, { name, url: publisher.url(`/gone/${feedCount}.xml`) });
  await fetchNow(row, 'The server responded with 404 Not Found. Check the URL');
  await expect(row).toContainText('Failed');
  await expectNoFaultsInBothThemes(page, 'with a failing source');

  await chooseRowAction(row, 'Edit', name);
  const dialog = page.getByRole('dialog', { name: `Edit source: ${name}` });
  await field(dialog, 'Feed URL').fill(url);
  await dialog.getByLabel('Summary only').check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(getToast(page, 'Source updated', name)).toBeVisible();
  await expect(row).toContainText('Summary only');
  await fetchNow(row, 'Healthy');
});

test('shows field errors for a taken name and an invalid URL, and keeps the input, also when saving fails', async ({
  page,
  publisher,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const source = createFeed(publisher);
  await addSource(page, source);
  const dialog = await openAddDialog(page);
  await dialog.getByRole('button', { name: 'Add source' }).click();
  for (const label of ['Name', 'Feed URL'])
    await expect(field(dialog, label)).toHaveAttribute('aria-invalid', 'true');

  await field(dialog, 'Name').fill(source.name);
  await field(dialog, 'Feed URL').fill('publisher.example/feed');
  await dialog.getByRole('button', { name: 'Add source' }).click();
  await expect(dialog.getByText('Enter a feed URL that starts with https:// or http://.')).toBeVisible();
  await field(dialog, 'Feed URL').fill(publisher.url('/another.xml'));
  await dialog.getByRole('button', { name: 'Add source' }).click();
  await expect(dialog.getByText('A news source with this name already exists.')).toBeVisible();
  await expect(field(dialog, 'Name')).toBeFocused();
  await expect(field(dialog, 'Feed URL')).toHaveValue(publisher.url('/another.xml'));

  browserErrors.expectStatus(503);
  await page.route(LIST, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  );
  await field(dialog, 'Name').fill('Kept');
  await dialog.getByRole('button', { name: 'Add source' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(field(dialog, 'Name')).toHaveValue('Kept');
  await expect(field(dialog, 'Feed URL')).toHaveValue(publisher.url('/another.xml'));
});

test('shows the loading state, an error with a retry, and the empty state', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  const { release } = await holdRequests(page, LIST);
  await openPage(page, paths.adminNewsSources);
  await expect(page.getByText('Loading news sources...')).toBeVisible();
  release();
  await expect(page.getByText('Loading news sources...')).toHaveCount(0);
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a failure');
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ json: { results: [] } }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No sources yet' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without sources');
});

test('fetches, disables and enables a source on a mobile screen', async ({ page, publisher }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  const feed = createFeed(publisher);
  const { name } = feed;
  const row = await addSource(page, feed);
  await fetchNow(row, 'Healthy');
  await expectNoFaultsInBothThemes(page, 'on mobile');
  await expectNoSidewaysScroll(page);
  await chooseRowAction(row, 'Disable', name);
  await expect(row).toContainText('Not scheduled while disabled');
  await chooseRowAction(row, 'Enable', name);
  await expect(row).not.toContainText('disabled');
  await chooseRowAction(row, 'Edit', name);
  await expectNoSidewaysScroll(page);
});

test('the page of news sources is linked from the dashboard and back', async ({ page }) => {
  await openPage(page, paths.adminDashboard);
  const nav = page.getByRole('navigation', { name: 'Administration' });
  await nav.getByRole('link', { name: 'Content' }).click();
  await nav.getByRole('link', { name: 'News sources' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News sources' })).toBeVisible();
  await nav.getByRole('link', { name: 'Daily' }).click();
  await nav.getByRole('link', { name: 'Signals' }).click();
  await expect(page).toHaveURL(paths.adminDashboard);
});
