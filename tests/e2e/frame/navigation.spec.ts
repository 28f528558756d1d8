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

for (const [name, path, heading] of LINKS) {
  test(`the link ${name} leads to its page, where only it is highlighted`, async ({ page }) => {
    await openPage(page, paths.home);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(nav.locator('[aria-current="page"]')).toHaveText([name]);
  });
}

test('a subpage highlights the link of its section', async ({ page }) => {
  await openPage(page, paths.psxSignals);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.locator('[aria-current="page"]')).toHaveText(['Signals']);
});

test('the logo leads home', async ({ page }) => {
  await openPage(page, paths.charting);
  await page.getByRole('banner').getByRole('link', { name: 'Tezi home' }).click();
  await expect(page).toHaveURL(paths.home);
});
