import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

/** Opens a signal of the demo, which has prices, a chart, events and an outcome. */
export async function openDemoSignal(page: Page): Promise<void> {
  await openPage(page, paths.intradaySignals);
  // The demo's own, if other tests published newer ones.
  await page.getByRole('link', { name: 'details of the SYS signal' }).last().click();
  const summary = page.locator('summary', { hasText: 'How this was determined, day by day' });
  await summary.click();
  await expect(page.getByRole('img', { name: /^Chart of the prices of/ })).toBeVisible();
}
