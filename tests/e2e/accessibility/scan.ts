import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/fixtures.ts';

/** The page as it stands has no fault that axe finds, the advice beyond WCAG included. */
export async function expectNoFaults(page: Page, when: string): Promise<void> {
  // One frame, no others: the legacy way needs no second page.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
  expect(faults, `faults ${when}`).toEqual([]);
}

/** Scans the page in both themes without loading it anew. */
export async function expectNoFaultsInBothThemes(page: Page, when: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFaults(page, `${when}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page, `${when}, dark`);
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);
  expect(excess, 'pixels wider than the window').toBeLessThanOrEqual(0);
}
