import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { createCustomer } from '#tests/e2e/support/accounts.ts';
import { advance, test, tradeNextSession } from '#tests/e2e/support/evening.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default' });

/** Opens Today and waits until it has stored the visit. */
async function visitToday(page: Page): Promise<void> {
  // The page that is open loads its data again, because the clock was advanced.
  await page.goto('about:blank');
  const loaded = page.waitForResponse(
    (response) => response.ok() && response.url().includes('/api/signals/changes/'),
  );
  await openPage(page, paths.today);
  const { position } = await (await loaded).json();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('tezi:visits')))
    .toContain(`"position":"${position}"`);
}

test('a subscriber who returns reads which entries were filled, targets hit and signals ended', async ({
  page,
  product,
  openBrowser,
  browserErrors,
}) => {
  test.setTimeout(300_000);
  // The access token expires and is refreshed.
  browserErrors.expect(/401 \(Unauthorized\)/);
  await openPage(page, paths.home);
  await page.getByRole('form', { name: 'Demo sign-in' }).getByRole('button', { name: 'Subscriber' }).click();
  await expect(page).toHaveURL(paths.swingSignals);
  const levels = { signal_type: 'swing', entry_price: '100.00', stop_loss: '95.00' } as const;
  const running = await publish(product.url, { ...levels, target_points: ['105.00', '150.00'] });
  const ended = await publish(product.url, { ...levels, target_points: ['105.00'] });
  await visitToday(page);
  await expect(page.locator(`[data-signal="${running.id}"]`)).toBeVisible();
  await expect(page.getByText('since your last visit')).toHaveCount(0);

  const both = (bar: [number, number, number, number]) => ({ [running.symbol]: bar, [ended.symbol]: bar });
  await tradeNextSession(product, both([100, 102, 99, 101]));
  await tradeNextSession(product, both([101, 106, 101, 104]));
  await visitToday(page);
  const summary = page.getByRole('link', { name: /entries filled, \d+ reached a target/ });
  await summary.click();
  const section = page.getByRole('region', { name: 'Since your last visit' });
  await expect(section).toBeInViewport();
  const more = section.getByText(/^Show \d+ more$/);
  if (await more.isVisible()) await more.click();
  const row = (id: string) => section.locator(`[data-changed="${id}"]`);
  for (const { id } of [running, ended])
    await expect(row(id)).toContainText(/Entry filled at Rs\. 100\.00.*TP1 hit at Rs\. 105\.00/);
  await expect(row(running.id)).not.toContainText(/[▲▼]/);
  await expect(row(ended.id)).toContainText('+1.00 R');
  await expect(page.locator(`[data-signal="${running.id}"]`)).toContainText('Changed');
  await expect(page.locator(`[data-signal="${ended.id}"]`)).toHaveCount(0);
  await expectNoFaultsInBothThemes(page, 'with changes');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);

  await advance(product, { hours: 1 });
  await visitToday(page);
  await expect(page.getByText('Nothing new since your last visit')).toBeVisible();
  await expect(section).toHaveCount(0);

  // A customer without a subscription reads how many premium signals there are, and of none what it is.
  const other = await openBrowser(await createCustomer(product.url));
  await openPage(other, paths.today);
  await expect(other.getByText(/^[1-9]\d* premium signals are in progress now/)).toBeVisible();
  await expect(other.getByRole('link', { name: 'View Plans' })).toBeVisible();
  await expect(other.getByText(running.symbol)).toHaveCount(0);
});

test('a list of changes that cannot be loaded is an error with a retry, not nothing new', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expect(/500 \(Internal Server Error\)/);
  const signal = await publish(product.url);
  await visitToday(page);
  await advance(product, { hours: 1 });
  await page.route('**/api/signals/changes/**', (route) => route.fulfill({ status: 500, json: {} }));
  await openPage(page, paths.today);
  const section = page.getByRole('region', { name: 'Since your last visit' });
  await expect(section.getByText('Failed to load what happened')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Nothing new')).toHaveCount(0);
  await page.unroute('**/api/signals/changes/**');
  const added = await publish(product.url);
  await section.getByRole('button', { name: 'Retry' }).click();
  await expect(section.locator(`[data-changed="${added.id}"]`)).toContainText('Published');
  await expect(section.locator(`[data-changed="${signal.id}"]`)).toHaveCount(0);
});
