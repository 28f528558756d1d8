import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { followNewsLink, getCards, getRestoreBanner, readTitle } from '#tests/e2e/support/news.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

const SECOND_PAGE_A_TO_Z = `${paths.news}?ordering=title&page=2`;

test('the position in the unfiltered list is restored, also by Back after Back to News', async ({ page }) => {
  await test.step('restores the scroll position of the unfiltered list', async () => {
    await openPage(page, paths.news);
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await expect(getCards(page)).toHaveCount(12);
    await expect(page.getByRole('list').and(page.locator('[aria-busy=true]'))).toHaveCount(0);
    const card = getCards(page).nth(9);
    const title = await readTitle(card);
    await card.getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Back to News' }).click();
    await expect(page).toHaveURL(`${paths.news}?page=2`);
    await expect(getCards(page).getByRole('link', { name: title })).toBeFocused();
    await expect(getCards(page).getByRole('link', { name: title })).toBeInViewport();
  });

  await test.step('restores the position on Back to the list that Back to News opened', async () => {
    await page.evaluate(() => localStorage.clear());
    await openPage(page, paths.news);
    const card = getCards(page).nth(9);
    const title = await readTitle(card);
    await card.getByRole('heading').getByRole('link').click();
    await page.getByRole('link', { name: 'Back to News' }).click();
    await expect(getCards(page).getByRole('link', { name: title })).toBeInViewport();
    await getCards(page).first().getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/news_article=/);
    await page.goBack();
    await expect(page).toHaveURL(paths.news);
    await expect(getCards(page).first()).toBeInViewport();
  });
});

test('starts at the top when News is opened from the menu after an article', async ({ page }) => {
  for (const path of [SECOND_PAGE_A_TO_Z]) {
    await openPage(page, path);
    await getCards(page).nth(9).getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/news_article=/);
    await followNewsLink(page);
    await expect(page).toHaveURL(path);
    await expect(getCards(page)).toHaveCount(12);
    await expect(getRestoreBanner(page)).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(getCards(page).locator(':focus')).toHaveCount(0);
  }
});

test('Back to News restores filters, page and position with a banner, and Back without one', async ({
  page,
}) => {
  await test.step('returns to the list without a banner on browser Back', async () => {
    await openPage(page, SECOND_PAGE_A_TO_Z);
    await getCards(page).nth(9).getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/news_article=/);
    await page.goBack();
    await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
    await expect(getCards(page).nth(9)).toBeInViewport();
    await expect(getRestoreBanner(page)).toHaveCount(0);
  });

  await test.step('restores filters, page and scroll position on Back to News, with a temporary banner', async () => {
    const card = getCards(page).nth(9);
    const title = await readTitle(card);
    await card.getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Back to News' }).click();
    await expect(getRestoreBanner(page)).toBeVisible();
    await expect(page).toHaveURL(SECOND_PAGE_A_TO_Z);
    await expect(getCards(page).getByRole('link', { name: title })).toBeInViewport();
    await expect(getRestoreBanner(page)).toHaveCount(0);
  });
});
