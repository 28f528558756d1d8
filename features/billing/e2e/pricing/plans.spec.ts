import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getPath, holdRequests, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { getPlanCard, PLANS_CALL, PREVIEW_CALL } from '#tests/e2e/support/pricing.ts';

test('the server renders the plans, whose prices the browser requests in one call for each billing period', async ({
  page,
}) => {
  await test.step('a price is -- until Paddle returns it', async () => {
    const { release } = await holdRequests(page, PREVIEW_CALL);
    let offerCalls = 0;
    await page.route(PLANS_CALL, (route) => {
      offerCalls += 1;
      return route.continue();
    });
    await openPage(page, paths.pricing);
    await expect(page.getByText('--', { exact: true })).toHaveCount(2);
    const before = await getPlanCard(page, 'Pro').boundingBox();
    release();
    await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
    await expect(page.getByText('--', { exact: true })).toHaveCount(0);
    expect(await getPlanCard(page, 'Pro').boundingBox()).toEqual(before);
    await expect(page.getByText('Payments are simulated: you are not charged.')).toBeVisible();
    await expect(getPlanCard(page, 'Intermediate').locator('ul').first().getByRole('listitem')).toHaveText([
      'Professional Trading Signals',
      'Real-time Market Analysis',
      'Advanced Chart Tools',
      'Priority Support',
    ]);
    await expect(getPlanCard(page, 'Pro').locator('ul').first().getByRole('listitem')).toHaveText([
      'Professional Trading Signals',
      'Real-time Market Analysis',
      'Advanced Chart Tools',
      '24/7 Premium Support',
      'Custom Indicators',
    ]);
    expect(offerCalls).toBe(0);
    await page.unroute(PREVIEW_CALL);
  });

  await test.step('the prices of another billing period are requested in one call, and stored for the tab', async () => {
    const requested: string[][] = [];
    await page.route(PREVIEW_CALL, (route) => {
      const { items } = route.request().postDataJSON() as { items: { priceId: string; quantity: number }[] };
      requested.push(items.map(({ priceId, quantity }) => `${quantity} ${priceId}`));
      return route.continue();
    });
    await openPage(page, paths.pricing);
    await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
    await page.getByRole('radio', { name: 'Yearly (Save 20%)' }).check();
    await expect(getPlanCard(page, 'Pro').getByText('$576.00')).toBeVisible();
    await expect(getPlanCard(page, 'Pro').getByText('per year')).toBeVisible();
    await expect(
      getPlanCard(page, 'Pro').getByRole('link', { name: 'Sign Up & Subscribe Yearly' }),
    ).toBeVisible();
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await expect(getPlanCard(page, 'Pro').getByText('$60.00')).toBeVisible();
    const yearly = ['1 pri_01demo00intermediateyear00', '1 pri_01demo00proyear00000000000'];
    expect(requested).toEqual([yearly]);
  });
});

test('the billing period is part of the URL and can be changed by keyboard', async ({ page }) => {
  await openPage(page, `${paths.pricing}?billing=yearly`);
  await expect(page.getByRole('radio', { name: 'Yearly (Save 20%)' })).toBeChecked();
  await expect(getPlanCard(page, 'Intermediate').getByText('$288.00')).toBeVisible();
  await page.getByRole('radio', { name: 'Yearly (Save 20%)' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeFocused();
  await expect.poll(() => getPath(page)).toBe(paths.pricing);
});

test('a visitor who selects a plan signs up and returns to it', async ({ page }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await openPage(page, `${paths.pricing}?billing=yearly`);
  await getPlanCard(page, 'Pro').getByRole('link', { name: 'Sign Up & Subscribe Yearly' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(paths.signUp);
  const next = new URL(page.url()).searchParams.get('next');
  expect(next).toBe('/pricing?billing=yearly&plan=pro#plan-pro');
  await page.goto(next ?? '');
  await expect(getPlanCard(page, 'Pro').getByText('Selected', { exact: true })).toBeInViewport();
  await expect(page.getByText('Selected', { exact: true })).toHaveCount(1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the plans are shown for both billing periods and link to sign-up', async ({ page }) => {
    await page.goto(paths.pricing);
    await expect(getPlanCard(page, 'Pro').getByText('per month')).toBeVisible();
    await page.getByRole('radio', { name: 'Yearly (Save 20%)' }).check();
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(`${paths.pricing}?billing=yearly`);
    await expect(getPlanCard(page, 'Pro').getByText('per year')).toBeVisible();
    await getPlanCard(page, 'Pro').getByRole('link', { name: 'Sign Up & Subscribe Yearly' }).click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  });
});
