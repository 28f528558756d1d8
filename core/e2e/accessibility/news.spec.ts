import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  ARTICLE_CALL,
  getCards,
  getFiltersButton,
  getMultiSelect,
  makeArticle,
} from '#tests/e2e/support/news.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { expectAccessibleOnAllScreens } from './scan.ts';

test('the filters with open and selected choices', async ({ page }) => {
  await openPage(page, paths.news);
  await getFiltersButton(page).click();
  const box = getMultiSelect(page, 'Sectors');
  await box.locator('summary').click();
  await box.getByRole('button', { name: 'Select All' }).click();
  await expect(page.getByRole('list', { name: 'Selected sectors' })).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with the choices open', 'search');
  await page.keyboard.press('Escape');
  await expectAccessibleOnAllScreens(page, 'with selected sectors', 'search');
});

const LONG = 'Extraordinarily-long-word-of-a-headline-that-nothing-can-break-at-all-on-a-telephone';

test('an article with every kind of content', async ({ page }) => {
  const article = makeArticle({
    title: `${LONG} ${LONG}`,
    sector: 'Vanaspati and Allied Industries, and Leather and Tanneries',
    content: `<h2>Results</h2><p>${LONG}</p><blockquote>A word</blockquote><ul><li>One</li></ul>
      <table><tr><th>Symbol</th><th>Close</th></tr><tr><td>LUCK</td><td>1,021.50</td></tr></table>
      <pre>${LONG} ${LONG}</pre><p><a href="https://publisher.example/">The filing</a></p>`,
    companies: [{ symbol: 'LUCK', name: 'Lucky Cement Limited' }],
  });
  const neighbour = { id: 1, title: LONG };
  await page.route(ARTICLE_CALL, (route) =>
    route.fulfill({ json: { article, newer: neighbour, older: neighbour } }),
  );
  await openPage(page, paths.news);
  await getCards(page).first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Results' })).toBeVisible();
  await expectAccessibleOnAllScreens(page, 'with an article');
});

test('an article that does not exist', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(404);
  await page.goto(`${paths.newsDetails}?news_article=none`);
  await waitForHydration(page);
  await expectAccessibleOnAllScreens(page, 'without an article');
});
