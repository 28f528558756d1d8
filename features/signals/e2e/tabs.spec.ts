import type { Locator } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { submitSignUp } from '#features/accounts/e2e/forms.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { getPath, holdRequests, navigate, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';

const FOUND = /^\d+ signals? found$/;

test('no type is selected initially; the tabs are marked, moved between by keyboard, part of the URL and survive a reload and Back', async ({
  page,
}) => {
  await test.step('no type is selected initially, and no signals are loaded', async () => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await openPage(page, paths.psxSignals);
    await expect(page.getByRole('heading', { name: 'Select a Signal Type' })).toBeVisible();
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(0);
    expect(calls.filter((path) => path.startsWith('/api/signals/'))).toEqual([]);
  });

  await test.step('the tabs are marked FREE and PRO, and the premium ones are locked for a visitor', async () => {
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText([/^Intraday\s*FREE$/, /^Swing\s*PRO/, /^Investment\s*PRO/]);
    await expect(tabs.nth(0)).toHaveAccessibleName(/^Intraday FREE$/);
    await expect(tabs.nth(1)).toHaveAccessibleName(/locked/);
    await expect(tabs.nth(2)).toHaveAccessibleName(/locked/);
    await expect(tabs.nth(0)).toBeEnabled();
    await expect(tabs.nth(1)).toBeDisabled();
    await expect(tabs.nth(2)).toBeDisabled();
  });

  await test.step('arrow keys, Home and End move the focus between the tabs, and Space opens one', async () => {
    const [intraday, swing, investment] = ['Intraday', 'Swing', 'Investment'].map((name) =>
      page.getByRole('tab', { name: new RegExp(name) }),
    );
    await intraday?.focus();
    for (const [key, tab] of [
      ['ArrowRight', swing],
      ['End', investment],
      ['ArrowRight', intraday],
      ['ArrowLeft', investment],
      ['Home', intraday],
    ] as const) {
      await page.keyboard.press(key);
      await expect(tab as Locator).toBeFocused();
    }
    expect(getPath(page)).toBe(paths.psxSignals);
    await page.keyboard.press(' ');
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/Intraday/);
  });
  await navigate(page, paths.psxSignals);

  await test.step('a selected tab is marked, is part of the URL and survives a reload and Back', async () => {
    await page.getByRole('tab', { name: /Intraday/ }).click();
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/Intraday/);
    await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
    expect(getPath(page)).toBe(`${paths.psxSignals}?signal_type=intraday`);
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
    await waitForHydration(page);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Select a Signal Type' })).toBeVisible();
  });
});

test('Back before hydration shows the previous page', async ({ page }) => {
  await openPage(page, paths.psxSignals);
  await page.getByRole('tab', { name: /Intraday/ }).click();
  await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
  const { release } = await holdRequests(page, '**/assets/entry.client-*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(paths.psxSignals);
  release();
  await expect(page.getByRole('heading', { name: 'Select a Signal Type' })).toBeVisible();
  await waitForHydration(page);
  await expect(page.getByRole('tab', { selected: true })).toHaveCount(0);
});

test('a locked tab leads a visitor to sign-up and back', async ({ page }) => {
  const type = 'investment';
  await openPage(page, paths.psxSignals);
  // Playwright waits for a disabled element to be enabled.
  await page.getByRole('tab', { name: new RegExp(type, 'i') }).click({ force: true });
  await expect(page).toHaveURL(new RegExp(`${paths.signUp}\\?next=`));
  const password = 'safe harbour';
  await submitSignUp(page, { name: 'Usman Ali', email: makeUniqueEmail(), password, confirm: password });
  await expect(page).toHaveURL(`${paths.psxSignals}?signal_type=${type}`);
  await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(type, 'i'));
  await expect(page.getByRole('tab', { name: /locked/ })).toHaveCount(0);
});

for (const [visitor, isEnded, target] of [
  ['a visitor', false, paths.signUp],
  ['a visitor whose session has ended', true, paths.signIn],
] as const) {
  test(`the URL of a premium type redirects ${visitor} before the scripts are loaded`, async ({ page }) => {
    // They stay pending.
    await page.route('**/assets/*.js', () => {});
    if (isEnded) await page.addInitScript(() => localStorage.setItem('tezi:session-ended', 'true'));
    const path = `${paths.swingSignals}?sector=${encodeURIComponent('</script><script>')}`;
    await page.goto(path);
    await expect(page).toHaveURL(`${target}?next=${encodeURIComponent(path)}`);
  });
}

test('the hub links straight to each type of signals and to the PSX signals; Forex and Crypto are coming soon', async ({
  page,
}) => {
  await openPage(page, paths.signals);
  const main = page.getByRole('main');
  const soon = main.getByRole('button', { name: 'Coming Soon' });
  await expect(soon).toHaveCount(2);
  for (const button of await soon.all()) await expect(button).toBeDisabled();
  for (const market of ['Forex', 'Crypto'])
    await expect(main.getByRole('heading', { name: market })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Register' })).toHaveAttribute('href', paths.signUp);
  await expect(main.getByRole('link', { name: 'PSX Signals' })).toHaveAttribute('href', paths.psxSignals);
  await expect(main.getByRole('link', { name: 'View Pricing' })).toHaveAttribute('href', paths.pricing);

  for (const [name, path] of [
    ['Intraday signals', paths.intradaySignals],
    ['Swing signals', paths.swingSignals],
    ['Investment signals', paths.investmentSignals],
  ] as const)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  await main.getByRole('link', { name: 'Intraday signals' }).click();
  await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible();
});

test('the three cards of the home page link to their signals', async ({ page }) => {
  await openPage(page, paths.home);
  const main = page.getByRole('main');
  for (const [name, path, badge] of [
    ['Intraday signals', paths.intradaySignals, 'FREE'],
    ['Swing signals', paths.swingSignals, 'PRO'],
    ['Investment signals', paths.investmentSignals, 'PRO'],
  ] as const) {
    const card = main.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
    await expect(card.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    await expect(card).toContainText(badge);
  }
});

test.describe('for a customer', () => {
  test.use({ role: 'customer' });

  test('on a phone the badges of all tabs are in one line', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await openPage(page, `${paths.psxSignals}?signal_type=intraday`);
    const badges = page.getByRole('tab').getByText(/^(FREE|PRO)$/);
    const tops = await badges.evaluateAll((all) => all.map((badge) => badge.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
  });
});
