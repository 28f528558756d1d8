import { paths } from '#core/contract/paths.ts';
import { expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test('every page marks its data as invented and links to the demo page', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(404);
  for (const path of [paths.home, paths.news, paths.signIn, '/no-such-page']) {
    await page.goto(path);
    const ribbon = page.getByRole('link', { name: /^Demo data/ });
    await expect(ribbon, path).toBeVisible();
    await expect(ribbon, path).toHaveAttribute('href', paths.demo);
  }
});

test('the ribbon is a target of at least 24 px that covers no other one, above the header and the menu of a phone', async ({
  page,
}) => {
  await test.step('the ribbon is a target of at least 24 px that covers no other one', async () => {
    await openPage(page, paths.home);
    for (const width of [180, 360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const ribbon = await page.getByRole('link', { name: /^Demo data/ }).boundingBox();
      expect(ribbon?.height, String(width)).toBeGreaterThanOrEqual(24);
      const home = await page.getByRole('banner').getByRole('link', { name: 'Tezi home' }).boundingBox();
      expect((ribbon?.y ?? 0) + (ribbon?.height ?? 0), String(width)).toBeLessThanOrEqual(home?.y ?? 0);
    }
  });

  await test.step('the ribbon is above the header and the menu on a mobile screen', async () => {
    await page.setViewportSize(MOBILE_VIEWPORT);

    const ribbon = await page.getByRole('link', { name: /^Demo data/ }).boundingBox();
    const home = await page.getByRole('banner').getByRole('link', { name: 'Tezi home' }).boundingBox();
    expect(ribbon?.y).toBe(0);
    expect((ribbon?.y ?? 0) + (ribbon?.height ?? 0)).toBeLessThanOrEqual(home?.y ?? 0);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: /menu/i }).last().click();
    const menu = await page.locator('#site-menu').boundingBox();
    const header = await page.getByRole('banner').boundingBox();
    expect(menu?.y).toBeGreaterThanOrEqual((header?.height ?? 0) - 1);
  });
});
