import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getCards,
  getResultCount,
  getSearchBox,
  LIST_CALL,
  readTitle,
  readTitles,
} from '#tests/e2e/support/news.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

test('articles are counted, newest first, in pages, and each card links to its article', async ({ page }) => {
  await test.step('shows the article count and twelve articles, newest first', async () => {
    await openPage(page, paths.news);
    await expect(getResultCount(page)).toBeVisible();
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
    await expect(getCards(page)).toHaveCount(12);
    const dates = await getCards(page)
      .locator('time')
      .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  await test.step('a card without an image has a placeholder in its place', async () => {
    await expect(getCards(page).locator('> [aria-hidden="true"] svg')).toHaveCount(12);
  });

  await test.step('links to pages by number, Previous and Next, and shows the range', async () => {
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await expect(nav.getByText(/^Showing 1-12 of \d+ articles$/)).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Previous' })).toHaveCount(0);
    await expect(nav.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    const first = await readTitles(page);
    await nav.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(`${paths.news}?page=2`);
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await expect(nav.getByText(/^Showing 13-24 of \d+ articles$/)).toBeVisible();
    await expect.poll(() => readTitles(page)).not.toEqual(first);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await nav.getByRole('link', { name: 'Page 1', exact: true }).click();
    await expect.poll(() => readTitles(page)).toEqual(first);
    await page.goBack();
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  });

  await test.step('shows the source, date and age on a card, and links the whole card to the article', async () => {
    const card = getCards(page).first();
    const title = await readTitle(card);
    const time = card.locator('time');
    await expect(time).toHaveText(/^\d+ \w{3} \d{4}( · (Just now|\d+ (minute|hour|day)s? ago))?$/);
    await expect(time).toHaveAttribute('title', /^\d+ \w{3} \d{4}, \d\d:\d\d PKT$/);
    await card.click({ position: { x: 5, y: 5 } });
    await expect(page).toHaveURL(/\/news\/details\?news_article=\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Tezi`);
  });
});

test('updates the ages of articles', async ({ page }) => {
  await page.clock.install();
  await openPage(page, paths.news);
  const time = getCards(page).first().locator('time');
  await page.clock.setFixedTime(
    new Date(Date.parse((await time.getAttribute('datetime')) ?? '') + 5 * 60_000),
  );
  await page.clock.runFor(20_000);
  await expect(time).toHaveText(/^\d+ \w{3} \d{4} · 5 minutes ago$/);
  await page.clock.setFixedTime(
    new Date(Date.parse((await time.getAttribute('datetime')) ?? '') + 3 * 3_600_000),
  );
  await page.clock.runFor(20_000);
  await expect(time).toHaveText(/^\d+ \w{3} \d{4} · 3 hours ago$/);
});

test('searches after typing stops, without adding a history entry', async ({ page }) => {
  const calls: string[] = [];
  await page.route(LIST_CALL, (route) => {
    calls.push(new URL(route.request().url()).searchParams.get('search') ?? '');
    return route.continue();
  });
  await openPage(page, paths.home);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'News', exact: true })
    .click();
  await expect(getResultCount(page)).toBeVisible();
  calls.length = 0;
  await getSearchBox(page).pressSequentially('bank', { delay: 30 });
  await expect(page).toHaveURL(`${paths.news}?search=bank`);
  await getSearchBox(page).pressSequentially('s', { delay: 30 });
  await expect(page).toHaveURL(`${paths.news}?search=banks`);
  await expect.poll(() => calls).toEqual(['bank', 'banks']);
  await page.goBack();
  await expect(page).toHaveURL(paths.home);
});

test('names to filter by that are not loaded are no empty list', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  await page.route('**/api/news/sources/', (route) => route.fulfill({ status: 503, body: '{}' }));
  await openPage(page, paths.home);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'News', exact: true })
    .click();
  await page.getByRole('button', { name: /^Filters/ }).click();
  const failure = page.getByText('Failed to fetch sources, sectors and categories').last();
  await expect(failure).toBeVisible();
  await page.unroute('**/api/news/sources/');
  await page.getByRole('button', { name: 'Try Again' }).last().click();
  await expect(failure).toBeHidden();
  await expect(page.getByLabel('Source').getByRole('option')).not.toHaveCount(1);
});
