import { AxeBuilder } from '@axe-core/playwright';
import type { CheckoutOpenOptions, PaddleEventData } from '@paddle/paddle-js';
import { expect, type Page } from '@playwright/test';
import { MONTHLY, TRIAL, YEARLY } from '#tests/support/paddle-simulator/test-catalog.ts';
import { test } from './checkout-page.ts';

declare global {
  interface Window {
    events: PaddleEventData[];
  }
}

test.beforeEach(async ({ page, checkoutPage }) => {
  checkoutPage.control.reset();
  await page.goto('/pricing');
  await page.evaluate(() => {
    window.events = [];
    window.Paddle?.Environment.set('sandbox');
    window.Paddle?.Initialize({ token: 'test_shop', eventCallback: (event) => window.events.push(event) });
  });
});

const getFrame = (page: Page) => page.frameLocator('iframe.paddle-frame-overlay[name="paddle_frame"]');
const listEventNames = (page: Page) => page.evaluate(() => window.events.map(({ name }) => String(name)));

async function open(page: Page, options: Partial<CheckoutOpenOptions> = {}) {
  const request = { items: [{ priceId: MONTHLY, quantity: 1 }], ...options } as CheckoutOpenOptions;
  await page.evaluate((given) => window.Paddle?.Checkout.open(given), request);
  const frame = getFrame(page);
  await expect(frame.getByRole('dialog')).toBeVisible();
  return frame;
}

async function enterCard(frame: ReturnType<typeof getFrame>, number = '4242 4242 4242 4242') {
  await frame.locator('[autocomplete="cc-number"]').fill(number);
  await frame.locator('[autocomplete="cc-exp"]').fill('09 / 35');
  await frame.locator('[autocomplete="cc-csc"]').fill('123');
  await frame.locator('[autocomplete="cc-name"]').fill('Ayesha Khan');
}

test('completes a purchase and opens the success page', async ({ page, checkoutPage }) => {
  const frame = await open(page, {
    customer: { email: 'ayesha@example.com' },
    customData: { user_id: 7 },
    settings: { allowLogout: false, successUrl: '/subscriptions' },
  });
  await expect(frame.getByText('Test mode – simulator, nothing is charged')).toBeVisible();
  await expect(frame.getByLabel('Email')).toHaveJSProperty('readOnly', true);
  await expect(frame.getByLabel('Card number')).toBeFocused();
  await enterCard(frame);
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await page.waitForURL('**/subscriptions');
  const [subscription] = Object.values(checkoutPage.control.state().subscriptions);
  expect(subscription).toMatchObject({ status: 'active', custom_data: { user_id: 7 } });
});

test('emits events with the names and data of Paddle.js', async ({ page }) => {
  const frame = await open(page, { customer: { email: 'ayesha@example.com' } });
  await enterCard(frame);
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await expect(frame.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  await frame.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await listEventNames(page)).toEqual([
    'checkout.loaded',
    'checkout.payment.initiated',
    'checkout.customer.created',
    'checkout.completed',
    'checkout.closed',
  ]);
  const completed = await page.evaluate(() => window.events[3]?.data);
  expect(completed).toMatchObject({
    status: 'completed',
    currency_code: 'USD',
    totals: { subtotal: 30, tax: 0, total: 30 },
    customer: { email: 'ayesha@example.com' },
    payment: { method_details: { type: 'card', card: { last4: '4242' } } },
  });
});

