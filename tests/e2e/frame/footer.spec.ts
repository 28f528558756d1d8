import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

test('the footer shows the tagline, the risk disclaimer and the contact', async ({ page }) => {
  await openPage(page, paths.home);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(
    /professional Pakistan Stock Exchange trading signals for all types of traders/i,
  );
  await expect(footer).toContainText(/trading involves risk and may not be suitable for all investors/i);
  await expect(footer.getByRole('link', { name: 'support@tezi.example' })).toHaveAttribute(
    'href',
    'mailto:support@tezi.example',
  );
  await expect(footer.getByRole('link', { name: '+92 42 0000 0000' })).toHaveAttribute(
    'href',
    'tel:+924200000000',
  );
  await expect(footer).toContainText('Lahore, Pakistan');
  await expect(footer).toContainText('© 2025');
});

test('Quick Links and Platform lead to their pages', async ({ page }) => {
  await openPage(page, paths.home);
  const footer = page.getByRole('contentinfo');
  const expected = [
    ['Signals', paths.signals],
    ['Terms', paths.terms],
    ['Privacy', paths.privacy],
    ['Refund', paths.refund],
    ['Board Meetings', paths.boardMeetings],
    ['Book Closure', paths.bookClosure],
    ['Market News', paths.news],
    ['Charting Tools', paths.charting],
  ] as const;
  await expect(footer.getByRole('heading')).toHaveText(['Quick Links', 'Platform', 'Contact']);
  for (const [name, path] of expected)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
});

test('a link of the footer opens its page at the top', async ({ page }) => {
  await openPage(page, paths.terms);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Market News' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Financial News');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
