import type { FrameLocator, Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { listSubscriptions } from '#features/billing/contract/subscriptions.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { call, type TestUser } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

export const PLANS_CALL = '**/get_paddle_product_data/';
export const PREVIEW_CALL = '**/_js/pricing-preview';
export const SCRIPT_CALL = '**/paddle/v2/paddle.js';

/** Returns the card of a plan. */
export const getPlanCard = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Navigates to the plans from another page, so that the browser fetches them, not the server. */
export async function gotoPricing(page: Page): Promise<void> {
  await openPage(page, paths.home);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Pricing', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
}

/** Returns the frame of the simulator's checkout. */
export const getCheckoutFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe.paddle-frame-overlay[name="paddle_frame"]');

/** Fills in the card and pays. */
export async function payByCard(page: Page, cardNumber = '4242 4242 4242 4242'): Promise<void> {
  const checkout = getCheckoutFrame(page);
  await checkout.locator('[autocomplete="cc-number"]').fill(cardNumber);
  await checkout.locator('[autocomplete="cc-exp"]').fill('09 / 35');
  await checkout.locator('[autocomplete="cc-csc"]').fill('123');
  await checkout.locator('[autocomplete="cc-name"]').fill('Ayesha Khan');
  await checkout.getByRole('button', { name: /^Pay / }).click();
}

/** Waits until the product has received the customer's subscription from Paddle. */
export async function waitForSubscription(page: Page, { access }: TestUser): Promise<void> {
  const { origin } = new URL(page.url());
  const count = async () => (await call(origin, listSubscriptions, {}, access)).subscriptions.length;
  await expect.poll(count).toBe(1);
}