test('keeps the checkout open after a declined card', async ({ page, checkoutPage }) => {
  const frame = await open(page, { customer: { email: 'a@example.com' } });
  await enterCard(frame, '4000 0000 0000 0002');
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await expect(frame.getByRole('alert')).toHaveText('The card was declined. Try another one.');
  expect((await listEventNames(page)).at(-1)).toBe('checkout.payment.failed');
  await frame.getByText('Test cards').click();
  await frame.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await expect(frame.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  expect(Object.keys(checkoutPage.control.state().subscriptions)).toHaveLength(1);
});

test('asks for confirmation before a payment that requires it', async ({ page }) => {
  const frame = await open(page, { customer: { email: 'a@example.com' } });
  await enterCard(frame, '4000003800000446');
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await frame.getByRole('button', { name: 'Decline' }).click();
  await expect(frame.getByRole('alert')).toContainText('was not confirmed');
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await frame.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(frame.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
});

test('shows errors next to their fields', async ({ page }) => {
  const frame = await open(page);
  await expect(frame.getByLabel('Email')).toBeFocused();
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await expect(frame.getByText('Enter an email address.')).toBeVisible();
  await expect(frame.getByText('Enter the number on the card.')).toBeVisible();
  await expect(frame.getByLabel('Email')).toBeFocused();
  await frame.getByLabel('Email').fill('a@example.com');
  await enterCard(frame, '5555 5555 5555 4444');
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await expect(frame.getByText('Use one of the test cards. Real cards are not accepted.')).toBeVisible();
});

test('updates prices when the country changes', async ({ page }) => {
  const frame = await open(page, { customer: { email: 'a@example.com', address: { countryCode: 'DE' } } });
  await expect(frame.getByRole('button', { name: 'Pay €30.00' })).toBeVisible();
  await expect(frame.locator('#subtotal')).toHaveText('€25.21');
  await frame.getByLabel('Country').selectOption('JP');
  await expect(frame.getByRole('button', { name: 'Pay ¥4,500' })).toBeVisible();
});

test('shows when a trial is charged and how much', async ({ page }) => {
  const frame = await open(page, {
    items: [{ priceId: TRIAL, quantity: 1 }],
  } as Partial<CheckoutOpenOptions>);
  await expect(frame.getByText('Free for 7 days, then $30.00 per month until you cancel.')).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Start trial' })).toBeVisible();
});

test('changes the card of an overdue subscription and collects the payment', async ({
  page,
  checkoutPage,
}) => {
  checkoutPage.control.seed([{ priceId: MONTHLY, customerEmail: 'a@example.com', status: 'past_due' }]);
  const { transactions } = checkoutPage.control.state();
  const overdue = Object.values(transactions).find(({ status }) => status === 'past_due');
  await page.evaluate((id) => window.Paddle?.Checkout.open({ transactionId: id }), overdue?.id ?? '');
  const frame = getFrame(page);
  await expect(frame.getByLabel('Email')).toHaveValue('a@example.com');
  await enterCard(frame);
  await frame.getByRole('button', { name: 'Pay $30.00' }).click();
  await expect(frame.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  expect(Object.values(checkoutPage.control.state().subscriptions)[0]?.status).toBe('active');
});

test('closes the checkout and restores the focus', async ({ page }) => {
  for (const method of ['the Escape key', 'the button', 'the script'] as const) {
    await test.step(method, async () => {
      await page.getByRole('button', { name: 'Buy' }).focus();
      const frame = await open(page);
      await expect(frame.getByLabel('Email')).toBeFocused();
      if (method === 'the Escape key') await page.keyboard.press('Escape');
      if (method === 'the button') await frame.getByRole('button', { name: 'Close checkout' }).click();
      if (method === 'the script') await page.evaluate(() => window.Paddle?.Checkout.close());
      await expect(page.locator('iframe')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Buy' })).toBeFocused();
      expect((await listEventNames(page)).at(-1)).toBe('checkout.closed');
    });
  }
});

test('traps keyboard focus in the checkout', async ({ page }) => {
  const frame = await open(page);
  await expect(frame.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(frame.getByRole('button', { name: 'Close checkout' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(frame.getByRole('button', { name: 'Pay $30.00' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('button', { name: 'Close checkout' })).toBeFocused();
});

test('reports an unknown price as an error', async ({ page }) => {
  const items = [{ priceId: 'pri_nothing', quantity: 1 }];
  await page.evaluate((given) => window.Paddle?.Checkout.open({ items: given }), items);
  await expect(
    getFrame(page).getByText('The checkout cannot be opened: Price pri_nothing not found.'),
  ).toBeVisible();
  expect(await page.evaluate(() => window.events[0])).toMatchObject({
    name: 'checkout.error',
    code: 'not_found',
  });
});

test('previews prices as typed by Paddle.js, or rejects', async ({ page }) => {
  const preview = await page.evaluate(
    (ids) =>
      window.Paddle?.PricePreview({
        items: ids.map((priceId) => ({ priceId, quantity: 1 })),
        address: { countryCode: 'PK' },
      }),
    [YEARLY, MONTHLY],
  );
  const lines = preview?.data.details.lineItems.map(({ price, formattedTotals }) => [
    price.id,
    formattedTotals.subtotal,
  ]);
  expect(lines).toEqual([
    [YEARLY, '$288.00'],
    [MONTHLY, '$30.00'],
  ]);
  const error = await page.evaluate(() =>
    window.Paddle?.PricePreview({ items: [{ priceId: 'pri_nothing', quantity: 1 }] }).catch((error) =>
      String(error),
    ),
  );
  expect(error).toContain('Price pri_nothing not found.');
});

test('warns about a second initialization and rejects a live token', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await page.evaluate(() => window.Paddle?.Initialize({ token: 'test_shop' }));
  expect(warnings.join()).toContain('more than once');
  await page.goto('/other');
  const error = await page.evaluate(() => {
    try {
      window.Paddle?.Initialize({ token: 'live_x' });
    } catch (reason) {
      return String(reason);
    }
  });
  expect(error).toContain('test_');
});

test('serves portal pages that work without scripts', async ({ page, checkoutPage }) => {
  const [id = ''] = checkoutPage.control.seed([{ priceId: MONTHLY, customerEmail: 'a@example.com' }]);
  const response = await page.request.get(`/simulators/paddle/subscriptions/${id}`, {
    headers: { authorization: 'Bearer pdl_sdbx_apikey_test' },
  });
  const { management_urls: urls } = (await response.json()).data;
  await page.goto(urls.update_payment_method);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Enter the number on the card.')).toBeVisible();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('09/35');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ayesha');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByRole('heading', { name: 'Your card was changed' })).toBeVisible();
  await page.goto(urls.cancel);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('heading', { name: 'Your subscription will be canceled' })).toBeVisible();
  expect(checkoutPage.control.state().subscriptions[id]?.scheduled_change?.action).toBe('cancel');
  await checkoutPage.control.advance({ ms: 15 * 60_000 });
  expect((await page.goto(urls.cancel))?.status()).toBe(403);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

test('fits the checkout on a small screen without accessibility violations in both themes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    const frame = await open(page, { settings: { theme: colorScheme } });
    await expect(frame.getByLabel('Email')).toBeFocused();
    const inner = page.frame({ name: 'paddle_frame' });
    const overflow = await inner?.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    const { violations } = await new AxeBuilder({ page }).include('iframe').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await page.evaluate(() => window.Paddle?.Checkout.close());
    await expect(page.locator('iframe')).toHaveCount(0);
  }
});
