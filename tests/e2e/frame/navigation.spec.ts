import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

const LINKS = [
  ['Signals', paths.signals, 'Signals'],
  ['Board Meetings', paths.boardMeetings, 'Board Meetings'],
  ['News', paths.news, 'Financial News'],
  ['Pricing', paths.pricing, 'Pricing'],
  ['Charting', paths.charting, 'Advanced Charting'],
] as const;

test('each link leads to its page, where only it is highlighted, and changes the title', async ({ page }) => {
  await openPage(page, paths.home);
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

test('a subpage highlights the link of its section', async ({ page }) => {
  await openPage(page, paths.psxSignals);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.locator('[aria-current="page"]')).toHaveText(['Signals']);
});
