import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT } from '#tests/e2e/support/pages.ts';

/** The rules about colors, which are all that differs between the themes. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

export const DESKTOP_VIEWPORT = { width: 1440, height: 900 };
/** The width of a window of 1280 px that is enlarged to 400 %, for which WCAG 2.2 (1.4.10) asks. */
const NARROW_VIEWPORT = { width: 320, height: 640 };

/**
 * Expects that axe finds no faults in the current page, including best practices beyond WCAG. `rules` limits the scan, and `within` to the part
 * of a page that differs from a state that is scanned elsewhere: most of the time goes into long lists.
 */
export async function expectNoFaults(
  page: Page,
  when: string,
  rules: readonly string[] = [],
  within?: string,
): Promise<void> {
  // Loading axe takes longer than many scans, so a document loads it once.
  const isLoaded = (
    await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window)))
  ).every(Boolean);
  // The page has one frame, so the legacy mode, which opens no second page, is enough.
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  if (rules.length > 0) axe.withRules([...rules]);
  if (within) axe.include(within);
  const { violations } = await axe.analyze();
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
  expect(faults, `faults ${when}`).toEqual([]);
}

/** Scans the page in both themes without reloading it. */
export async function expectNoFaultsInBothThemes(page: Page, when: string, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFaults(page, `${when}, light`, [], within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page, `${when}, dark`, COLOR_RULES, within);
}

/** Expects that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess, 'pixels wider than the window').toBeLessThanOrEqual(0);
}

/** Expects that nothing is wider than a usual phone and the narrowest one. */
async function expectNoSidewaysScrollOnPhones(page: Page): Promise<void> {
  for (const viewport of [MOBILE_VIEWPORT, NARROW_VIEWPORT]) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(DESKTOP_VIEWPORT);
}

/** Scans the page in both themes, then checks its width on phones. */
export async function expectAccessible(page: Page, when: string): Promise<void> {
  await expectNoFaultsInBothThemes(page, when);
  await expectNoSidewaysScrollOnPhones(page);
}

/** Scans the page in the light theme on desktop and in the dark one on mobile, and checks its width on mobile. */
export async function expectAccessibleOnAllScreens(page: Page, when: string, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFaults(page, `${when}, light, on desktop`, [], within);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoFaults(page, `${when}, dark, on mobile`, [], within);
  await expectNoSidewaysScrollOnPhones(page);
}
