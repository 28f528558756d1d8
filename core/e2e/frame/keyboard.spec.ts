import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

/** Presses Tab until an element with that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.locator(':focus', { hasText: name }).or(page.locator(`:focus[aria-label*="${name}"]`));
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await target.count()) > 0) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

test('the first Tab shows the skip link, which skips the navigation', async ({ page }) => {
  await openPage(page, paths.signals);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('the keyboard alone opens and closes the policies and opens a policy', async ({ page }) => {
  await openPage(page, paths.home);
  await tabTo(page, 'Policies');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Terms & Conditions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Privacy Policy' }).first()).toBeHidden();
  await expect(page.getByRole('button', { name: 'Policies' })).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, 'Privacy Policy');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.privacy);
  await expect(page.getByRole('main')).toBeFocused();
});

test('the header never covers the focused element', async ({ page }) => {
  for (const path of [paths.home, paths.intradaySignals, paths.terms]) {
    await openPage(page, path);
    await page.keyboard.press('Tab');
    // Backward from the footer, so that elements scroll into view from the top.
    await page.getByRole('contentinfo').getByRole('link').last().focus();
    // What is near the footer is loaded now, and moves it.
    const heights: number[] = [];
    await expect(async () => {
      heights.push(await page.evaluate(() => document.documentElement.scrollHeight));
      expect(new Set(heights.slice(-4)).size + Math.max(4 - heights.length, 0)).toBe(1);
    }).toPass({ intervals: [300] });
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Shift+Tab');
      const place = await page.evaluate(() => {
        const focused = document.activeElement;
        const header = document.querySelector('header')?.getBoundingClientRect();
        if (!focused || !header || focused === document.body || focused.closest('header')) return null;
        const box = focused.getBoundingClientRect();
        // Pages scroll by whole pixels, and boxes end at fractions of them.
        const bottom = Math.floor(box.bottom);
        return { name: focused.textContent, top: box.top, bottom, header: header.bottom };
      });
      if (place === null) break;
      expect(place.top, `${place.name} below the header`).toBeGreaterThanOrEqual(place.header);
      expect(place.bottom, `${place.name} within the window`).toBeLessThanOrEqual(900);
    }
  }
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('signs out by keyboard', async ({ page }) => {
    await openPage(page, paths.home);
    await tabTo(page, 'Account menu');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Logout');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  });
});
