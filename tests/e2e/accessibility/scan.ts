import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT } from '#tests/e2e/support/pages.ts';

/** Expects that axe finds no faults in the current page, including best practices beyond WCAG. */
export async function expectNoFaults(page: Page, when: string): Promise<void> {
  // The page has one frame, so the legacy mode, which opens no second page, is enough.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
  expect(faults, `faults ${when}`).toEqual([]);
}

/** Scans the page in both themes without reloading it. */
export async function expectNoFaultsInBothThemes(page: Page, when: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFaults(page, `${when}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page, `${when}, dark`);
}

/** Expects that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);
  expect(excess, 'pixels wider than the window').toBeLessThanOrEqual(0);
}

/** Scans the page in both themes, then checks its width on a phone. */
export async function expectAccessible(page: Page, when: string): Promise<void> {
  await expectNoFaultsInBothThemes(page, when);
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
}

/** Scans the page in both themes on desktop and mobile, and checks its width on mobile. */
export async function expectAccessibleOnAllScreens(page: Page, when: string): Promise<void> {
  await expectAccessible(page, `${when}, on desktop`);
  await expectNoFaultsInBothThemes(page, `${when}, on mobile`);
}
