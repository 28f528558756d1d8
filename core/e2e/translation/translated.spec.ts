import { DEVELOPERS_PATH, KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import { ALERT_SETTINGS_PATH, getCompanyPath, getSignalPath, paths } from '#core/contract/paths.ts';
import { SIGN_UP } from '#features/accounts/e2e/google.ts';
import { CANCELED, openSubscription } from '#features/billing/e2e/subscriptions/responses.ts';
import { expectLive } from '#features/signals/e2e/live-pages.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { grant } from '#tests/e2e/support/grants.ts';
import { getToast } from '#tests/e2e/support/pages.ts';
import { getCheckoutFrame, getPlanCard } from '#tests/e2e/support/pricing.ts';
import { edit, publish } from '#tests/e2e/support/signals.ts';
import { ADMIN_PAGES } from '#tests/support/pages/admin-pages.ts';
import {
  expectFiguresKept,
  expectUpToDate,
  openTranslated,
  pressEverything,
  translatePages,
} from './translate.ts';

const CUSTOMER_PAGES: string[] = [
  paths.subscriptions,
  paths.profile,
  paths.alerts,
  ALERT_SETTINGS_PATH,
  KEYS_PATH,
  paths.mySubscription,
  paths.swingSignals,
  paths.watchlist,
  paths.today,
  paths.positions,
  `${paths.positions}?view=trades`,
  `${paths.positions}?view=taxes`,
];
const VISITOR_PAGES = [
  ...Object.values(paths).filter((path) => !(ADMIN_PAGES as string[]).includes(path)),
  getCompanyPath('LUCK'),
  DEVELOPERS_PATH,
  `${paths.psxSignals}?view=table`,
].filter((path) => !CUSTOMER_PAGES.slice(0, 6).includes(path));
const PAGES_WITH_FIGURES: string[] = [
  paths.home,
  paths.signals,
  paths.intradaySignals,
  paths.performance,
  paths.pastSignals,
  paths.bookClosure,
  paths.today,
  paths.positions,
  getCompanyPath('LUCK'),
];
const HALF = Math.ceil(VISITOR_PAGES.length / 2);

test.beforeEach(async ({ page }) => {
  await translatePages(page);
});

for (const [group, role, pages] of [
  ['first public', 'visitor', VISITOR_PAGES.slice(0, HALF)],
  ['other public', 'visitor', VISITOR_PAGES.slice(HALF)],
  ['customer', 'customer', CUSTOMER_PAGES],
  ['administration', 'administrator', ADMIN_PAGES],
] as const)
  test.describe(`the ${group} pages`, () => {
    test.use({ role });

    test('work after a translation, whatever is pressed', async ({ page, browserErrors }) => {
      test.slow();
      browserErrors.expectStatus(409);
      await page.route('**/api/**', (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({ status: 409, json: { detail: 'Not in this test.' } }),
      );
      for (const path of pages)
        await test.step(path, async () => {
          await openTranslated(page, path);
          await expect(page.getByText(/^Loading|^Checking/).filter({ visible: true })).toHaveCount(0);
          if (PAGES_WITH_FIGURES.includes(path)) await expectFiguresKept(page);
          expect(await pressEverything(page)).toBeGreaterThan(0);
          await expectUpToDate(page);
        });
    });
  });

test('pages of signals and articles, and pages that do not exist, work after a translation', async ({
  page,
  product,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expectStatus(404);
  const { id } = await publish(product.url);
  const premium = await publish(product.url, { signal_type: 'swing' });
  await page.goto(paths.news);
  const article = page.getByRole('main').locator('a[href*="news_article="]').first();
  const articlePath = (await article.getAttribute('href')) ?? '';
  for (const path of [getSignalPath(id), getSignalPath(premium.id), articlePath])
    await test.step(path, async () => {
      await openTranslated(page, path);
      await expect(page.getByText(/^Loading|^Checking/).filter({ visible: true })).toHaveCount(0);
      expect(await pressEverything(page)).toBeGreaterThan(0);
      await expectUpToDate(page);
    });
  await openTranslated(page, '/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await page.getByRole('main').getByRole('link', { name: 'Return to home' }).click();
  await expect(page).toHaveURL(paths.home);
  await expectUpToDate(page);
});

test('a page that throws after a translation shows the error page, which Reload leaves', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/thrown by the test/);
  await page.route('**/assets/charting-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const clientLoader = () => null; export default function Throwing() { throw new Error("thrown by the test"); }',
    }),
  );
  await openTranslated(page, paths.pricing);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Charting' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await page.unroute('**/assets/charting-*.js');
  await page.getByRole('main').getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advanced Charting');
  await expectUpToDate(page);
});

