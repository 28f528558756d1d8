import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { navigate, openPage } from '#tests/e2e/support/pages.ts';

const LINKS = [
  ['Signals', paths.signals, 'Signals'],
  ['Board Meetings', paths.boardMeetings, 'Board Meetings'],
  ['Book Closures', paths.bookClosure, 'Book Closures'],
  ['News', paths.news, 'Financial News'],
  ['Pricing', paths.pricing, 'Pricing'],
  ['Charting', paths.charting, 'Advanced Charting'],
] as const;

test('each link of the header is in one line and leads to its page, where only it is highlighted', async ({
  page,
}) => {
  await test.step('the header of the narrowest desktop window shows every link in one line', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await openPage(page, paths.home);
    const header = page.getByRole('banner');
    for (const name of [...LINKS.map(([link]) => link), 'Sign In', 'Sign Up']) {
      const link = header.getByRole('link', { name, exact: true });
      await expect(link).toBeInViewport({ ratio: 1 });
      const lines = await link.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
      expect(lines, name).toBe(1);
    }
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step('each link leads to its page, where only it is highlighted, and changes the title', async () => {
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const [name, path, heading] of LINKS) {
      await nav.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(nav.locator('[aria-current="page"]')).toHaveText([name]);
      await expect(page).toHaveTitle(`${heading} · Tezi`);
      // Screen readers announce the title.
      await expect(page.getByRole('status').filter({ hasText: `${heading} · Tezi` })).toBeAttached();
    }
    await page.getByRole('banner').getByRole('link', { name: 'Tezi home' }).click();
    await expect(page).toHaveURL(paths.home);
    await expect(page).toHaveTitle(/^Tezi: /);
    await page.goBack();
    await expect(page).toHaveTitle(/ · Tezi$/);
  });

  await test.step('a subpage highlights the link of its section', async () => {
    await navigate(page, paths.psxSignals);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.locator('[aria-current="page"]')).toHaveText(['Signals']);
  });
});
