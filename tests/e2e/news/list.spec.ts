import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { cards, found, LIST_CALL, searchBox, titleOf, titles } from '#tests/e2e/support/news.ts';
import { addressOf, open } from '#tests/e2e/support/pages.ts';

test('the list counts its articles and shows twelve of them, newest first', async ({ page }) => {
  await open(page, paths.news);
  await expect(found(page)).toBeVisible();
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await expect(cards(page)).toHaveCount(12);
  const dates = await cards(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime));
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test('a card says where it is from and when, and leads to its article wherever it is pressed', async ({
  page,
}) => {
  await open(page, paths.news);
  const card = cards(page).first();
  const title = await titleOf(card);
  const time = card.locator('time');
  await expect(time).toHaveText(/^(Just now|\d+ (minute|hour|day)s? ago|\d+ \w{3} \d{4})$/);
  await expect(time).toHaveAttribute('title', /^\d+ \w{3} \d{4}, \d\d:\d\d PKT$/);
  await card.click({ position: { x: 5, y: 5 } });
  await expect(page).toHaveURL(/\/news\/details\?news_article=\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(`${title} · Tezi`);
});

test('a relative time goes on by itself', async ({ page }) => {
  await page.clock.install();
  await open(page, paths.news);
  const time = cards(page).first().locator('time');
  await page.clock.setFixedTime(
    new Date(Date.parse((await time.getAttribute('datetime')) ?? '') + 5 * 60_000),
  );
  await page.clock.runFor(20_000);
  await expect(time).toHaveText('5 minutes ago');
  await page.clock.setFixedTime(
    new Date(Date.parse((await time.getAttribute('datetime')) ?? '') + 3 * 3_600_000),
  );
  await page.clock.runFor(20_000);
  await expect(time).toHaveText('3 hours ago');
});

test('typing searches once it stops, in the same place of the history', async ({ page }) => {
  const calls: string[] = [];
  await page.route(LIST_CALL, (route) => {
    calls.push(new URL(route.request().url()).searchParams.get('search') ?? '');
    return route.continue();
  });
  await open(page, paths.home);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'News', exact: true })
    .click();
  await expect(found(page)).toBeVisible();
  calls.length = 0;
  await searchBox(page).pressSequentially('bank', { delay: 30 });
  await expect(page).toHaveURL(`${paths.news}?search=bank`);
  await searchBox(page).pressSequentially('s', { delay: 30 });
  await expect(page).toHaveURL(`${paths.news}?search=banks`);
  await expect.poll(() => calls).toEqual(['bank', 'banks']);
  await page.goBack();
  await expect(page).toHaveURL(paths.home);
});

test('a search shows what matches, and Enter does not wait', async ({ page }) => {
  await open(page, paths.news);
  const all = await found(page).innerText();
  const word = (await titleOf(cards(page).first())).split(' ')[0] ?? '';
  await searchBox(page).fill(word);
  await searchBox(page).press('Enter');
  expect(addressOf(page)).toBe(`${paths.news}?search=${encodeURIComponent(word)}`);
  await expect(found(page)).not.toHaveText(all);
  await expect(searchBox(page)).toHaveValue(word);
});

test('pages are linked: numbers, Previous and Next, and what of the whole is shown', async ({ page }) => {
  await open(page, paths.news);
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await expect(nav.getByText(/^Showing 1-12 of \d+ articles$/)).toBeVisible();
  await expect(nav.getByRole('link', { name: 'Previous' })).toHaveCount(0);
  await expect(nav.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const first = await titles(page);
  await nav.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(`${paths.news}?page=2`);
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(nav.getByText(/^Showing 13-24 of \d+ articles$/)).toBeVisible();
  await expect.poll(() => titles(page)).not.toEqual(first);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await nav.getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect.poll(() => titles(page)).toEqual(first);
  await page.goBack();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
});