test.describe('a subscriber', () => {
  test.use({ role: 'customer' });

  test('reads premium signals on translated pages', async ({ page, product, user }) => {
    await grant(product.url, user.email);
    const { id } = await publish(product.url, { signal_type: 'swing' });
    await openTranslated(page, getSignalPath(id));
    await expect(page.getByRole('region', { name: 'Levels' })).toBeVisible();
    expect(await pressEverything(page)).toBeGreaterThan(0);
    await expectUpToDate(page);
    await edit(product.url, id, { stop_loss: '98.00' });
    await openTranslated(page, paths.swingSignals);
    await expect(page.locator(`[data-signal="${id}"]`).first()).toContainText('98.00');
    await expectUpToDate(page);
  });
});

test.describe('a customer', () => {
  test.use({ role: 'customer' });

  test('pays, saves the profile, and links a chat and a webhook on translated pages', async ({
    page,
    product,
  }) => {
    await openTranslated(page, paths.pricing);
    await getPlanCard(page, 'Pro').getByRole('button', { name: 'Get Started Monthly' }).click();
    await expect(getCheckoutFrame(page).getByLabel('Email')).toBeVisible();

    await openTranslated(page, paths.profile);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('First Name').fill('');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.locator('[aria-invalid]')).toBeFocused();
    await page.getByLabel('First Name').fill('Sana');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(getToast(page, 'Profile updated successfully', '')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByText('Sana Khan')).toBeVisible();
    await expectUpToDate(page);

    await openTranslated(page, ALERT_SETTINGS_PATH);
    await page.getByRole('button', { name: 'Link a chat' }).click();
    await expect(page.getByRole('link', { name: 'Open the chat in Telegram' })).toBeVisible();
    await page.getByLabel('URL', { exact: true }).fill(`${product.url}/simulators/webhooks/hook`);
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    await expect(page.getByRole('button', { name: 'Send a test' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Webhook' })).toBeVisible();
    await expectUpToDate(page);
  });

  test('pauses and resumes a subscription on a translated page', async ({ page }) => {
    const mocked = await openSubscription(page);
    await expect(page.locator('html[data-translated]')).toBeAttached();
    mocked.next = CANCELED;
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause subscription' }).click();
    await expect(
      getToast(page, 'Subscription updated', 'It is now: Active (cancels 21 Dec 2026).'),
    ).toBeVisible();
    await expect(page.getByText('This subscription ends on 21 Dec 2026')).toBeVisible();
    expect(mocked.changes).toHaveLength(1);
    await expectUpToDate(page);
  });
});

test('a visitor filters, turns pages, searches and signs up with Google on translated pages', async ({
  page,
}) => {
  await openTranslated(page, paths.companies);
  await page.getByRole('searchbox').first().fill('cement');
  await expect(page).toHaveURL(/search=cement/);
  await expect(page.getByRole('link', { name: 'LUCK', exact: true })).toBeVisible();
  await expectUpToDate(page);

  await openTranslated(page, paths.news);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await expectUpToDate(page);

  await openTranslated(page, getCompanyPath('LUCK'));
  const search = page.getByRole('banner').getByRole('link', { name: 'Search' });
  await expect(search).toHaveAttribute('aria-haspopup', 'dialog');
  await search.click();
  await page.getByRole('combobox', { name: 'Search companies' }).fill('ENGRO');
  await page
    .getByRole('option', { name: /^ENGRO/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('LUCK');
  await expectUpToDate(page);

  await openTranslated(page, SIGN_UP.path);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.locator('[aria-invalid]').first()).toBeVisible();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: SIGN_UP.button }).click();
  await (await popup).getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expectUpToDate(page);
});

test('Intraday and Back, and changes of a signal, work on translated pages', async ({ page, product }) => {
  const { id, symbol } = await publish(product.url);
  await openTranslated(page, paths.psxSignals);
  await page.getByRole('button', { name: 'Types of signals' }).click();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Intraday/ })
    .click();
  await expect(page).toHaveURL(paths.intradaySignals);
  await expect(page.locator('[data-signal]').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(paths.psxSignals);
  await expectUpToDate(page);

  for (const [path, price] of [
    [paths.intradaySignals, '96.50'],
    [`${paths.intradaySignals}?view=table`, '97.50'],
    [paths.today, '98.50'],
  ] as const) {
    await openTranslated(page, path);
    if (path !== paths.today) await expectLive(page);
    await edit(product.url, id, { stop_loss: price });
    const row = page.locator(`[data-signal="${id}"]`).filter({ hasText: symbol });
    await expect(row.getByText(price).filter({ visible: true }).first()).toBeVisible();
    await expectUpToDate(page);
  }
});
