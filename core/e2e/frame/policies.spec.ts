import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

const POLICIES = [
  ['Terms & Conditions', paths.terms],
  ['Privacy Policy', paths.privacy],
  ['Refund Policy', paths.refund],
] as const;

test('the dropdowns of the header lead to their pages, close and highlight them', async ({ page }) => {
  await test.step('the Policies dropdown leads to each policy, closes, and highlights it', async () => {
    await openPage(page, paths.home);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link', { name: 'Privacy Policy' })).toBeHidden();
    await nav.getByRole('button', { name: 'Policies' }).click();
    for (const [name, path] of POLICIES) {
      await nav.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Last updated: December 2023');
      await expect(nav.getByRole('link', { name })).toBeHidden();
      await nav.getByRole('button', { name: 'Policies' }).click();
      await expect(nav.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    // A press outside closes the dropdown.
    await page.getByRole('heading', { level: 1 }).click();
    await expect(nav.getByRole('link', { name: 'Refund Policy' })).toBeHidden();
  });

  await test.step('the More dropdown leads to companies and results', async () => {
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const [name, path] of [
      ['Companies', paths.companies],
      ['Performance', paths.performance],
      ['Public Record', paths.record],
    ] as const) {
      await nav.getByRole('button', { name: 'More' }).click();
      await nav.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      // The menu closes once the page is shown, after the URL has changed.
      await expect(nav.getByRole('link', { name, exact: true })).toBeHidden();
    }
  });

  await test.step('the menu next to Signals leads to each type of signals', async () => {
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('button', { name: 'Types of signals' }).click();
    await expect(nav.getByRole('link', { name: 'Swing' })).toHaveAttribute('href', paths.swingSignals);
    await expect(nav.getByRole('link', { name: 'Investment' })).toHaveAttribute(
      'href',
      paths.investmentSignals,
    );
    await nav.getByRole('link', { name: 'Intraday' }).click();
    await expect(page).toHaveURL(paths.intradaySignals);
    await expect(nav.getByRole('link', { name: 'Intraday' })).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: MOBILE_VIEWPORT, hasTouch: true });

  test('the hamburger opens the navigation, whose links close it, with the policies collapsed', async ({
    page,
  }) => {
    await test.step('the policies are collapsed in the menu and expand on touch', async () => {
      await openPage(page, paths.home);
      const nav = page.getByRole('navigation', { name: 'Main' });
      await page.getByRole('button', { name: 'menu' }).click();
      await expect(nav.getByRole('link', { name: 'Terms & Conditions' })).toBeHidden();
      await nav.getByText('Policies').tap();
      await nav.getByRole('link', { name: 'Terms & Conditions' }).tap();
      await expect(page).toHaveURL(paths.terms);
      await expect(nav).toBeHidden();
    });

    await test.step('the hamburger opens the navigation, whose links close it and are highlighted', async () => {
      const nav = page.getByRole('navigation', { name: 'Main' });
      const menu = page.getByRole('button', { name: 'menu' });
      await expect(nav).toBeHidden();
      await menu.click();
      for (const name of [
        'Signals',
        'Board Meetings',
        'Book Closures',
        'News',
        'Pricing',
        'Charting',
        'Companies',
        'Performance',
        'Public Record',
      ])
        await expect(nav.getByRole('link', { name, exact: true })).toBeVisible();
      await menu.click();
      await expect(nav).toBeHidden();

      await menu.click();
      await nav.getByRole('link', { name: 'News' }).click();
      await expect(page).toHaveURL(paths.news);
      await expect(nav).toBeHidden();
      await menu.click();
      await expect(nav.locator('[aria-current="page"]')).toHaveText(['News']);
      await menu.click();

      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
      await header.getByRole('link', { name: 'Sign Up' }).click();
      await expect(page).toHaveURL(new RegExp(`${paths.signUp}(\\?|$)`));
    });
  });
});
