import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { readWatchlist, setWatched } from '#features/accounts/contract/watchlist.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

test('a company that a visitor stars is added to the account at the sign-in, in other tabs too', async ({
  page,
  product,
  context,
}) => {
  const user = await createCustomer(product.url);
  const watch = { body: { symbol: 'MARI', is_watched: true } };
  await call(product.url, setWatched, watch, user.access);

  await openPage(page, `${paths.companies}?search=luck`);
  const star = page.getByRole('button', { name: 'Watch LUCK', exact: true });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  const other = await context.newPage();
  await openPage(other, getCompanyPath('HBL'));
  const otherStar = other.getByRole('button', { name: 'Watch HBL' }).first();
  await expect(otherStar).toBeEnabled();
  await other.keyboard.press('s');
  await expect(otherStar).toHaveAttribute('aria-pressed', 'true');

  await openPage(page, paths.watchlist);
  const list = page.getByRole('list', { name: 'My companies' });
  await expect(list.getByRole('link', { name: 'LUCK' })).toBeVisible();
  await expect(list.getByRole('link', { name: 'HBL' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(list.getByRole('link', { name: 'MARI' })).toBeVisible();
  const read = async () => (await call(product.url, readWatchlist, {}, user.access)).symbols;
  expect(await read()).toEqual(['HBL', 'LUCK', 'MARI']);

  // The filter by these companies, from the account.
  const filter = page.getByRole('main').getByRole('link', { name: 'My companies', exact: true });
  for (const path of [
    paths.news,
    paths.intradaySignals,
    paths.boardMeetings,
    paths.bookClosure,
    paths.today,
  ]) {
    await openPage(page, path);
    await expect(page.getByRole('link', { name: 'Search' }).first()).toHaveAttribute(
      'aria-haspopup',
      'dialog',
    );
    await filter.click();
    await expect(page).toHaveURL(`${path}?symbol=HBL%2CLUCK%2CMARI`);
    await expect(filter).toHaveAttribute('aria-current', 'true');
    await filter.click();
    await expect(page).toHaveURL(path);
  }

  await otherStar.click();
  await expect.poll(read).toEqual(['LUCK', 'MARI']);
  await openPage(page, `${paths.news}?symbol=QX1,QX2`);
  await expect(page.getByRole('heading', { name: 'None of your companies is in this list' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My companies' }).last().click();
  await expect(list.getByRole('link', { name: 'HBL' })).toBeHidden();
});

test('the list of companies says how to add one while it is empty', async ({ page }) => {
  await openPage(page, paths.watchlist);
  await expect(page.getByRole('heading', { name: 'You watch no companies yet' })).toBeVisible();
});

test.describe('a customer whose list is not loaded', () => {
  test.use({ role: 'customer' });

  test('sees that it is loading or failed instead of an empty list', async ({
    page,
    product,
    user,
    browserErrors,
  }) => {
    const watch = { body: { symbol: 'HBL', is_watched: true } };
    await call(product.url, setWatched, watch, user.access);
    const empty = page.getByRole('heading', { name: 'You watch no companies yet' });
    const requested = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    const url = '**/api/customers/watchlist/';
    browserErrors.expect(/503/);
    await page.route(url, async (route) => {
      requested.resolve();
      await slow.promise;
      await route.fulfill({ status: 503, json: { detail: 'Down' } });
    });
    await openPage(page, paths.watchlist);
    await requested.promise;
    await expect(page.getByText('Loading your companies...')).toBeVisible();
    await expect(empty).toBeHidden();
    slow.resolve();
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load your companies.' });
    await expect(failure).toBeVisible();
    await expect(empty).toBeHidden();

    await openPage(page, getCompanyPath('HBL'));
    const star = page.getByRole('button', { name: 'Watch HBL' }).first();
    await expect(star).toBeEnabled();
    await expect(star).not.toHaveAttribute('aria-pressed');
    await openPage(page, paths.news);
    await expect(page.getByRole('link', { name: 'Search' }).first()).toHaveAttribute(
      'aria-haspopup',
      'dialog',
    );
    await page.getByRole('main').getByRole('link', { name: 'My companies', exact: true }).click();
    await expect(page.getByText('Your companies could not be loaded')).toBeVisible();
    await expect(page).toHaveURL(paths.news);

    await openPage(page, paths.watchlist);
    await expect(failure).toBeVisible();
    await page.unroute(url);
    await failure.getByRole('button', { name: 'Retry' }).click();
    const list = page.getByRole('list', { name: 'My companies' });
    await expect(list.getByRole('button', { name: 'Watch HBL' })).toHaveAttribute('aria-pressed', 'true');
    await expect(failure).toBeHidden();

    // The copy of the browser is shown, and that it may be out of date.
    await page.route(url, (route) => route.abort());
    browserErrors.expect(/Failed to load resource/);
    await openPage(page, paths.watchlist);
    await expect(failure).toBeVisible();
    await expect(list.getByRole('link', { name: 'HBL' })).toBeVisible();
  });
});
