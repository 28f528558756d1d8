import { getCompanyPath, getSearchPath, paths } from '#core/contract/paths.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage, waitForHydration } from '#tests/e2e/support/pages.ts';
import { makeUniqueSymbol, publish, remove } from '#tests/e2e/support/signals.ts';

const SYMBOL = 'MARI';

test('a visitor finds a company as they type, and follows its lists', async ({ page }) => {
  await openPage(page, paths.home);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Companies', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(page.getByText('Found 709 companies')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search companies' }).pressSequentially('lucky cem');
  await expect(page.getByText('Found 1 company')).toBeVisible();
  await expect(page).toHaveURL(`${paths.companies}?search=lucky+cem`);
  await page.getByRole('combobox', { name: 'Sector' }).selectOption('Fertilizer');
  await expect(page.getByText('No companies found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL(paths.companies);
  await page.getByRole('combobox', { name: 'Sector' }).selectOption('Cement');
  await page.getByRole('link', { name: 'LUCK', exact: true }).click();

  await expect(page).toHaveURL(getCompanyPath('LUCK'));
  await expect(page.getByRole('heading', { level: 1, name: 'LUCK' })).toBeVisible();
  await expect(page.getByText('Lucky Cement Limited').first()).toBeVisible();
  const news = page.getByRole('link', { name: 'All news of LUCK' });
  // Sections are loaded when they are near.
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(news).toBeVisible({ timeout: 500 });
  }).toPass();
  await news.click();
  await expect(page).toHaveURL(`${paths.news}?symbol=LUCK`);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('button', { name: 'Remove LUCK' }).click();
  await expect(page).toHaveURL(paths.news);
});

test('an unknown company is not found, rendered by the server or by the browser', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(404);
  const response = await page.goto(getCompanyPath('NOSUCH'));
  expect(response?.status()).toBe(404);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { name: 'Company Not Found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'All companies' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  expect((await page.goto('/companies/luck'))?.url()).toContain(getCompanyPath('LUCK'));
});

test('a search leads to a section of the page that is loaded when it is seen', async ({ page }) => {
  await openPage(page, getSearchPath('luck dividend'));
  const link = page.locator(`a[href="${getCompanyPath('LUCK')}#book-closures"]`).first();
  await expect(link).toContainText('book closures');
  await link.click();
  await expect(page.getByRole('heading', { name: 'Book closures' })).toBeInViewport();
});

test('a new signal of the company appears without a reload', async ({ page, product }) => {
  const stream = page.waitForResponse((response) => response.url().includes(SIGNAL_STREAM_PATH));
  await openPage(page, getCompanyPath(SYMBOL));
  const list = page.getByRole('list', { name: 'Intraday signals' });
  await expect(page.getByText(`No intraday signal of ${SYMBOL} is active`)).toBeVisible();
  const title = makeUniqueSymbol();
  await stream;
  const { id } = await publish(product.url, { symbol: SYMBOL, title });
  await expect(list.getByRole('heading', { name: title })).toBeVisible();
  await remove(product.url, id);
  await expect(list).toHaveCount(0);
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('sees premium signals of the company, which the rendered page does not contain', async ({
    page,
    product,
    openBrowser,
  }) => {
    const title = makeUniqueSymbol();
    const { id } = await publish(product.url, { symbol: SYMBOL, signal_type: 'swing', title });
    const response = await page.goto(getCompanyPath(SYMBOL));
    expect(await response?.text()).not.toContain(title);
    await expect(page.getByRole('list', { name: 'Swing signals' }).getByText(title)).toBeVisible();

    const visitor = await openBrowser();
    await openPage(visitor, getCompanyPath(SYMBOL));
    await expect(visitor.getByText('Swing and investment signals are premium.')).toBeVisible();
    await expect(visitor.getByText(title)).toHaveCount(0);
    await remove(product.url, id);
  });
});

test.describe('a customer without a subscription', () => {
  test.use({ role: 'customer' });

  test('a customer without a subscription is offered the plans instead of premium signals', async ({
    page,
  }) => {
    await openPage(page, getCompanyPath(SYMBOL));
    await expect(page.getByRole('main').getByRole('link', { name: 'View Plans' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Swing' })).toHaveCount(0);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('companies can be found and read', async ({ page }) => {
    await page.goto(paths.companies);
    await page.getByRole('searchbox', { name: 'Search companies' }).fill('oil & gas dev');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'OGDC', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'OGDC' })).toBeVisible();
    await expect(page.getByText(/^Close of /)).toBeVisible();
    await page.getByRole('link', { name: 'Next board meeting' }).click();
    await expect(page.getByRole('heading', { name: 'Board meetings' })).toBeInViewport();
    await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'All book closures of OGDC' })).toBeVisible();
  });
});
