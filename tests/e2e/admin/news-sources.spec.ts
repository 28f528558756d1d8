import type { Locator, Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#tests/e2e/accessibility/scan.ts';
import { test as base, expect } from '#tests/e2e/fixtures.ts';
import { hold, open, PHONE, toast } from '#tests/e2e/support/pages.ts';
import { type FeedServer, startFeedServer } from '#tests/support/news/feed-server.ts';

const test = base.extend<object, { outlet: FeedServer }>({
  outlet: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const server = await startFeedServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
});

test.use({ reader: 'administrator' });

const LIST = '**/api/admin/news-sources/';

let made = 0;

/** A feed of two articles at an address of its own, and a name for the source. */
function newOutlet(outlet: FeedServer) {
  made += 1;
  const name = `Outlet ${made} of ${process.pid}`;
  const path = `/feeds/${made}.xml`;
  const item = (title: string, number: number) =>
    `<item><title>${title}</title><link>https://publisher.example/${made}/${number}</link>` +
    `<pubDate>Sat, 21 Nov 2026 10:0${number}:00 +0500</pubDate><description>Text</description></item>`;
  const items = item('Cement sales rise in October', 1) + item('Rupee gains against the dollar', 2);
  outlet.respond(path, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>${name}</title>${items}</channel></rss>`);
  });
  return { name, path, url: outlet.url(path) };
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });

async function openAddDialog(page: Page): Promise<Locator> {
  await open(page, paths.adminNewsSources);
  await page.getByRole('button', { name: 'Add Source' }).click();
  return page.getByRole('dialog', { name: 'Add Source' });
}

async function addSource(page: Page, { name, url }: { name: string; url: string }): Promise<Locator> {
  const dialog = await openAddDialog(page);
  await field(dialog, 'Name').fill(name);
  await field(dialog, 'Feed Address').fill(url);
  await dialog.getByRole('button', { name: 'Add Source' }).click();
  await expect(toast(page, 'Source Added', name)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  return rowOf(page, name);
}

/** The schedule may be reading it at this very moment; then the list tells of it a little later. */
async function fetchNow(row: Locator, result: string): Promise<void> {
  await row.getByRole('button', { name: 'Fetch now' }).click();
  await expect(row).toContainText(result, { timeout: 35_000 });
}

test.beforeEach(({ surprises }) => surprises.expectStatus(409));

test('a source is added and read, and its articles stand on the news page', async ({ page, outlet }) => {
  const source = newOutlet(outlet);
  const row = await addSource(page, source);
  await fetchNow(row, 'Healthy');
  await expect(row).toContainText('2 articles in all');
  await expect(row).toContainText(/Last success \d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2} PKT/);
  await page.goto(`${paths.news}?source=${encodeURIComponent(source.name)}`);
  await expect(page.getByText('Cement sales rise in October')).toBeVisible();
});

test('what is wrong with a source is told in words and can be mended', async ({ page, outlet }) => {
  const { name, url } = newOutlet(outlet);
  const row = await addSource(page, { name, url: outlet.url(`/gone/${made}.xml`) });
  await fetchNow(row, 'The address answered 404 Not Found. Check the address');
  await expect(row).toContainText('Failed');
  await expectNoFaultsInBothThemes(page, 'with a failing source');

  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: `Edit Source: ${name}` });
  await field(dialog, 'Feed Address').fill(url);
  await dialog.getByLabel('Summary only').check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Source Updated', name)).toBeVisible();
  await expect(row).toContainText('Summary only');
  await fetchNow(row, 'Healthy');
});

test('a source is disabled and enabled again', async ({ page, outlet }) => {
  const row = await addSource(page, newOutlet(outlet));
  await row.getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('No next try while disabled');
  await row.getByRole('button', { name: 'Enable' }).click();
  await expect(row).not.toContainText('disabled');
});

test('a taken name and a wrong address are told at their fields, and nothing typed is lost', async ({
  page,
  outlet,
  surprises,
}) => {
  surprises.expectStatus(400);
  const source = newOutlet(outlet);
  await addSource(page, source);
  const dialog = await openAddDialog(page);
  await dialog.getByRole('button', { name: 'Add Source' }).click();
  for (const label of ['Name', 'Feed Address'])
    await expect(field(dialog, label)).toHaveAttribute('aria-invalid', 'true');

  await field(dialog, 'Name').fill(source.name);
  await field(dialog, 'Feed Address').fill('publisher.example/feed');
  await dialog.getByRole('button', { name: 'Add Source' }).click();
  await expect(
    dialog.getByText('Enter the address of a feed, beginning with https:// or http://.'),
  ).toBeVisible();
  await field(dialog, 'Feed Address').fill(outlet.url('/another.xml'));
  await dialog.getByRole('button', { name: 'Add Source' }).click();
  await expect(dialog.getByText('A news source with this name already exists.')).toBeVisible();
  await expect(field(dialog, 'Name')).toBeFocused();
  await expect(field(dialog, 'Feed Address')).toHaveValue(outlet.url('/another.xml'));
});

test('a save that fails keeps what was typed', async ({ page, surprises }) => {
  surprises.expectStatus(503);
  const dialog = await openAddDialog(page);
  await field(dialog, 'Name').fill('Kept');
  await field(dialog, 'Feed Address').fill('https://kept.example/feed');
  await page.route(LIST, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Add Source' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(field(dialog, 'Name')).toHaveValue('Kept');
  await expect(field(dialog, 'Feed Address')).toHaveValue('https://kept.example/feed');
});

test('loading is said, a failure can be tried again, and no sources say what to do', async ({
  page,
  surprises,
}) => {
  surprises.expectStatus(503);
  const { release } = await hold(page, LIST);
  await open(page, paths.adminNewsSources);
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

test('everything is in reach on a phone', async ({ page, outlet }) => {
  await page.setViewportSize(PHONE);
  const row = await addSource(page, newOutlet(outlet));
  await fetchNow(row, 'Healthy');
  await expectNoFaultsInBothThemes(page, 'on a phone');
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: 'Edit' }).click();
  await expectNoSidewaysScroll(page);
});

test('the dashboard leads there and back', async ({ page }) => {
  await open(page, paths.adminDashboard);
  const nav = page.getByRole('navigation', { name: 'Administration' });
  await nav.getByRole('link', { name: 'News sources' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News Sources' })).toBeVisible();
  await nav.getByRole('link', { name: 'Signals' }).click();
  await expect(page).toHaveURL(paths.adminDashboard);
});

test('whoever is no administrator is sent to the sign-in', async ({ openBrowser }) => {
  const visitor = await openBrowser();
  await open(visitor, paths.adminNewsSources);
  await expect(visitor).toHaveURL(paths.adminSignIn);
});
