import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

const STATES = /^PSX: (Open until|Pre-open, opens|Closed, opens|Holiday: .+, opens) .*\d\d:\d\d PKT$/;

const STATUS = '**/api/market/status/';

test('every page states whether the market is open, also without scripts', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: MOBILE_VIEWPORT });
  const page = await context.newPage();
  for (const path of [paths.home, paths.terms, '/nothing']) {
    await page.goto(product.url + path);
    const status = page.getByRole('complementary', { name: 'Market hours' });
    await expect(status).toHaveText(STATES);
    const { height = 0, width = 0 } = (await status.boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(24);
    expect(width).toBeLessThanOrEqual(MOBILE_VIEWPORT.width);
  }
  await context.close();
});

test('an open page follows the server, although the clock of the device is wrong', async ({ page }) => {
  // A device whose clock is a day slow asks the server, which says that the market closes in ten minutes.
  const realNow = Date.now();
  const toTime = (minutes: number) => new Date(realNow + minutes * 60_000).toISOString();
  const slow = Date.parse(`${addDays(toKarachiDate(new Date()), -1)}T00:00:00Z`);
  await page.route(STATUS, async (route) => {
    const passedMs = (await page.evaluate(() => Date.now())) - slow;
    await route.fulfill({
      headers: { Date: new Date(realNow + passedMs).toUTCString() },
      json: {
        as_of: toTime(passedMs / 60_000),
        periods: [
          { from: toTime(-60), state: 'open', until: toTime(10), text: 'Open until 12:34 PKT' },
          { from: toTime(10), state: 'closed', until: toTime(600), text: 'Closed, opens Xyz 09:32 PKT' },
          { from: toTime(600), state: 'open', until: toTime(900), text: 'Open until 15:30 PKT' },
        ],
      },
    });
  });
  await page.clock.install({ time: slow });
  await openPage(page, paths.terms);
  const status = page.getByRole('complementary', { name: 'Market hours' });
  await page.clock.runFor('00:05');
  await expect(status).toHaveText('PSX: Open until 12:34 PKT');
  await page.clock.runFor('10:10');
  await expect(status).toHaveText('PSX: Closed, opens Xyz 09:32 PKT');
});
