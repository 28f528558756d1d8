import { paths } from '#core/contract/paths.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getCard } from '#tests/e2e/support/admin-helpers.ts';
import { navigate, openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

const WARNING =
  "You're viewing free signals only. Upgrade to premium to access Swing and Investment signals.";

test('a visitor sees what premium adds, with a link to pricing', async ({ page }) => {
  await openPage(page, paths.intradaySignals);
  const main = page.getByRole('main');
  await expect(main.getByText('Unlock Swing and Investment signals')).toBeVisible();
  await expect(main.getByText(WARNING)).toHaveCount(0);
  await main.getByRole('link', { name: 'View Pricing' }).click();
  await expect(page).toHaveURL(paths.pricing);
});

test('texts for visitors do not promise premium access for a registration', async ({ request }) => {
  for (const path of [paths.home, paths.signals, paths.psxSignals, paths.signUp]) {
    const text = await (await request.get(path)).text();
    expect(text, path).not.toMatch(/unlock by registering|(register|sign up) to unlock (?!premium)/i);
    if (path === paths.signals) expect(text).toContain('Registration is free. Premium access');
  }
});

test('pages for visitors do not contain premium signals', async ({ request, product }) => {
  const secret = await publish(product.url, { signal_type: 'swing', title: 'Known to subscribers' });
  for (const path of [
    paths.psxSignals,
    paths.swingSignals,
    `${paths.psxSignals}?signal_type=swing`,
    `${paths.swingSignals}.data`,
    `/api${listPsxSignals.path}?signal_type=swing`,
    `/api${listPsxSignals.path}?signal_type=intraday`,
  ]) {
    const text = await (await request.get(path)).text();
    expect(text, path).not.toContain(secret.symbol);
    expect(text, path).not.toContain('Known to subscribers');
  }
});

test.describe('a customer without a subscription', () => {
  test.use({ role: 'customer' });

  test('sees the free signals and a warning that links to the plans', async ({ page }) => {
    await openPage(page, paths.intradaySignals);
    const main = page.getByRole('main');
    await expect(main.getByText(WARNING)).toBeVisible();
    await expect(page.getByText('Breakout above the morning range')).toBeVisible();
    await expect(main.getByText('Unlock Swing and Investment signals')).toHaveCount(0);
    await main.getByRole('link', { name: 'View Plans' }).click();
    await expect(page).toHaveURL(paths.pricing);
  });

  test('sees the warning but no signals and no locks on the premium tabs, also at the URL of a type', async ({
    page,
    product,
  }) => {
    await test.step('sees the warning but no signals on the premium tabs', async () => {
      for (const type of ['investment'] as const) {
        const secret = await publish(product.url, { signal_type: type });
        await openPage(page, paths.psxSignals);
        await page.getByRole('tab', { name: new RegExp(type, 'i') }).click();
        await expect(page.getByRole('main').getByText(WARNING)).toBeVisible();
        await expect(page.getByText('No Signals Available')).toHaveCount(0);
        await expect(page.getByText(/signals? found/)).toHaveCount(0);
        expect(await page.content()).not.toContain(secret.symbol);
      }
    });

    await test.step('sees tabs without locks, also at the URL of a type', async () => {
      await navigate(page, paths.swingSignals);
      await expect(page).toHaveURL(paths.swingSignals);
      await expect(page.getByRole('tab', { selected: true })).toHaveText(/Swing/);
      await expect(page.getByRole('tab', { name: /locked/ })).toHaveCount(0);
      await expect(page.getByRole('main').getByText(WARNING)).toBeVisible();
    });
  });

  test('does not read that premium access is included', async ({ page }) => {
    await openPage(page, paths.home);
    const main = page.getByRole('main');
    await expect(
      main.getByRole('heading', { name: 'Swing and investment signals with a plan' }),
    ).toBeVisible();
    await expect(main).not.toContainText(/your premium access/i);
  });
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('sees the premium signals without a warning', async ({ page, product }) => {
    for (const type of ['investment'] as const) {
      const { symbol } = await publish(product.url, { signal_type: type });
      await openPage(page, paths.psxSignals);
      await page.getByRole('tab', { name: new RegExp(type, 'i') }).click();
      await expect(getCard(page, symbol)).toBeVisible();
      await expect(page.getByText(WARNING)).toHaveCount(0);
      await expect(page.getByText('Unlock Swing and Investment signals')).toHaveCount(0);
    }
  });
});
